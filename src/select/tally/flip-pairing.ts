import type { ModelShare, Pairing, RepetitionRecord, VoteSums } from "../types.ts";
import { otherOrder } from "./ballot.ts";

/** The same pairing with the names of the sides exchanged. */
export function flipPairing(pairing: Pairing): Pairing {
  return {
    ...pairing,
    ...flipSums(pairing),
    candidateA: pairing.candidateB,
    candidateB: pairing.candidateA,
    side: pairing.side === "a" ? "b" : pairing.side === "b" ? "a" : pairing.side,
    criteria: pairing.criteria.map((tally) => ({
      ...tally,
      ...flipSums(tally),
      modelBreakdown: tally.modelBreakdown.map(flipShare),
      repetitions: tally.repetitions.map(flipRecord),
    })),
    modelBreakdown: pairing.modelBreakdown.map(flipShare),
  };
}

function flipSums({ scoreA, scoreB, margin, votesA, votesB }: VoteSums) {
  return { scoreA: scoreB, scoreB: scoreA, margin: negated(margin), votesA: votesB, votesB: votesA };
}

function flipShare(share: ModelShare): ModelShare {
  return { ...share, scoreA: share.scoreB, scoreB: share.scoreA, margin: negated(share.margin) };
}

/** What stood in the slots stays; which candidate it belongs to, and so the name of the order, changes. */
function flipRecord(record: RepetitionRecord): RepetitionRecord {
  return {
    ...record,
    order: otherOrder(record.order),
    canonicalScoreA: record.canonicalScoreB,
    canonicalScoreB: record.canonicalScoreA,
  };
}

/** Never -0, which JSON and people write as 0. */
function negated(margin: number | null): number | null {
  return margin === null ? null : 0 - margin;
}
