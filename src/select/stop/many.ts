import type { Random } from "../../core/random.ts";
import { type Edge, pivotPairs } from "../rank/pivot.ts";

export type { Edge };

/** How many meet everybody. */
const pivots = 2;

/** A ring through all places in a random order: each meets two others. */
export function ringOf(count: number, random: Random): readonly Edge[] {
  const places = Array.from({ length: count }, (_, place) => place);
  for (let last = count - 1; last > 0; last--) {
    const drawn = random.below(last + 1);
    [places[last], places[drawn]] = [places[drawn] ?? 0, places[last] ?? 0];
  }
  return places.map((place, index): Edge => [place, places[(index + 1) % count] ?? 0]);
}

/** The pairs of the strongest with everybody, without those on the ring: looks have both orders, so direction is none. */
export function pivotEdges(strengths: Float64Array, ring: readonly Edge[]): readonly Edge[] {
  const places = Array.from(strengths, (_, place) => place);
  places.sort((one, other) => (strengths[other] ?? 0) - (strengths[one] ?? 0) || one - other);
  const known = new Set(ring.map(undirected));
  return pivotPairs(strengths.length, places.slice(0, pivots)).filter((edge) => !known.has(undirected(edge)));
}

function undirected([one, other]: Edge): string {
  return `${Math.min(one, other)} ${Math.max(one, other)}`;
}
