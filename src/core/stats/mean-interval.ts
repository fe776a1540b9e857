import type { Clusters } from "./clusters.ts";
import { constantInterval, type Scale } from "./constant.ts";
import type { Interval } from "./interval.ts";
import type { Statistics } from "./statistics.ts";
import { studentInterval } from "./student.ts";
import { wilsonInterval } from "./wilson.ts";

/** The standard error of a mean, and the degrees of freedom of Student's t that go with it. */
export interface Precision {
  readonly standardError: number;
  readonly df: number;
}

/** Null where there are too few rows or clusters, and where all are the same: no spread was seen, so none is known. */
export function precisionOf(statistics: Statistics, clusters: Clusters | null): Precision | null {
  const { count, mean, std, min, max } = statistics;
  if (mean === null || std === null || min === null || max === null) return null;
  const standardError = clusters === null ? std / Math.sqrt(count) : clusters.standardError(mean);
  // Clusters whose means are equal leave a rest of rounding, which is no spread.
  if (standardError === null || standardError <= 1e-12 * (max - min)) return null;
  return { standardError, df: (clusters?.count ?? count) - 1 };
}

/**
 * The interval of a mean, by the first rule that fits:
 * values that are all 0 or 1, without clusters: Wilson, from one row on;
 * no spread between rows (or clusters): what so many equal rows (or clusters) show, see `constantInterval`;
 * else Student's t with n-1 degrees of freedom, or with the cluster-robust standard error and C-1.
 * Null where there is a single row or cluster that is neither all 0 nor all 1.
 */
export function meanInterval(given: {
  readonly statistics: Statistics;
  /** Whether every value is 0 or 1. */
  readonly binary: boolean;
  readonly clusters: Clusters | null;
  readonly scale: Scale;
  readonly level: number;
}): Interval | null {
  const { statistics, binary, clusters, scale, level } = given;
  const { count, mean, min, max } = statistics;
  if (mean === null) return null;
  if (binary && clusters === null) return wilsonInterval({ successes: Math.round(mean * count), n: count, level });
  const precision = precisionOf(statistics, clusters);
  if (precision !== null) return studentInterval({ mean, ...precision, level });
  const n = clusters?.count ?? count;
  const decided = binary && min === max;
  return n < 2 && !decided ? null : constantInterval({ value: mean, n, scale, level });
}
