import { betaLogit } from "./beta-quantile.ts";
import { checkLevel, defaultLevel, type Interval } from "./interval.ts";
import { normalQuantile } from "./normal.ts";

/**
 * The value below which Student's t falls with this probability. With df degrees of freedom (any positive number,
 * infinity for the normal distribution) df / (df + t^2) is a beta variable of shapes df/2 and 1/2.
 */
export function studentQuantile({ probability, df }: { readonly probability: number; readonly df: number }): number {
  if (!(df > 0)) throw new RangeError(`expected positive degrees of freedom, got ${df}`);
  if (!(probability >= 0 && probability <= 1)) {
    throw new RangeError(`expected a probability in 0..1, got ${probability}`);
  }
  if (probability === 0.5) return 0;
  if (df > 1e6) return nearNormal(normalQuantile(probability), df);
  const outside = 2 * Math.min(probability, 1 - probability);
  const logit = betaLogit({ lower: outside, upper: Math.abs(1 - 2 * probability) }, { a: df / 2, b: 0.5 });
  const size = Math.sqrt(df) * Math.exp(-logit / 2);
  return probability < 0.5 ? -size : size;
}

/** mean ± t · standard error. Symmetric about the mean, and not cut to the scale of the values. */
export function studentInterval(given: {
  readonly mean: number;
  readonly standardError: number;
  readonly df: number;
  readonly level?: number | undefined;
}): Interval {
  const { mean, standardError, df, level = defaultLevel } = given;
  checkLevel(level);
  const reach = studentQuantile({ probability: (1 + level) / 2, df }) * standardError;
  return { low: mean - reach, high: mean + reach, level, method: "t" };
}

/** The expansion about the normal quantile (Abramowitz and Stegun 26.7.5); what it leaves out is below z^7 / df^3. */
function nearNormal(z: number, df: number): number {
  if (!Number.isFinite(z)) return z;
  return z + (z ** 3 + z) / (4 * df) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * df ** 2);
}
