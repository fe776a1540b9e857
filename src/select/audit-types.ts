/** What an audit of one candidate is about, and what comes out of it. Plain data, as in `types.ts`. */

import type { ScoreError } from "../core/types.ts";
import type { CallCounts, Explanation, ProfileName, Share } from "./types.ts";
import type { Criterion, VoteSource } from "./vote-types.ts";

interface AuditCast {
  readonly criterion: string;
  readonly repetition: number;
  readonly model: string;
  readonly weight: number;
  readonly excerpt?: string;
}

/** One judge call on a single candidate. */
export type AuditVote = AuditCast &
  (
    | { readonly score: number; readonly source: VoteSource; readonly error?: never }
    | { readonly score: null; readonly error: ScoreError; readonly source?: never }
  );

export interface AuditModelShare {
  readonly model: string;
  readonly weight: number;
  readonly repetitions: number;
  readonly score: number | null;
}

export interface AuditSums {
  readonly score: number | null;
  readonly disagreement: number | null;
  readonly confidence: number | null;
  /** Votes of at least 0.7, at most 0.3, and between. */
  readonly positive: number;
  readonly negative: number;
  readonly abstain: number;
  readonly voteMargin: number;
}

export interface AuditCriterion extends AuditSums {
  readonly criterion: Criterion;
  readonly unreadable: number;
  readonly modelBreakdown: readonly AuditModelShare[];
  readonly repetitions: readonly {
    readonly rep: number;
    readonly model: string;
    readonly weight: number;
    readonly score: number | null;
    readonly source: VoteSource | "unreadable";
    readonly responseExcerpt?: string;
    readonly error?: ScoreError;
  }[];
}

export type AuditVerdict = "positive" | "negative" | "uncertain";

export interface Audit {
  readonly mode: "audit";
  readonly profile: ProfileName;
  readonly candidate: { readonly id: string; readonly summary?: string };
  readonly verdict: AuditVerdict;
  readonly reason: "votes" | "checks" | "undecided" | "unreadable" | "no_votes";
  /** After the penalty. */
  readonly overallScore: number | null;
  readonly overallConfidence: number | null;
  /** Mean over criteria of their vote margins, as the reference's tool has it. */
  readonly overallVoteMargin: number | null;
  /** Over all votes together: what the verdict is read from. */
  readonly voteMargin: number;
  readonly positive: number;
  readonly negative: number;
  readonly abstain: number;
  readonly penalty: number;
  readonly weaknesses: readonly string[];
  readonly failedChecks: readonly string[];
  readonly criteria: readonly AuditCriterion[];
  readonly modelBreakdown: readonly AuditModelShare[];
  readonly calls: CallCounts;
  readonly estimatedCalls: number;
  readonly unreadable: Share;
  readonly warnings: readonly string[];
  readonly explanation: Explanation;
}
