import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom, sampleIndexes, splitMix64, xoshiro128 } from "../../src/core/random.ts";

describe("the seeded generator", () => {
  it("gives the published outputs of xoshiro128** 1.1 from the state 1, 2, 3, 4", () => {
    const random = xoshiro128([1, 2, 3, 4]);
    expect(Array.from({ length: 10 }, random.next)).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]);
  });

  it("is seeded by SplitMix64, with its published outputs for 1234567", () => {
    expect(Array.from({ length: 5 }, splitMix64(1234567n))).toEqual([
      6457827717110365317n,
      3203168211198807973n,
      9817491932198370423n,
      4593380528125082431n,
      16408922859458223821n,
    ]);
  });

  it("takes any whole number as a seed, and 0 as any other", () => {
    const first = (seed: number | bigint) => createRandom(seed).next();
    expect(new Set([0, 1, -1, 2 ** 40, 2n ** 63n].map(first)).size).toBe(5);
    expect(first(7)).toBe(first(7n));
  });

  it("stays below the limit and above the last one's share of skew", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 2 ** 32 }), (seed, limit) => {
        const random = createRandom(seed);
        for (let turn = 0; turn < 20; turn++) {
          const drawn = random.below(limit);
          expect(Number.isInteger(drawn) && drawn >= 0 && drawn < limit).toBe(true);
          const fraction = random.fraction();
          expect(fraction >= 0 && fraction < 1).toBe(true);
        }
      }),
    );
  });

  it("draws each result equally often, where a plain remainder would not", () => {
    // 3 * 2^30 divides 2^32 with a remainder of 2^30: the first third would come twice as often.
    const random = createRandom(1);
    const thirds = [0, 0, 0];
    for (let turn = 0; turn < 30_000; turn++) {
      const third = Math.floor(random.below(3 * 2 ** 30) / 2 ** 30);
      thirds[third] = (thirds[third] ?? 0) + 1;
    }
    // Five standard deviations of a binomial count of 30,000 draws at 1/3 are 408.
    for (const count of thirds) expect(Math.abs(count - 10_000)).toBeLessThan(408);
  });
});

describe("a sample of indexes", () => {
  it("holds different indexes in ascending order, as many as asked for", () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), fc.integer(), (total, count, seed) => {
        const indexes = [...sampleIndexes(total, count, createRandom(seed))];
        expect(indexes).toHaveLength(Math.min(total, count));
        expect(indexes).toEqual([...new Set(indexes)].sort((a, b) => a - b));
        expect(indexes.every((index) => index < total)).toBe(true);
        expect([...sampleIndexes(total, count, createRandom(seed))]).toEqual(indexes);
      }),
    );
  });

  it("takes every subset equally often", () => {
    const random = createRandom(3);
    const counts = new Map<string, number>();
    for (let turn = 0; turn < 10_000; turn++) {
      const subset = sampleIndexes(5, 2, random).join();
      counts.set(subset, (counts.get(subset) ?? 0) + 1);
    }
    expect(counts.size).toBe(10);
    // Five standard deviations of 10,000 draws at 1/10 are 150.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });
});
