/** A comparison of two places, the first of them in slot A. */
export type Edge = readonly [first: number, second: number];

export interface PivotTournament {
  readonly pivots: readonly number[];
  /** The comparisons after the ring. */
  readonly pairs: readonly Edge[];
  /** Mean preference of each place over all its comparisons. */
  readonly scores: readonly number[];
  readonly best: number;
  /** Ring and further pairs together. */
  readonly comparisons: number;
}

/**
 * The pivot tournament of "LLM as a verifier": a ring in which each meets two others, then the `pivots` best of it meet
 * everybody. `prefer` is how likely the first is better, 0..1. The published algorithm leaves out further pairs that are
 * in the ring, in the same direction (`withoutRing`); the package repeats them, so that they count twice. Equal scores
 * go by place.
 */
export function pivotTournament(given: {
  readonly count: number;
  readonly ring: readonly Edge[];
  readonly pivots: number;
  readonly withoutRing: boolean;
  readonly prefer: (first: number, second: number) => number;
}): PivotTournament {
  const { count, ring, withoutRing, prefer } = given;
  const won = new Float64Array(count);
  const met = new Float64Array(count);
  const meet = (edges: readonly Edge[]) => {
    for (const [first, second] of edges) {
      const preference = prefer(first, second);
      won[first] = (won[first] ?? 0) + preference;
      won[second] = (won[second] ?? 0) + 1 - preference;
      met[first] = (met[first] ?? 0) + 1;
      met[second] = (met[second] ?? 0) + 1;
    }
  };
  const scores = () => Array.from(won, (wins, place) => (met[place] === 0 ? 0 : wins / (met[place] ?? 1)));

  meet(ring);
  const pivots = strongest(scores(), given.pivots);
  const known = new Set(withoutRing ? ring.map(String) : []);
  const pairs = pivotPairs(count, pivots).filter((edge) => !known.has(String(edge)));
  meet(pairs);
  const final = scores();
  return { pivots, pairs, scores: final, best: strongest(final, 1)[0] ?? 0, comparisons: ring.length + pairs.length };
}

/** Everybody else against each pivot, then the pivots among themselves. */
export function pivotPairs(count: number, pivots: readonly number[]): readonly Edge[] {
  const others = Array.from({ length: count }, (_, place) => place).filter((place) => !pivots.includes(place));
  return [
    ...others.flatMap((place) => pivots.map((pivot): Edge => [place, pivot])),
    ...pivots.flatMap((pivot, index) => pivots.slice(index + 1).map((later): Edge => [pivot, later])),
  ];
}

/** The places of the highest scores; of equal ones the earlier. */
function strongest(scores: readonly number[], most: number): readonly number[] {
  const places = scores.map((_, place) => place);
  return places
    .sort((one, other) => steps(scores[other]) - steps(scores[one]) || one - other)
    .slice(0, Math.max(0, most));
}

/** Sums of preferences in different orders differ in the last digits. */
function steps(score: number | undefined): number {
  return Math.round((score ?? 0) * 1e9);
}

/** The paper's preference of two rewards in 0..1: it lies in 0.269..0.731, and is no calibrated probability. */
export function softPreference(one: number, other: number): number {
  return 1 / (1 + Math.exp(other - one));
}
