import { cholesky, type Matrix, solve } from "./cholesky.ts";
import type { Outcome } from "./outcomes.ts";

/**
 * Strengths on the log scale: A beats B with odds e^(a - b), ties aside. Their sum is 0. `ties` is Davidson's nu: a tie
 * of equals is nu / 2 as likely as a decision.
 */
export interface Fit {
  readonly strengths: Float64Array;
  readonly ties: number;
  /** The factor of the information matrix: how sharply the strengths are known. */
  readonly factor: Matrix;
}

/**
 * How far apart candidates are before anything is seen: the standard deviation of a log strength. It keeps strengths
 * finite where one candidate won every look, and is wide: one step of it is odds of 4.5 to 1.
 */
const priorDeviation = 1.5;

/**
 * The Bradley-Terry model with ties of Davidson (1970): P(tie) is proportional to nu x sqrt(strength x strength), P(win)
 * to the strength. The most likely strengths under a normal prior, by Newton's method on a concave function; nu by its
 * likelihood equation in turn. With `ties` given, nu is held.
 */
export function fitStrengths(
  count: number,
  outcomes: readonly Outcome[],
  held: { readonly ties?: number; readonly start?: Float64Array } = {},
): Fit {
  const strengths = held.start === undefined ? new Float64Array(count) : Float64Array.from(held.start);
  const tied = outcomes.reduce((sum, outcome) => sum + outcome.ties, 0);
  let ties = held.ties ?? (tied > 0 ? 1 : 0);
  let factor = informationFactor(strengths, outcomes, ties);
  for (let step = 0; step < 200; step++) {
    const move = solve(factor, gradient(strengths, outcomes, ties));
    const largest = move.reduce((most, part) => Math.max(most, Math.abs(part)), 0);
    // A step of more than 2 may overshoot where the curve is flat.
    const scale = largest > 2 ? 2 / largest : 1;
    move.forEach((part, place) => {
      strengths[place] = (strengths[place] ?? 0) + part * scale;
    });
    const next = held.ties ?? tiesOf(strengths, outcomes, { tied, ties });
    const moved = Math.max(largest, Math.abs(next - ties));
    ties = next;
    factor = informationFactor(strengths, outcomes, ties);
    if (moved < 1e-10) break;
  }
  return { strengths, ties, factor };
}

/** The chance that the one is stronger than the other: a normal approximation around the fit. */
export function chanceStronger({ strengths, factor }: Fit, one: number, other: number): number {
  const contrast = new Float64Array(strengths.length);
  contrast[one] = 1;
  contrast[other] = -1;
  const spread = solve(factor, contrast);
  const variance = (spread[one] ?? 0) - (spread[other] ?? 0);
  return normalBelow(((strengths[one] ?? 0) - (strengths[other] ?? 0)) / Math.sqrt(variance));
}

/** Strengths as shares of 1. */
export function sharesOf(strengths: Float64Array): Float64Array {
  const largest = strengths.reduce((most, strength) => Math.max(most, strength), Number.NEGATIVE_INFINITY);
  const shares = strengths.map((strength) => Math.exp(strength - largest));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}

/** Of one pair: the chance of a tie, and by how much a win of i is likelier than one of j. */
function chances(strengths: Float64Array, { i, j }: Outcome, ties: number) {
  const half = Math.exp(((strengths[i] ?? 0) - (strengths[j] ?? 0)) / 2);
  const all = half + 1 / half + ties;
  return { tie: ties / all, lead: (half - 1 / half) / all, all };
}

function gradient(strengths: Float64Array, outcomes: readonly Outcome[], ties: number): Float64Array {
  const slope = strengths.map((strength) => -strength / priorDeviation ** 2);
  for (const outcome of outcomes) {
    const { i, j, wins, losses } = outcome;
    const { lead } = chances(strengths, outcome, ties);
    const part = (wins - losses - looksOf(outcome) * lead) / 2;
    slope[i] = (slope[i] ?? 0) + part;
    slope[j] = (slope[j] ?? 0) - part;
  }
  return slope;
}

function informationFactor(strengths: Float64Array, outcomes: readonly Outcome[], ties: number): Matrix {
  const matrix = Array.from(strengths, (_, place) => {
    const row = new Float64Array(strengths.length);
    row[place] = 1 / priorDeviation ** 2;
    return row;
  });
  const add = (row: number, column: number, part: number) => {
    const own = matrix[row];
    if (own !== undefined) own[column] = (own[column] ?? 0) + part;
  };
  for (const outcome of outcomes) {
    const { tie, lead } = chances(strengths, outcome, ties);
    const part = (looksOf(outcome) * (1 - tie - lead ** 2)) / 4;
    add(outcome.i, outcome.i, part);
    add(outcome.j, outcome.j, part);
    add(outcome.i, outcome.j, -part);
    add(outcome.j, outcome.i, -part);
  }
  return cholesky(matrix);
}

/**
 * The likelihood equation: as many ties as expected. One tie and one decision of equals are added, so that nu stays
 * finite where all looks are ties.
 */
function tiesOf(
  strengths: Float64Array,
  outcomes: readonly Outcome[],
  last: { readonly tied: number; readonly ties: number },
): number {
  if (last.tied === 0) return 0;
  const each = outcomes.reduce(
    (sum, outcome) => sum + looksOf(outcome) / chances(strengths, outcome, last.ties).all,
    0,
  );
  return (last.tied + 1) / (each + 2 / (2 + last.ties));
}

function looksOf({ wins, ties, losses }: Outcome): number {
  return wins + ties + losses;
}

/** The standard normal distribution function, to about 1e-7 (Abramowitz and Stegun 26.2.17). */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series = ((((1.330274429 * t - 1.821255978) * t + 1.781477937) * t - 0.356563782) * t + 0.31938153) * t;
  const above = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
  return z < 0 ? above : 1 - above;
}
