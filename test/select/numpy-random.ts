/**
 * NumPy's `default_rng(seed).permutation(count)`: the published figures were made with its draws, so the same folds and
 * orders are drawn here. SeedSequence, PCG64 (XSL-RR 128/64) and the shuffle as NumPy documents them.
 */

const mask32 = 0xffffffffn;
const mask64 = (1n << 64n) - 1n;
const mask128 = (1n << 128n) - 1n;
const multiplier = (2549297995355413924n << 64n) + 4865540595714422341n;

export function numpyRandom(seed: number): { permutation(count: number): readonly number[] } {
  const [a, b, c, d] = seedWords(seed);
  const increment = ((((c << 64n) | d) << 1n) | 1n) & mask128;
  let state = (increment + ((a << 64n) | b)) & mask128;
  const step = () => {
    state = (state * multiplier + increment) & mask128;
  };
  step();
  const next64 = () => {
    step();
    const word = (state >> 64n) ^ (state & mask64);
    const turn = state >> 122n;
    return ((word >> turn) | (word << (64n - turn))) & mask64;
  };
  let kept: number | null = null;
  const next32 = (): number => {
    if (kept !== null) {
      const high = kept;
      kept = null;
      return high;
    }
    const both = next64();
    kept = Number(both >> 32n);
    return Number(both & mask32);
  };
  /** A whole number in 0..most: draws under the next power of two until one fits. */
  const below = (most: number): number => {
    const mask = 2 ** Math.ceil(Math.log2(most + 1)) - 1;
    let drawn = (next32() & mask) >>> 0;
    while (drawn > most) drawn = (next32() & mask) >>> 0;
    return drawn;
  };
  return {
    permutation: (count) => {
      const places = Array.from({ length: count }, (_, place) => place);
      for (let last = count - 1; last > 0; last--) {
        const drawn = below(last);
        [places[last], places[drawn]] = [places[drawn] ?? 0, places[last] ?? 0];
      }
      return places;
    },
  };
}

/** Four words of 64 bits from the seed, which is a whole number below 2^32. */
function seedWords(seed: number): readonly [bigint, bigint, bigint, bigint] {
  let constant = 0x43b0d7e5;
  const hash = (value: number): number => {
    const mixed = value ^ constant;
    constant = Math.imul(constant, 0x931e8875);
    const word = Math.imul(mixed, constant);
    return word ^ (word >>> 16);
  };
  const pool = [seed, 0, 0, 0].map(hash);
  for (let from = 0; from < 4; from++) {
    for (let to = 0; to < 4; to++) {
      if (from === to) continue;
      const word = Math.imul(0xca01f9dd, pool[to] ?? 0) - Math.imul(0x4973f715, hash(pool[from] ?? 0));
      pool[to] = word ^ (word >>> 16);
    }
  }
  let output = 0x8b51f9dd;
  const words = Array.from({ length: 8 }, (_, index) => {
    const mixed = (pool[index % 4] ?? 0) ^ output;
    output = Math.imul(output, 0x58f38ded);
    const word = Math.imul(mixed, output);
    return BigInt((word ^ (word >>> 16)) >>> 0);
  });
  const pair = (index: number) => (words[index] ?? 0n) | ((words[index + 1] ?? 0n) << 32n);
  return [pair(0), pair(2), pair(4), pair(6)];
}
