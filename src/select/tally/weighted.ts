import { Sum } from "../../core/stats/sum.ts";

export interface Weighed {
  readonly value: number;
  /** At least 0. */
  readonly weight: number;
}

/** Scores and shares are sums of fractions: below this, two of them differ by rounding alone. */
export const rounding = 1e-9;

/** The weighted mean; null without any weight. */
export function weightedMean(items: readonly Weighed[]): number | null {
  const total = new Sum();
  const weights = new Sum();
  for (const { value, weight } of items) {
    total.add(value * weight);
    weights.add(weight);
  }
  return weights.value > 0 ? total.value / weights.value : null;
}

/** The weighted standard deviation of all there is: no correction for a sample. Null without any weight. */
export function weightedDeviation(items: readonly Weighed[]): number | null {
  const mean = weightedMean(items);
  if (mean === null) return null;
  const squares = weightedMean(items.map(({ value, weight }) => ({ value: (value - mean) ** 2, weight })));
  return squares === null ? null : Math.sqrt(squares);
}

/** A weight as it counts: what is negative or no number counts as 0. */
export function usableWeight(weight: number): number {
  return Number.isFinite(weight) && weight > 0 ? weight : 0;
}

/** Equal weights where there is no weight at all: weights that are all 0 say nothing. */
export function orEqual(weights: readonly number[]): readonly number[] {
  return weights.some((weight) => weight > 0) ? weights : weights.map(() => 1);
}

/** Within 0..1. */
export function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
