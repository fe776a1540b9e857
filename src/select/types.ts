/** What comes out of a comparison. Everything here is plain data; `toWire` makes the artefact of it. */

import type { Interval } from "../core/stats/interval.ts";
import type { ScoreError } from "../core/types.ts";
import type { Criterion, Order, VoteSource } from "./vote-types.ts";

/** What is known of a candidate beside the votes. */
export interface CandidateFacts {
  readonly id: string;
  readonly summary?: string;
  /** Of its content, in UTF-16 units. */
  readonly length: number;
  /** Taken off its mean in each pair, at least 0: what the manipulation scan costs it. */
  readonly penalty?: number;
  /** `judge-manipulation: <flag>` and the like. */
  readonly weaknesses?: readonly string[];
  /** Deterministic checks that passed, by name. */
  readonly passedChecks?: readonly string[];
  /** Deterministic checks that failed. No vote lifts a candidate that has one above one that has none. */
  readonly failedChecks?: readonly string[];
  /** Whether the judge was shown anything beside the candidate's own words. */
  readonly hasEvidence?: boolean;
}

export type ProfileName = "default" | "reference" | "runner";

/** A share of counted things; the interval is Wilson's. All null for nothing counted. */
export interface Share {
  readonly count: number;
  readonly of: number;
  readonly value: number | null;
  readonly ci: Interval | null;
}

/** How far the place of a candidate decided the votes, and how far the judge held to them. */
export interface SlotBias {
  /** Whole looks whose two orders name different winners. */
  readonly flipRate: Share;
  /** Votes for the slot shown first, of those that name a winner; 0.5 is no bias. */
  readonly firstSlotShare: Share;
}

/** One judge's part in a pair or in one criterion of it. */
export interface ModelShare {
  readonly model: string;
  readonly weight: number;
  /** Votes that count. */
  readonly repetitions: number;
  readonly scoreA: number | null;
  readonly scoreB: number | null;
  readonly margin: number | null;
  readonly confidence: number | null;
}

/** A vote as the artefact shows it: scores as seen in the slots, and as they belong to the candidates. */
export interface RepetitionRecord {
  readonly rep: number;
  readonly order: Order;
  readonly model: string;
  readonly weight: number;
  readonly scoreA: number | null;
  readonly scoreB: number | null;
  readonly canonicalScoreA: number | null;
  readonly canonicalScoreB: number | null;
  readonly sourceA: VoteSource | "unreadable";
  readonly sourceB: VoteSource | "unreadable";
  /** Whether it took part: read, and by the default profile also with its other order. */
  readonly counted: boolean;
  readonly responseExcerpt?: string;
  readonly error?: ScoreError;
}

/** What the votes of a pair, or of one criterion of it, add up to. Null where no vote counts. */
export interface VoteSums {
  readonly scoreA: number | null;
  readonly scoreB: number | null;
  /** A minus B. */
  readonly margin: number | null;
  readonly votesA: number;
  readonly votesB: number;
  /** The larger side's share of the votes; 0 without votes. */
  readonly voteMargin: number;
  /** In 0..1: how far the gaps between the scores differ from vote to vote. */
  readonly disagreement: number | null;
  /**
   * Default profile: the chance that the side ahead in votes is the better one, not calibrated on labels. Others: the
   * reference's figure, which is no probability and never above the margin.
   */
  readonly confidence: number | null;
  /** 1 minus the mean change of the gap under a swap; null without a whole look. */
  readonly swapConsistency: number | null;
}

export interface CriterionTally extends VoteSums {
  readonly criterion: Criterion;
  readonly looks: number;
  readonly unreadable: number;
  readonly modelBreakdown: readonly ModelShare[];
  readonly repetitions: readonly RepetitionRecord[];
}

export type Side = "a" | "b" | "tie";

/** One pair of candidates. */
export interface Pairing extends VoteSums {
  readonly candidateA: string;
  readonly candidateB: string;
  /** Null where there is no verdict: no vote counts, or too many could not be read. */
  readonly side: Side | null;
  /** The same as an id, or `tie`. A candidate may be called "tie": `side` tells them apart. */
  readonly winner: string | null;
  /** `checks` where a failed check of one side settles it. */
  readonly decidedBy: "votes" | "checks" | null;
  /** Whole looks. */
  readonly looks: number;
  readonly unreadable: Share;
  readonly criteria: readonly CriterionTally[];
  readonly modelBreakdown: readonly ModelShare[];
}

/** A figure, and how far the middle 95 % of the bootstrap draws are spread around it. */
export interface Strength {
  /** Of all candidates together 1: the chance to beat another one is strength / (strength + the other's). */
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly level: number;
}

export interface Ranked {
  readonly rank: number;
  readonly id: string;
  readonly summary?: string;
  /** 1 for a pair won, 0.5 for a tie. */
  readonly wins: number;
  readonly meanPairScore: number | null;
  readonly meanPairConfidence: number | null;
  /** Null in the profiles that rank by wins. */
  readonly strength: Strength | null;
  /** Share of the bootstrap draws in which it is the strongest. */
  readonly bestShare: number | null;
  /** Candidates of one group cannot be told apart; from 1. */
  readonly group: number | null;
  readonly length: number;
  readonly penalty: number;
  readonly weaknesses: readonly string[];
  readonly failedChecks: readonly string[];
}

/** One judge over the whole comparison. */
export interface JudgeRecord extends SlotBias {
  readonly model: string;
  readonly weight: number;
  readonly votes: number;
  readonly unreadable: Share;
  /** Of its votes that name a winner, those that name the winner of the pair. */
  readonly agreement: Share;
}

export interface LengthDiagnostic {
  /** Decided pairs in which the longer candidate won. Pairs of equal length are left out. */
  readonly longerWon: Share;
  /** Votes with a winner that went to the longer one. */
  readonly longerChosen: Share;
}

/** What rules without any judge would have done. */
export interface Baselines {
  /** The chance that a random pick is the first of the ranking. */
  readonly random: number;
  readonly shortest: {
    /** More than one where they are of equal length. */
    readonly ids: readonly string[];
    /** Whether it would have picked the winner; null without a winner. */
    readonly samePick: boolean | null;
    /** Decided pairs in which the shorter one won. */
    readonly pairs: Share;
  };
}

export interface CallCounts {
  /** What all looks up to the bound would take. */
  readonly planned: number;
  readonly used: number;
  /** Those used whose reply could not be read. */
  readonly unreadable: number;
}

/** Why there is a winner, or none. */
export type SelectionReason =
  | "decided"
  | "checks"
  | "tie"
  | "cycle"
  | "unreadable"
  | "no_votes"
  | "all_checks_failed"
  | "incomplete";

export interface Explanation {
  /** One or two sentences. */
  readonly verdict: string;
  /** Ids of criteria that carried the decision, the most weighty first. */
  readonly decisiveCriteria: readonly string[];
  /** Ids of criteria on which the winner was behind. */
  readonly opposingCriteria: readonly string[];
  readonly reasons: readonly string[];
  /** What mattered most: results of checks, then what the judge said where its scores were furthest apart. */
  readonly evidence: readonly string[];
  readonly uncertainty: readonly string[];
  readonly nextCheck: string;
}

export interface Selection {
  readonly mode: "compare";
  readonly profile: ProfileName;
  readonly winner: string | null;
  readonly reason: SelectionReason;
  /** Share of the bootstrap draws in which the winner is the strongest; by profile its mean confidence. Null without one. */
  readonly confidence: number | null;
  readonly disagreement: number | null;
  readonly swapConsistency: number | null;
  readonly flipRate: Share;
  readonly firstSlotShare: Share;
  readonly ranking: readonly Ranked[];
  /** Ids from the strongest group down; null in the profiles that rank by wins. */
  readonly groups: readonly (readonly string[])[] | null;
  readonly pairwise: readonly Pairing[];
  readonly models: readonly JudgeRecord[];
  readonly length: LengthDiagnostic;
  readonly baselines: Baselines;
  readonly calls: CallCounts;
  readonly estimatedCalls: number;
  readonly unreadable: Share;
  readonly warnings: readonly string[];
  readonly explanation: Explanation;
}
