import * as v from "valibot";
import type { Range } from "./returned.ts";

/** Longer calls would meet the limit on CPU time of the processes. */
const LONGEST_SECONDS = 250;

/** Seconds for one call. */
export const timeLimit = v.pipe(
  v.optional(v.pipe(v.number(), v.minValue(0.001), v.maxValue(LONGEST_SECONDS)), 10),
  v.description("Seconds that one call may take, waiting for its turn left out."),
);

export const range = v.pipe(
  v.optional(v.pipe(v.array(v.number()), v.length(2))),
  v.check((pair) => pair === undefined || isRange(pair), "two numbers, the lower one first"),
  v.description("The lowest and the highest value that it returns, where these are not 0 and 1."),
);

export function rangeOf(pair: readonly number[] | undefined): Range | null {
  return pair !== undefined && isRange(pair) ? pair : null;
}

function isRange(pair: readonly number[]): pair is [number, number] {
  const [low, high] = pair;
  return low !== undefined && high !== undefined && low < high && Number.isFinite(high - low);
}
