import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mcNemar } from "../../../src/core/stats/mcnemar.ts";
import { atLeastK, passAtK, passPowerK } from "../../../src/core/stats/pass-at-k.ts";
import mcnemarCases from "../../cases/mcnemar.json" with { type: "json" };
import drawCases from "../../cases/pass-at-k.json" with { type: "json" };

const draws = fc
  .record({ n: fc.integer({ min: 1, max: 300 }), c: fc.nat(300), k: fc.integer({ min: 1, max: 300 }) })
  .map(({ n, c, k }) => ({ n, right: Math.min(c, n), k }));

describe("McNemar's exact test", () => {
  it.each(mcnemarCases)("$why: $onlyA to $onlyB", ({ onlyA, onlyB, p }) => {
    expect(Math.abs(mcNemar({ onlyA, onlyB }) - p)).toBeLessThanOrEqual(1e-9 * p);
  });

  it("is the same for both sides, a probability, and falls as the split grows more uneven", () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.nat(2_000), (onlyA, onlyB) => {
        const p = mcNemar({ onlyA, onlyB });
        expect(p).toBe(mcNemar({ onlyA: onlyB, onlyB: onlyA }));
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(mcNemar({ onlyA: Math.max(onlyA, onlyB) + 1, onlyB: Math.min(onlyA, onlyB) })).toBeLessThanOrEqual(p);
      }),
    );
  });

  it("copes with a billion flips", () => {
    const p = mcNemar({ onlyA: 500_000_000, onlyB: 500_050_000 });
    // The normal limit with the correction of one half: z = (50,000 - 1) / sqrt(1,000,050,000) = 1.58105.
    expect(p).toBeCloseTo(0.11387, 4);
  });

  it("refuses what is no count", () => {
    for (const onlyA of [-1, 0.5, Number.NaN]) expect(() => mcNemar({ onlyA, onlyB: 3 })).toThrow(RangeError);
  });
});

describe("answers drawn from several", () => {
  it.each(drawCases)("$why: $right of $n right, k = $k", ({ n, right, k, passAtK: any, passPowerK: all }) => {
    expectNear(passAtK({ n, right, k }), any);
    expectNear(passPowerK({ n, right, k }), all);
  });

  it("are probabilities, and to have all right is never likelier than to have one", () => {
    fc.assert(
      fc.property(draws, ({ n, right, k }) => {
        const any = passAtK({ n, right, k });
        const all = passPowerK({ n, right, k });
        if (any === null || all === null) {
          expect(n).toBeLessThan(k);
          expect([any, all]).toEqual([null, null]);
          return;
        }
        expect(all).toBeGreaterThanOrEqual(0);
        expect(all).toBeLessThanOrEqual(right / n + 1e-12);
        expect(any).toBeGreaterThanOrEqual(right / n - 1e-12);
        expect(any).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("mirror each other: none wrong of k is all right of k", () => {
    fc.assert(
      fc.property(draws, ({ n, right, k }) => {
        fc.pre(k <= n);
        const oneWrong = passAtK({ n, right: n - right, k }) ?? Number.NaN;
        expect(passPowerK({ n, right, k })).toBeCloseTo(1 - oneWrong, 12);
      }),
    );
  });

  it("know at least k only when no unscored answer could change it", () => {
    expect(atLeastK({ n: 3, right: 2, k: 2, unscored: 0 })).toBe(1);
    expect(atLeastK({ n: 3, right: 1, k: 2, unscored: 0 })).toBe(0);
    expect(atLeastK({ n: 2, right: 2, k: 2, unscored: 5 })).toBe(1);
    expect(atLeastK({ n: 2, right: 1, k: 2, unscored: 1 })).toBeNull();
    expect(atLeastK({ n: 3, right: 0, k: 2, unscored: 1 })).toBe(0);
    expect(atLeastK({ n: 1, right: 1, k: 2, unscored: 0 })).toBeNull();
    expect(atLeastK({ n: 0, right: 0, k: 1, unscored: 0 })).toBeNull();
  });

  it("refuse counts that cannot be", () => {
    expect(() => passAtK({ n: 3, right: 4, k: 1 })).toThrow("4 of 3");
    expect(() => passAtK({ n: 3, right: 1, k: 0 })).toThrow("a k of 1 or more");
    expect(() => passPowerK({ n: 3, right: 1.5, k: 1 })).toThrow(RangeError);
    expect(() => atLeastK({ n: 3, right: 1, k: 1.5, unscored: 0 })).toThrow(RangeError);
  });
});

function expectNear(got: number | null, expected: number | null): void {
  if (got === null || expected === null) expect(got).toBe(expected);
  else expect(Math.abs(got - expected)).toBeLessThanOrEqual(1e-12);
}
