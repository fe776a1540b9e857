/**
 * A range that holds the true figure with probability `level`. `method` is `wilson` where it follows from a count of
 * chances, `t` where it follows from a standard error. It is not cut to the scale of the scores.
 */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly level: number;
  readonly method: "wilson" | "t";
}

export const defaultLevel = 0.95;

/** Throws a `RangeError` for a level that no interval can have. */
export function checkLevel(level: number): void {
  if (!(level > 0 && level < 1)) throw new RangeError(`expected a level between 0 and 1, got ${level}`);
}
