import { logBeta } from "./log-beta.ts";

export interface BetaShape {
  readonly a: number;
  readonly b: number;
}

/** A place between 0 and 1 that keeps its digits next to either end, even where `share` itself is too small for one. */
export interface Place {
  readonly share: number;
  readonly rest: number;
  readonly logShare: number;
  readonly logRest: number;
}

/**
 * The regularised incomplete beta function I_x(a, b): the probability that a beta variable is at most x. Throws a
 * `RangeError` for x outside 0..1 and for shapes that are not positive.
 */
export function incompleteBeta({ x, a, b }: BetaShape & { readonly x: number }): number {
  checkShape({ a, b });
  if (!(x >= 0 && x <= 1)) throw new RangeError(`expected x in 0..1, got ${x}`);
  if (x === 0 || x === 1) return x;
  const place = { share: x, rest: 1 - x, logShare: Math.log(x), logRest: Math.log1p(-x) };
  return Math.exp(logIncompleteBeta(place, { a, b }));
}

/** ln I_x(a, b): it stays finite where the function itself is too small for a number. */
export function logIncompleteBeta(place: Place, { a, b }: BetaShape): number {
  // Beyond this point the fraction converges slowly, and the other tail is the smaller one.
  if (place.share <= (a + 1) / (a + b + 2)) return Math.min(0, logTail(place, { a, b }));
  const { share, rest, logShare, logRest } = place;
  const mirrored = { share: rest, rest: share, logShare: logRest, logRest: logShare };
  return Math.log1p(-Math.exp(logTail(mirrored, { a: b, b: a })));
}

/** ln of x^a (1-x)^b / B(a, b), the slope of I_x over ln(x / (1-x)). */
export function logBetaSlope({ logShare, logRest }: Place, { a, b }: BetaShape): number {
  return a * logShare + b * logRest - logBeta(a, b);
}

export function checkShape({ a, b }: BetaShape): void {
  if (!(a > 0 && b > 0 && a + b < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`expected two positive shapes, got ${a} and ${b}`);
  }
}

function logTail(place: Place, shape: BetaShape): number {
  return logBetaSlope(place, shape) - Math.log(shape.a) - Math.log(fraction(place.share, shape));
}

/** The continued fraction 1 + d1/(1 + d2/(1 + …)) of DLMF 8.17.22, evaluated from the front by Lentz's method. */
function fraction(x: number, { a, b }: BetaShape): number {
  let value = 1;
  let over = 1;
  let under = 0;
  // It needs about sqrt(max(a, b)) steps; the bound is far above that and only guards against never ending.
  const steps = 1_000 + 10 * Math.sqrt(Math.max(a, b));
  for (let step = 1; step < steps; step++) {
    const m = Math.floor(step / 2);
    const doubled = a + 2 * m;
    const term =
      step % 2 === 0
        ? (m * (b - m) * x) / ((doubled - 1) * doubled)
        : (-(a + m) * (a + b + m) * x) / (doubled * (doubled + 1));
    under = 1 / awayFromZero(1 + term * under);
    over = awayFromZero(1 + term / over);
    const change = over * under;
    value *= change;
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return value;
}

/** Lentz's method divides by what may happen to be 0. */
function awayFromZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}
