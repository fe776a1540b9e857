/** Seeded randomness. The same seed gives the same numbers on every machine and version; nothing here is secret. */

export interface Random {
  /** A whole number in 0..2^32-1. */
  next(): number;
  /** A whole number in 0..limit-1, each equally likely. `limit` is a whole number in 1..2^32. */
  below(limit: number): number;
  /** A number in [0, 1) with 53 random bits. */
  fraction(): number;
}

/**
 * xoshiro128** 1.1 by Blackman and Vigna, its state filled by SplitMix64 as its authors recommend.
 * `seed` is any whole number; it counts modulo 2^64. https://prng.di.unimi.it
 */
export function createRandom(seed: number | bigint): Random {
  const words = splitMix64(BigInt(seed));
  const [first, second] = [words(), words()];
  return xoshiro128([low(first), high(first), low(second), high(second)]);
}

/** The generator itself, from a state of four 32-bit words that are not all 0. */
export function xoshiro128([a, b, c, d]: readonly [number, number, number, number]): Random {
  const next = (): number => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result;
  };
  return {
    next,
    below: (limit) => {
      // The numbers above the last full multiple are thrown away: keeping them would favour the small results.
      const fair = 2 ** 32 - (2 ** 32 % limit);
      let drawn = next();
      while (drawn >= fair) drawn = next();
      return drawn % limit;
    },
    fraction: () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53,
  };
}

/** SplitMix64 (Steele, Lea, Flood 2014): turns any seed, 0 included, into well-mixed 64-bit words. */
export function splitMix64(seed: bigint): () => bigint {
  let state = BigInt.asUintN(64, seed);
  return () => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let word = state;
    word = BigInt.asUintN(64, (word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n);
    word = BigInt.asUintN(64, (word ^ (word >> 27n)) * 0x94d049bb133111ebn);
    return word ^ (word >> 31n);
  };
}

/**
 * `count` different whole numbers out of 0..total-1 in ascending order, every subset equally likely (selection
 * sampling: Knuth, The Art of Computer Programming 2, algorithm 3.4.2 S). All of them where `count` is `total` or more.
 */
export function sampleIndexes(total: number, count: number, random: Random): Uint32Array {
  const chosen = new Uint32Array(Math.min(total, count));
  let taken = 0;
  for (let index = 0; taken < chosen.length; index++) {
    if (random.below(total - index) < chosen.length - taken) chosen[taken++] = index;
  }
  return chosen;
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

function low(word: bigint): number {
  return Number(word & 0xffffffffn);
}

function high(word: bigint): number {
  return Number(word >> 32n);
}
