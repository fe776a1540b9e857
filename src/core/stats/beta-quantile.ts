import { type BetaShape, checkShape, logBetaSlope, logIncompleteBeta, type Place } from "./incomplete-beta.ts";

/** A probability and what is left of 1, both in full precision. */
export interface Tails {
  readonly lower: number;
  readonly upper: number;
}

/** The inverse of the regularised incomplete beta function: the x with I_x(a, b) = probability. */
export function betaQuantile({ probability, a, b }: BetaShape & { readonly probability: number }): number {
  checkShape({ a, b });
  if (!(probability >= 0 && probability <= 1)) {
    throw new RangeError(`expected a probability in 0..1, got ${probability}`);
  }
  return placeOf(betaLogit({ lower: probability, upper: 1 - probability }, { a, b })).share;
}

/**
 * The same as ln(x / (1-x)), which keeps all digits where x is close to 0 or to 1.
 *
 * The logit of a beta variable has a density whose logarithm is concave, so ln I is concave over the logit, and Newton's
 * method on it closes in from below wherever it begins: no bracket is needed.
 */
export function betaLogit({ lower, upper }: Tails, { a, b }: BetaShape): number {
  if (lower === 0) return Number.NEGATIVE_INFINITY;
  if (upper === 0) return Number.POSITIVE_INFINITY;
  if (upper < lower) return -betaLogit({ lower: upper, upper: lower }, { a: b, b: a });
  const goal = Math.log(lower);
  let logit = Math.log(a / b);
  for (let step = 0; step < 100; step++) {
    const place = placeOf(logit);
    const reached = logIncompleteBeta(place, { a, b });
    const move = (reached - goal) * Math.exp(reached - logBetaSlope(place, { a, b }));
    logit -= move;
    if (Math.abs(move) <= 1e-15 * Math.max(1, Math.abs(logit))) break;
  }
  return logit;
}

function placeOf(logit: number): Place {
  const logShare = -softplus(-logit);
  const logRest = -softplus(logit);
  return { share: Math.exp(logShare), rest: Math.exp(logRest), logShare, logRest };
}

/** ln(1 + e^x) without overflow. */
function softplus(x: number): number {
  return Math.max(0, x) + Math.log1p(Math.exp(-Math.abs(x)));
}
