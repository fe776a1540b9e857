import { DIFFERENT, type Outcome, SAME, same } from "./outcome.ts";
import { type RealSet, sameEnd, sameSet } from "./real-set.ts";

/** What two computations of one end may differ by. */
const NOISE = 1e-13;

/** Compares sets by their ends. What agrees to nine digits and no further may be two ends: 10^12 and 10^12 + 1. */
export function setOutcome(a: RealSet, b: RealSet): Outcome {
  if (sameSet(a, b, (x, y) => sameEnd(x, y, NOISE))) return SAME;
  return sameSet(a, b) ? same("digits") : DIFFERENT;
}
