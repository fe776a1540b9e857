import { areEqual, type Standing } from "../rank/by-wins.ts";
import type { CandidateFacts, Pairing, Ranked, SelectionReason } from "../types.ts";
import { mostUnreadable } from "./gate.ts";
import { hasFailed } from "./pair-tally.ts";
import type { Profile } from "./profile.ts";
import { rounding } from "./weighted.ts";

/** The winner of a ranking by wins: nobody where the first two are equal, or the first of the list for the runner. */
export function firstOf(ranking: readonly Standing[], profile: Profile): string | null {
  const [first, second] = ranking;
  if (first === undefined) return null;
  const equal = second !== undefined && areEqual(first, second);
  return equal && profile.equalFirst === "nobody" ? null : first.id;
}

export interface Verdict {
  readonly winner: string | null;
  readonly reason: SelectionReason;
}

/**
 * Who wins the comparison, and why, or why nobody does. By the default profile the first of the ranking wins where it
 * beat the second, and lost to nobody that it cannot be told apart from: neither a tie of the first two nor a circle has a
 * winner.
 */
export function winnerOf(given: {
  readonly candidates: readonly CandidateFacts[];
  readonly ranking: readonly Ranked[];
  readonly pairs: readonly Pairing[];
  readonly unreadableShare: number | null;
  readonly profile: Profile;
}): Verdict {
  const { candidates, ranking, pairs, unreadableShare, profile } = given;
  const facts = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const [first, second] = ranking;
  const leader = first === undefined ? undefined : facts.get(first.id);
  if (first === undefined || second === undefined || leader === undefined) return { winner: null, reason: "no_votes" };
  if (hasFailed(leader)) return { winner: null, reason: "all_checks_failed" };
  // Who alone passed its checks needs no votes.
  const sound = candidates.filter((candidate) => !hasFailed(candidate)).length;
  if (sound === 1) return { winner: first.id, reason: "checks" };
  if (unreadableShare !== null && unreadableShare > mostUnreadable + rounding) {
    return { winner: null, reason: "unreadable" };
  }
  if (pairs.every((pair) => pair.scoreA === null)) return { winner: null, reason: "no_votes" };
  if (profile.ranking === "wins") {
    const winner = firstOf(ranking, profile);
    return { winner, reason: winner === null ? "tie" : "decided" };
  }
  const direct = pairs.find((pair) => isPair(pair, first.id, second.id));
  if (direct === undefined) return { winner: null, reason: "incomplete" };
  if (direct.side === null) return { winner: null, reason: direct.scoreA === null ? "incomplete" : "unreadable" };
  if (direct.side === "tie") return { winner: null, reason: "tie" };
  const groups = new Map(ranking.map(({ id, group }) => [id, group]));
  const lost = pairs.some((pair) => {
    const other = pair.candidateA === first.id ? pair.candidateB : pair.candidateA;
    return isPair(pair, first.id, other) && pair.winner === other && groups.get(other) === first.group;
  });
  return lost ? { winner: null, reason: "cycle" } : { winner: first.id, reason: "decided" };
}

export function isPair({ candidateA, candidateB }: Pairing, one: string, other: string): boolean {
  return (candidateA === one && candidateB === other) || (candidateA === other && candidateB === one);
}
