import { hash } from "./point.ts";
import type { Rational } from "./rational.ts";

/** Arithmetic modulo a prime, where nothing is ever rounded. Values are 0 up to the prime. */

/** The prime 2^61 - 31. It is 1 modulo 4, so -1 has a square root. */
export const PRIME = 2_305_843_009_213_693_921n;
/** It stands for i: its square is -1. */
export const ROOT_OF_MINUS_ONE = 583_529_827_753_931_384n;

export function plus(x: bigint, y: bigint): bigint {
  return (x + y) % PRIME;
}

export function minus(x: bigint, y: bigint): bigint {
  return modulo(x - y, PRIME);
}

export function times(x: bigint, y: bigint): bigint {
  return (x * y) % PRIME;
}

/** Null where a side is, and where the second is 0. */
export function over(top: bigint | null, bottom: bigint | null): bigint | null {
  if (top === null || bottom === null || bottom === 0n) return null;
  // Fermat: x^(p-1) is 1, so x^(p-2) is 1/x.
  return times(top, raised(bottom, PRIME - 2n));
}

/** A whole power, which may be negative and of any size. Null for 0 to the 0, and for a negative power of 0. */
export function toPower(base: bigint, exponent: bigint): bigint | null {
  if (base === 0n) return exponent > 0n ? 0n : null;
  return raised(base, modulo(exponent, PRIME - 1n));
}

export function fromRational({ top, bottom }: Rational): bigint | null {
  const value = modulo(top, PRIME);
  return bottom === 1n ? value : over(value, modulo(bottom, PRIME));
}

/** A value for a key: the same for the same key and seed, else any. */
export function drawn(key: string, seed: number): bigint {
  const high = BigInt(hash(key, seed));
  return ((high << 32n) + BigInt(hash(key, seed ^ 0x5bd1e995))) % PRIME;
}

function modulo(value: bigint, by: bigint): bigint {
  const rest = value % by;
  return rest < 0n ? rest + by : rest;
}

function raised(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base, rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = times(result, square);
    square = times(square, square);
  }
  return result;
}
