export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/**
 * Where the mean would be if every check that broke had been wrong, and if every one had been right. With nothing
 * scored it is anywhere on 0..1; with nothing at all it is null.
 */
export function boundsWithErrors(given: {
  readonly mean: number | null;
  readonly count: number;
  readonly errorCount: number;
}): Bounds | null {
  const { mean, count, errorCount } = given;
  const total = count + errorCount;
  if (total === 0) return null;
  if (mean === null || errorCount === 0) return mean === null ? { low: 0, high: 1 } : { low: mean, high: mean };
  const sum = mean * count;
  return { low: sum / total, high: (sum + errorCount) / total };
}
