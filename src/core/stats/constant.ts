import type { Interval } from "./interval.ts";
import { wilsonInterval } from "./wilson.ts";

/** The scale that the values are on: a score is in 0..1, a difference of two scores in -1..1. */
export interface Scale {
  readonly lowest: number;
  readonly highest: number;
}

/**
 * The interval of a mean of which all `n` values were the same. Their spread is 0, and an interval of no width would
 * read as certainty. What n equal values do show is that other values are rare: the share of them is at most the upper
 * end of Wilson's interval for 0 of n, and the mean moves by at most that share towards either end of the scale. At the
 * ends of the scale this is Wilson's interval itself. Null for no values, and for a value off the scale.
 */
export function constantInterval(given: {
  readonly value: number;
  readonly n: number;
  readonly scale: Scale;
  readonly level?: number | undefined;
}): Interval | null {
  const { value, n, scale, level } = given;
  if (value < scale.lowest || value > scale.highest) return null;
  const others = wilsonInterval({ successes: 0, n, level });
  if (others === null) return null;
  const low = value - others.high * (value - scale.lowest);
  const high = value + others.high * (scale.highest - value);
  return { ...others, low, high };
}
