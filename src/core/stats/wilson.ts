import { checkLevel, defaultLevel, type Interval } from "./interval.ts";
import { normalQuantile } from "./normal.ts";

/**
 * Wilson's score interval for a share of `n` independent rows (Wilson 1927), null for no rows. It stays within 0..1
 * and is never empty: at 0 of n it begins at 0, at n of n it ends at 1. Neither figure need be whole, so an effective
 * number of rows may be given.
 */
export function wilsonInterval({
  successes,
  n,
  level = defaultLevel,
}: {
  readonly successes: number;
  readonly n: number;
  readonly level?: number | undefined;
}): Interval | null {
  checkLevel(level);
  if (!(successes >= 0 && successes <= n && n < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`expected 0 to n successes of n rows, got ${successes} of ${n}`);
  }
  if (n === 0) return null;
  const z = normalQuantile((1 + level) / 2);
  const failures = n - successes;
  const center = successes + (z * z) / 2;
  const reach = z * Math.sqrt((successes * failures) / n + (z * z) / 4);
  const total = n + z * z;
  // At the ends the formula gives 0 and 1 but for rounding, and a share is inside its own interval.
  const low = successes === 0 ? 0 : Math.max(0, (center - reach) / total);
  const high = failures === 0 ? 1 : Math.min(1, (center + reach) / total);
  return { low, high, level, method: "wilson" };
}
