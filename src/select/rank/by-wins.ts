import { compareText } from "../tally/ballot.ts";
import { weightedMean } from "../tally/weighted.ts";
import type { Pairing } from "../types.ts";

/** What a round robin says of one candidate. */
export interface Standing {
  readonly id: string;
  /** 1 for a pair won, 0.5 for a tie, 0 for a pair without a verdict. */
  readonly wins: number;
  /** Null where none of its pairs has a score. */
  readonly meanPairScore: number | null;
  readonly meanPairConfidence: number | null;
}

type Judged = Pick<Pairing, "candidateA" | "candidateB" | "scoreA" | "scoreB" | "side" | "confidence">;

/** Wins and means of each candidate, in the order of the ids. */
export function standingsOf(ids: readonly string[], pairs: readonly Judged[]): readonly Standing[] {
  return ids.map((id) => {
    // Summed in the order of size, so that neither the order of the pairs nor that of the candidates plays a part.
    const own = pairs.filter((pair) => pair.candidateA === id || pair.candidateB === id);
    return {
      id,
      wins: own.reduce((wins, pair) => wins + winOf(pair, id), 0),
      meanPairScore: mean(own.map((pair) => (pair.candidateA === id ? pair.scoreA : pair.scoreB))),
      meanPairConfidence: mean(own.map((pair) => pair.confidence)),
    };
  });
}

function winOf({ side, candidateA }: Judged, id: string): number {
  if (side === null) return 0;
  if (side === "tie") return 0.5;
  return (side === "a") === (candidateA === id) ? 1 : 0;
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((one, other) => one - other);
  return weightedMean(known.map((value) => ({ value, weight: 1 })));
}

/** The reference's ranking: wins, mean score, mean confidence, id. */
export function rankByWins(standings: readonly Standing[]): readonly Standing[] {
  return [...standings].sort(
    (one, other) =>
      other.wins - one.wins ||
      stepsOf(other.meanPairScore) - stepsOf(one.meanPairScore) ||
      stepsOf(other.meanPairConfidence) - stepsOf(one.meanPairConfidence) ||
      compareText(one.id, other.id),
  );
}

/** Whether two candidates have the same wins and the same mean: then the reference names no winner. */
export function areEqual(one: Standing, other: Standing): boolean {
  return one.wins === other.wins && stepsOf(one.meanPairScore) === stepsOf(other.meanPairScore);
}

/** A figure in steps of 1e-9: means that differ by rounding alone are equal. Unknown comes after all known ones. */
export function stepsOf(figure: number | null): number {
  return figure === null ? -1 : Math.round(figure * 1e9);
}
