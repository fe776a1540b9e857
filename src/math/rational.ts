import { ratioOf } from "../core/number/exact.ts";
import { OverBudget } from "./budget.ts";

/** An exact fraction in lowest terms; the denominator is positive. */
export interface Rational {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** Integers beyond this many bits are refused before they are computed. */
const MOST_BITS = 60_000;
/** Below it, an integer needs no look at its size. */
const SMALL = 2n ** 64n;

export const ZERO: Rational = { top: 0n, bottom: 1n };
export const ONE: Rational = { top: 1n, bottom: 1n };

/** In lowest terms; null where the denominator is 0. */
export function rational(top: bigint, bottom = 1n): Rational | null {
  if (bottom === 0n) return null;
  if (bottom === 1n) return { top, bottom };
  const sign = bottom < 0n ? -1n : 1n;
  const common = gcd(top, bottom);
  return { top: (sign * top) / common, bottom: (sign * bottom) / common };
}

export function whole(value: bigint | number): Rational {
  return { top: BigInt(value), bottom: 1n };
}

/** The value of a number in the normal form of the number reader; null where it is too large to write out. */
export function fromText(text: string): Rational | null {
  const ratio = ratioOf(text);
  return ratio === null ? null : rational(ratio.numerator, ratio.denominator);
}

export function isWhole(value: Rational): boolean {
  return value.bottom === 1n;
}

export function same(a: Rational, b: Rational): boolean {
  return a.top === b.top && a.bottom === b.bottom;
}

/** Below 0, 0 or above 0, as `a` is less than, equal to or more than `b`. */
export function order(a: Rational, b: Rational): number {
  const difference = a.top * b.bottom - b.top * a.bottom;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function add(a: Rational, b: Rational): Rational {
  if (a.bottom === 1n && b.bottom === 1n) return { top: a.top + b.top, bottom: 1n };
  checkSize(bits(a.bottom) + bits(b.bottom) + Math.max(bits(a.top), bits(b.top)));
  return rational(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom) ?? ZERO;
}

export function negate(a: Rational): Rational {
  return { top: -a.top, bottom: a.bottom };
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, negate(b));
}

export function multiply(a: Rational, b: Rational): Rational {
  checkSize(Math.max(bits(a.top) + bits(b.top), bits(a.bottom) + bits(b.bottom)));
  return rational(a.top * b.top, a.bottom * b.bottom) ?? ZERO;
}

/** Null where `b` is 0. */
export function divide(a: Rational, b: Rational): Rational | null {
  return b.top === 0n ? null : multiply(a, rational(b.bottom, b.top) ?? ONE);
}

/** A whole power. Null for a negative power of 0, and for 0 to the 0. */
export function power(base: Rational, exponent: bigint): Rational | null {
  if (base.top === 0n) return exponent > 0n ? ZERO : null;
  const times = exponent < 0n ? -exponent : exponent;
  const trivial = (base.top === 1n || base.top === -1n) && base.bottom === 1n;
  // The size is checked first: 10^10^10 must not be begun.
  if (!trivial && times > BigInt(MOST_BITS)) throw new OverBudget("a power is too large");
  if (trivial) return whole(base.top === 1n || times % 2n === 0n ? 1n : -1n);
  checkSize(Number(times) * Math.max(bits(base.top) - 1, bits(base.bottom) - 1));
  const top = base.top ** times;
  const bottom = base.bottom ** times;
  return exponent < 0n ? rational(bottom, top) : { top, bottom };
}

/** The exact root of the given degree, where there is one. */
export function root(value: Rational, degree: number): Rational | null {
  const top = integerRoot(value.top, degree);
  const bottom = integerRoot(value.bottom, degree);
  return top === null || bottom === null ? null : { top, bottom };
}

/** The largest whole number that is not more. */
export function floor(value: Rational): bigint {
  const quotient = value.top / value.bottom;
  return value.top < 0n && quotient * value.bottom !== value.top ? quotient - 1n : quotient;
}

export function absolute(value: Rational): Rational {
  return value.top < 0n ? negate(value) : value;
}

export function gcd(a: bigint, b: bigint): bigint {
  let x = a < 0n ? -a : a;
  let y = b < 0n ? -b : b;
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** The nearest double, or nearly so; infinite beyond the reach of doubles. */
export function toNumber({ top, bottom }: Rational): number {
  if (bottom === 1n) return Number(top);
  const [a, b] = [bits(top), bits(bottom)];
  if (a < 1_000 && b < 1_000) return Number(top) / Number(bottom);
  // Both sides may be infinite as doubles: bring the quotient to 64 bits, and shift back.
  const shift = BigInt(a - b - 64);
  const quotient = shift >= 0n ? top / (bottom << shift) : (top << -shift) / bottom;
  return Number(quotient) * 2 ** Number(shift);
}

/** The size of an integer in bits, to within four. */
function bits(value: bigint): number {
  const size = value < 0n ? -value : value;
  return size < SMALL
    ? 64 - Math.clz32(Number(size >> 32n)) - (size >> 32n === 0n ? 32 : 0)
    : size.toString(16).length * 4;
}

function checkSize(size: number): void {
  if (size > MOST_BITS) throw new OverBudget("a number is too large");
}

function integerRoot(value: bigint, degree: number): bigint | null {
  if (value < 0n) {
    if (degree % 2 === 0) return null;
    const positive = integerRoot(-value, degree);
    return positive === null ? null : -positive;
  }
  if (value < 2n) return value;
  if (degree > 64 || bits(value) > 4_000) return null;
  const n = BigInt(degree);
  // Newton's method from above: it falls until it has the floor of the root.
  let guess = 1n << BigInt(Math.ceil(bits(value) / degree) + 1);
  for (;;) {
    const next = ((n - 1n) * guess + value / guess ** (n - 1n)) / n;
    if (next >= guess) return guess ** n === value ? guess : null;
    guess = next;
  }
}
