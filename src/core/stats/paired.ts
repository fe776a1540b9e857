import { detectableDifference } from "./detectable.ts";
import { Distribution } from "./distribution.ts";
import { defaultLevel, type Interval } from "./interval.ts";

/** The scores of one row in two runs. */
export interface Pair {
  readonly a: number;
  readonly b: number;
  readonly cluster?: string | null | undefined;
}

/** How much better B is than A: above 0 where B has the higher scores. */
export interface PairedDifference {
  readonly count: number;
  readonly mean: number | null;
  readonly std: number | null;
  /** Null for fewer than two rows or clusters, and where all rows differ by the same: no spread was seen. */
  readonly standardError: number | null;
  readonly ci: Interval | null;
  /** The smallest true difference that so many rows would show with 80 % power. */
  readonly detectable: number | null;
}

export interface PairedOptions {
  /** Whether the pairs name clusters. */
  readonly clustered?: boolean | undefined;
  readonly level?: number | undefined;
}

/**
 * The mean difference of two runs on the same rows. Row by row, what makes a row hard cancels, so far smaller
 * differences show than between two separate means.
 */
export function pairedDifference(pairs: Iterable<Pair>, options: PairedOptions = {}): PairedDifference {
  const differences = new Distribution({ clustered: options.clustered ?? false });
  for (const { a, b, cluster } of pairs) differences.add(b - a, cluster ?? null);
  return differenceOf(differences, options.level);
}

/** The same of differences that were collected before. */
export function differenceOf(differences: Distribution, level: number = defaultLevel): PairedDifference {
  const statistics = differences.statistics();
  const standardError = differences.precision(statistics)?.standardError ?? null;
  return {
    count: statistics.count,
    mean: statistics.mean,
    std: statistics.std,
    standardError,
    ci: differences.interval({ scale: { lowest: -1, highest: 1 }, level, statistics }),
    detectable: standardError === null ? null : detectableDifference({ standardError, level }),
  };
}
