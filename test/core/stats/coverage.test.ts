import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Distribution } from "../../../src/core/stats/distribution.ts";
import { logBeta } from "../../../src/core/stats/log-beta.ts";
import { wilsonInterval } from "../../../src/core/stats/wilson.ts";

describe("how often an interval holds the true figure", () => {
  const cells = [20, 50, 100, 164].flatMap((n) => [0.5, 0.8, 0.9, 0.98].map((share) => ({ n, share })));

  it.each(cells)("Wilson's for $n rows at $share: at least 92 %, where the plain one may fall to a third", (cell) => {
    const { n, share } = cell;
    let wilson = 0;
    for (let successes = 0; successes <= n; successes++) {
      const { low, high } = wilsonInterval({ successes, n }) ?? { low: 1, high: 0 };
      if (low <= share && share <= high) wilson += chanceOf(successes, cell);
    }
    expect(wilson).toBeGreaterThan(0.92);
    expect(wilson).toBeLessThan(0.99);
  });

  it("with clusters of five like rows: 95 % where rows taken as independent give far less", () => {
    const next = seeded(20_240_601);
    let clustered = 0;
    let naive = 0;
    const runs = 1_000;
    for (let run = 0; run < runs; run++) {
      const robust = new Distribution({ clustered: true });
      const plain = new Distribution({ clustered: false });
      for (let cluster = 0; cluster < 40; cluster++) {
        const base = next();
        // Half the variance is the cluster's own: correlation 0.5 within it, and a mean of 0.5 over all.
        for (let row = 0; row < 5; row++) {
          const value = (base + next()) / 2;
          robust.add(value, `c${cluster}`);
          plain.add(value, null);
        }
      }
      if (holds(robust)) clustered++;
      if (holds(plain)) naive++;
    }
    expect(clustered / runs).toBeGreaterThan(0.92);
    expect(clustered / runs).toBeLessThan(0.98);
    expect(naive / runs).toBeLessThan(0.8);
  });
});

describe("the logarithm of the beta function", () => {
  it("obeys B(a, b) = B(a + 1, b) + B(a, b + 1), for small and large shapes", () => {
    const shape = fc.double({ min: 0.01, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(shape, shape, (a, b) => {
        const whole = logBeta(a, b);
        const parts = Math.exp(logBeta(a + 1, b) - whole) + Math.exp(logBeta(a, b + 1) - whole);
        expect(Math.abs(parts - 1)).toBeLessThan(1e-9);
        expect(logBeta(b, a)).toBe(whole);
      }),
    );
  });
});

/** The binomial chance of so many successes. */
function chanceOf(successes: number, { n, share }: { readonly n: number; readonly share: number }): number {
  const ways = -Math.log(n + 1) - logBeta(successes + 1, n - successes + 1);
  return Math.exp(ways + successes * Math.log(share) + (n - successes) * Math.log1p(-share));
}

function holds(distribution: Distribution): boolean {
  const ci = distribution.interval({ scale: { lowest: 0, highest: 1 }, level: 0.95 });
  return ci !== null && ci.low <= 0.5 && 0.5 <= ci.high;
}

/** Numbers in 0..1 by xorshift, the same for each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
