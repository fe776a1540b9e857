import { Sum } from "./sum.ts";
import { type Counts, Tally } from "./tally.ts";

/** The statistics of nothing are null, and so is the spread of a single value. */
export interface Statistics {
  readonly count: number;
  readonly mean: number | null;
  readonly median: number | null;
  /** The sample standard deviation, with n-1. */
  readonly std: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

export function statisticsOf(values: Tally | Iterable<number>): Statistics {
  const tally = values instanceof Tally ? values : Tally.of(values);
  const count = tally.size;
  const sorted = tally.sorted();
  const min = sorted.values[0];
  const max = sorted.values.at(-1);
  if (min === undefined || max === undefined) {
    return { count, mean: null, median: null, std: null, min: null, max: null };
  }
  const mean = meanOf(sorted, count, min, max);
  return { count, mean, median: medianOf(sorted, count), std: deviationOf(sorted, count, mean), min, max };
}

/**
 * Measured from the place on the values' range that is nearest to 0, so that equal values have exactly that mean,
 * 1e9 + {1, 2, 3} loses no digit, and 0 and 1 are counted without rounding.
 */
function meanOf(sorted: Counts, count: number, min: number, max: number): number {
  const from = Math.max(min, Math.min(max, 0));
  return Math.max(min, Math.min(max, from + sumOfDistances(sorted, from) / count));
}

function sumOfDistances({ values, counts }: Counts, from: number): number {
  const sum = new Sum();
  values.forEach((value, index) => {
    sum.add((value - from) * (counts[index] ?? 0));
  });
  return sum.value;
}

function medianOf(sorted: Counts, count: number): number {
  const lower = valueAt(sorted, Math.floor((count - 1) / 2));
  const upper = valueAt(sorted, Math.floor(count / 2));
  return lower === upper ? lower : (lower + upper) / 2;
}

function valueAt({ values, counts }: Counts, position: number): number {
  let before = 0;
  const index = counts.findIndex((count) => {
    before += count;
    return position < before;
  });
  return values[index] ?? Number.NaN;
}

/**
 * Two passes with the correction of Chan, Golub and LeVeque (1983): the mean is rounded, and what that adds to the sum
 * of squares is taken off again.
 */
function deviationOf(sorted: Counts, count: number, mean: number): number | null {
  if (count < 2) return null;
  const squares = new Sum();
  sorted.values.forEach((value, index) => {
    squares.add((value - mean) ** 2 * (sorted.counts[index] ?? 0));
  });
  const rest = sumOfDistances(sorted, mean);
  return Math.sqrt(Math.max(0, squares.value - rest ** 2 / count) / (count - 1));
}
