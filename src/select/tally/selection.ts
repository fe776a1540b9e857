import type { BootstrapOptions } from "../rank/bootstrap.ts";
import { rankByStrength, type StrengthRank } from "../rank/by-strength.ts";
import { rankByWins, type Standing, standingsOf } from "../rank/by-wins.ts";
import type { CandidateFacts, Pairing, Ranked, Selection } from "../types.ts";
import type { Criterion, Vote } from "../vote-types.ts";
import { flipVote, isRead, pairOf } from "./ballot.ts";
import { baselinesOf, lengthDiagnostic } from "./baselines.ts";
import { explainSelection } from "./explain-selection.ts";
import { hasFailed, tallyPair } from "./pair-tally.ts";
import { type Profile, profiles } from "./profile.ts";
import { refusalWarning, refusedJudges } from "./refused-judges.ts";
import { shareOf } from "./share.ts";
import { judgeRecords, slotBias } from "./slot-bias.ts";
import { warningsOf } from "./warnings.ts";
import { weightedMean } from "./weighted.ts";
import { winnerOf } from "./winner.ts";

export interface SelectionMaterial {
  readonly candidates: readonly CandidateFacts[];
  readonly criteria: readonly Criterion[];
  /** Those of other candidates or criteria are left out, so that stored votes can be tallied again with fewer. */
  readonly votes: readonly Vote[];
  readonly profile?: Profile;
  /** Calls of all looks up to the bound; absent is as many as were used. */
  readonly planned?: number;
  /** The most looks at one pair and criterion, where the caller wants to be told that it is low. */
  readonly bound?: number;
  /** A budget or an interruption ended it before the plan did. */
  readonly partial?: boolean;
  /** Of the caller, put before those of the tally. */
  readonly warnings?: readonly string[];
  readonly bootstrap?: BootstrapOptions;
}

/** Everything that the votes say. It asks nothing, so other weights, thresholds or profiles cost no call. */
export function tallySelection(material: SelectionMaterial): Selection {
  const { candidates, criteria, profile = profiles.default } = material;
  const ids = new Set(candidates.map(({ id }) => id));
  const asked = new Set(criteria.map(({ id }) => id));
  const votes = material.votes
    .filter((vote) => ids.has(vote.a) && ids.has(vote.b) && asked.has(vote.criterion))
    .map((vote) => (vote.a === pairOf(vote.a, vote.b).a ? vote : flipVote(vote)));
  const pairs = pairsOf(candidates, criteria, votes, profile);
  const standings = standingsOf([...ids], pairs);
  const strengths = profile.ranking === "strength" ? rankByStrength({ ...material, votes, standings }) : null;
  const ranking = rankedOf(candidates, standings, strengths);
  const unreadable = shareOf(votes.filter((vote) => !isRead(vote)).length, votes.length);
  const { winner, reason } = winnerOf({
    candidates,
    ranking,
    pairs,
    unreadableShare: unreadable.value,
    profile,
  });
  const first = ranking.find((one) => one.id === winner);
  const selection: Omit<Selection, "explanation" | "warnings"> = {
    mode: "compare",
    profile: profile.name,
    winner,
    reason,
    confidence: (strengths === null ? first?.meanPairConfidence : first?.bestShare) ?? null,
    disagreement: meanOf(pairs, (pair) => pair.disagreement),
    swapConsistency: meanOf(pairs, (pair) => pair.swapConsistency),
    ...slotBias(votes),
    ranking,
    groups: strengths === null ? null : groupsOf(strengths),
    pairwise: pairs,
    models: judgeRecords(votes, pairs),
    length: lengthDiagnostic(candidates, pairs, votes),
    baselines: baselinesOf(candidates, pairs, winner),
    calls: { planned: material.planned ?? votes.length, used: votes.length, unreadable: unreadable.count },
    estimatedCalls: votes.length,
    unreadable,
  };
  const refused = refusedJudges(votes);
  const warnings = [
    ...refused.map(refusalWarning),
    ...(material.warnings ?? []),
    ...warningsOf(selection, { ...material, votes }),
  ];
  return { ...selection, warnings, explanation: explainSelection(selection, candidates, refused) };
}

/** Every pair in the order of the candidates, but for those that nothing is known of. */
function pairsOf(
  candidates: readonly CandidateFacts[],
  criteria: readonly Criterion[],
  votes: readonly Vote[],
  profile: Profile,
): readonly Pairing[] {
  return candidates.flatMap((a, place) =>
    candidates.slice(place + 1).flatMap((b) => {
      const own = votes.filter((vote) => (vote.a === a.id && vote.b === b.id) || (vote.a === b.id && vote.b === a.id));
      const pairing = tallyPair({ a, b, votes: own, criteria, profile });
      return own.length === 0 && pairing.side === null ? [] : [pairing];
    }),
  );
}

function rankedOf(
  candidates: readonly CandidateFacts[],
  standings: readonly Standing[],
  strengths: readonly StrengthRank[] | null,
): readonly Ranked[] {
  const facts = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const byId = new Map(standings.map((standing) => [standing.id, standing]));
  const strengthOf = new Map((strengths ?? []).map((one) => [one.id, one]));
  const failed = (id: string) => Number(hasFailed(facts.get(id) ?? { id, length: 0 }));
  const order = strengths ?? [...rankByWins(standings)].sort((one, other) => failed(one.id) - failed(other.id));
  return order.flatMap(({ id }, place) => {
    const candidate = facts.get(id);
    const standing = byId.get(id);
    if (candidate === undefined || standing === undefined) return [];
    const found = strengthOf.get(id);
    return {
      rank: place + 1,
      ...standing,
      ...(candidate.summary === undefined ? {} : { summary: candidate.summary }),
      strength: found?.strength ?? null,
      bestShare: found?.bestShare ?? null,
      group: found?.group ?? null,
      length: candidate.length,
      penalty: candidate.penalty ?? 0,
      weaknesses: candidate.weaknesses ?? [],
      failedChecks: candidate.failedChecks ?? [],
    };
  });
}

function groupsOf(strengths: readonly StrengthRank[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  for (const { id, group } of strengths) {
    const own = groups[group - 1];
    if (own === undefined) groups.push([id]);
    else own.push(id);
  }
  return groups;
}

function meanOf(pairs: readonly Pairing[], figure: (pair: Pairing) => number | null): number | null {
  const known = pairs.map(figure).filter((value) => value !== null);
  return weightedMean(known.sort((one, other) => one - other).map((value) => ({ value, weight: 1 })));
}
