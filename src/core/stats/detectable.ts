import { checkLevel, defaultLevel } from "./interval.ts";
import { normalQuantile } from "./normal.ts";

/**
 * The smallest true difference that a comparison of this precision would find with probability `power`, testing at
 * 1 - `level` from both sides: (z_(1 - (1-level)/2) + z_power) · standard error, 2.80 standard errors by default. It is
 * n = (z + z)^2 · variance / difference^2 (Miller 2024) solved for the difference. For pass or fail the variance of a
 * paired difference is the share of rows that flipped less the squared difference.
 */
export function detectableDifference(given: {
  readonly standardError: number;
  readonly level?: number | undefined;
  readonly power?: number | undefined;
}): number {
  const { standardError, level = defaultLevel, power = 0.8 } = given;
  checkLevel(level);
  if (!(power >= 0.5 && power < 1)) throw new RangeError(`expected a power from 0.5 to below 1, got ${power}`);
  return (normalQuantile((1 + level) / 2) + normalQuantile(power)) * standardError;
}
