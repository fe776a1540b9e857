import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Clusters } from "../../../src/core/stats/clusters.ts";
import { constantInterval } from "../../../src/core/stats/constant.ts";
import { detectableDifference } from "../../../src/core/stats/detectable.ts";
import { Distribution } from "../../../src/core/stats/distribution.ts";
import { boundsWithErrors } from "../../../src/core/stats/error-bounds.ts";
import { normalQuantile } from "../../../src/core/stats/normal.ts";
import { pairedDifference } from "../../../src/core/stats/paired.ts";
import { statisticsOf } from "../../../src/core/stats/statistics.ts";
import { studentInterval } from "../../../src/core/stats/student.ts";
import { wilsonInterval } from "../../../src/core/stats/wilson.ts";
import clusteredCases from "../../cases/clustered.json" with { type: "json" };
import meanCases from "../../cases/mean-interval.json" with { type: "json" };
import wilsonCases from "../../cases/wilson.json" with { type: "json" };

const scale = { lowest: 0, highest: 1 };
const level = fc.double({ min: 0.5, max: 0.999, noNaN: true });
const shares = fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.nat(100_000)).map(([n, c]) => {
  return { n, successes: Math.min(n, c) };
});
const clusteredRow = fc.tuple(fc.constantFrom("a", "b", "c", "d", null), fc.double({ min: 0, max: 1, noNaN: true }));

describe("Wilson's interval", () => {
  it.each(wilsonCases)("$why: $successes of $n", ({ successes, n, level, low, high }) => {
    const interval = wilsonInterval({ successes, n, level });
    expect(interval).toMatchObject({ level: level ?? 0.95, method: "wilson" });
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  it("holds the share, stays within 0..1, and has a width", () => {
    fc.assert(
      fc.property(shares, level, ({ successes, n }, level) => {
        const interval = wilsonInterval({ successes, n, level });
        expect(interval?.low).toBeGreaterThanOrEqual(0);
        expect(interval?.low).toBeLessThanOrEqual(successes / n);
        expect(interval?.high).toBeGreaterThanOrEqual(successes / n);
        expect(interval?.high).toBeLessThanOrEqual(1);
        expect(interval?.high).toBeGreaterThan(interval?.low ?? 1);
      }),
    );
  });

  it("ends where the share is z standard errors away, taken at the end itself", () => {
    fc.assert(
      fc.property(shares, ({ successes, n }) => {
        const { low, high } = wilsonInterval({ successes, n }) ?? { low: 0, high: 0 };
        const z = normalQuantile(0.975);
        for (const end of [low, high].filter((end) => end > 0 && end < 1)) {
          expect(Math.abs(successes / n - end)).toBeCloseTo(z * Math.sqrt((end * (1 - end)) / n), 9);
        }
      }),
    );
  });

  it("is the mirror image for wrong answers", () => {
    fc.assert(
      fc.property(shares, ({ successes, n }) => {
        const right = wilsonInterval({ successes, n });
        const wrong = wilsonInterval({ successes: n - successes, n });
        expect(right?.low).toBeCloseTo(1 - (wrong?.high ?? 0), 12);
      }),
    );
  });

  it("is null for no rows, and refuses more successes than rows and levels that are none", () => {
    expect(wilsonInterval({ successes: 0, n: 0 })).toBeNull();
    expect(() => wilsonInterval({ successes: 3, n: 2 })).toThrow("3 of 2");
    expect(() => wilsonInterval({ successes: Number.NaN, n: 2 })).toThrow(RangeError);
    for (const level of [0, 1, 95]) expect(() => wilsonInterval({ successes: 1, n: 2, level })).toThrow("a level");
  });
});

describe("Student's interval", () => {
  it("is symmetric about the mean, and wider for a higher level and fewer degrees of freedom", () => {
    const mean = fc.double({ min: -1, max: 1, noNaN: true });
    const error = fc.double({ min: 1e-6, max: 1, noNaN: true });
    fc.assert(
      fc.property(mean, error, fc.integer({ min: 1, max: 5_000 }), (mean, standardError, df) => {
        const { low, high } = studentInterval({ mean, standardError, df });
        expect((low + high) / 2).toBeCloseTo(mean, 9);
        expect(studentInterval({ mean, standardError, df, level: 0.99 }).high).toBeGreaterThan(high);
        expect(studentInterval({ mean, standardError, df: df + 1 }).high).toBeLessThan(high);
      }),
    );
  });
});

describe("the interval of equal values", () => {
  it("is Wilson's at the ends of the scale", () => {
    for (const n of [1, 2, 30, 164]) {
      expect(constantInterval({ value: 0, n, scale })).toEqual(wilsonInterval({ successes: 0, n }));
      const all = constantInterval({ value: 1, n, scale });
      expect(all?.low).toBeCloseTo(wilsonInterval({ successes: n, n })?.low ?? 0, 12);
      expect(all?.high).toBe(1);
    }
  });

  it("of runs that never differed allows as many flips as the rows leave open", () => {
    const ci = constantInterval({ value: 0, n: 164, scale: { lowest: -1, highest: 1 } });
    expect(ci?.high).toBeCloseTo(0.0229, 4);
    expect(ci?.low).toBe(-(ci?.high ?? 0));
  });

  it("is null for no values and for a value off the scale", () => {
    expect(constantInterval({ value: 0.5, n: 0, scale })).toBeNull();
    expect(constantInterval({ value: 1.5, n: 9, scale })).toBeNull();
  });
});

describe("the interval of a mean", () => {
  it.each(meanCases)("$why", ({ values, clusters, ci }) => {
    const distribution = new Distribution({ clustered: clusters !== undefined });
    for (const [index, value] of values.entries()) distribution.add(value, clusters?.[index] ?? null);
    const got = distribution.interval({ scale, level: 0.95 });
    expect(got?.method).toBe(ci?.method);
    if (ci === null || got === null) return;
    expect(got.low).toBeCloseTo(ci.low, 4);
    expect(got.high).toBeCloseTo(ci.high, 4);
  });
});

describe("the clustered standard error", () => {
  it.each(clusteredCases)("$why", ({ rows, standardError }) => {
    const got = clusteredError(rows as unknown as readonly Row[]);
    if (standardError === null || got === null) expect(got).toBe(standardError);
    else expect(got).toBeCloseTo(standardError, 8);
  });

  it("of rows that all stand alone is the plain standard error", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2 }), (values) => {
        const plain = (statisticsOf(values).std ?? 0) / Math.sqrt(values.length);
        expect(clusteredError(values.map((value) => [null, value]))).toBeCloseTo(plain, 12);
      }),
    );
  });

  it("does not change when every row is written down k times in its cluster, but for no gain", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2 }), (values) => {
        const once = values.map((value, index): Row => [`c${index}`, value]);
        const thrice = [...once, ...once, ...once];
        expect(clusteredError(thrice)).toBeCloseTo(clusteredError(once) ?? Number.NaN, 12);
      }),
    );
  });

  it("does not depend on the order of the rows, to the last bit", () => {
    fc.assert(
      fc.property(
        fc.array(clusteredRow, { maxLength: 60 }).chain((rows) => {
          const all = { minLength: rows.length, maxLength: rows.length };
          return fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, all));
        }),
        ([rows, shuffled]) => {
          expect(clusteredError(shuffled)).toBe(clusteredError(rows));
        },
      ),
    );
  });
});

describe("a paired difference", () => {
  it("is that of B less A, with Student's interval", () => {
    const pairs = [
      { a: 0.2, b: 0.4 },
      { a: 0.5, b: 0.9 },
      { a: 0.1, b: 0.1 },
    ];
    const difference = pairedDifference(pairs);
    expect(difference.mean).toBeCloseTo(0.2, 12);
    expect(difference.standardError).toBeCloseTo(0.2 / Math.sqrt(3), 12);
    expect(difference.ci?.high).toBeCloseTo(0.2 + (4.30265273 * 0.2) / Math.sqrt(3), 8);
    expect(difference.detectable).toBeCloseTo((2.80158522 * 0.2) / Math.sqrt(3), 8);
  });

  it("turns its sign when the runs change places", () => {
    const pair = fc.record({ a: fc.double({ min: 0, max: 1, noNaN: true }), b: fc.constantFrom(0, 0.5, 1) });
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        const there = pairedDifference(pairs);
        const back = pairedDifference(pairs.map(({ a, b }) => ({ a: b, b: a })));
        expect(back.count).toBe(there.count);
        fc.pre(there.mean !== null && back.mean !== null);
        expect(back.mean).toBeCloseTo(-there.mean, 12);
        expect(back.ci === null).toBe(there.ci === null);
        fc.pre(there.ci !== null && back.ci !== null);
        expect(back.ci.low).toBeCloseTo(-there.ci.high, 9);
        expect(back.ci.high).toBeCloseTo(-there.ci.low, 9);
      }),
    );
  });

  it("of runs that never differ has an interval but claims no spread", () => {
    const same = pairedDifference(Array.from({ length: 164 }, () => ({ a: 1, b: 1 })));
    expect(same).toMatchObject({ mean: 0, std: 0, standardError: null, detectable: null });
    expect(same.ci?.high).toBeCloseTo(0.0229, 4);
  });

  it("of one row or none is without an interval", () => {
    expect(pairedDifference([{ a: 0, b: 1 }])).toMatchObject({ count: 1, mean: 1, std: null, ci: null });
    expect(pairedDifference([])).toMatchObject({ count: 0, mean: null, ci: null, detectable: null });
  });

  it("takes rows of one cluster together", () => {
    const pairs = ["x", "x", "y", "y"].map((cluster) => ({ a: 0, b: cluster === "x" ? 1 : 0, cluster }));
    expect(pairedDifference(pairs, { clustered: true }).standardError).toBeCloseTo(0.5, 12);
    expect(pairedDifference(pairs).standardError).toBeCloseTo(0.28867513, 8);
  });
});

describe("the smallest detectable difference", () => {
  it("is 2.80 standard errors for 80 % power at 5 % from both sides", () => {
    expect(detectableDifference({ standardError: 0.01 })).toBeCloseTo(0.0280158522, 9);
    expect(detectableDifference({ standardError: 0.01, power: 0.9 })).toBeCloseTo(0.0324151555, 9);
    expect(detectableDifference({ standardError: 0.01, level: 0.9, power: 0.5 })).toBeCloseTo(0.0164485363, 9);
  });

  it("refuses a power that is none", () => {
    for (const power of [0.2, 1, Number.NaN]) {
      expect(() => detectableDifference({ standardError: 1, power })).toThrow("a power");
    }
  });
});

describe("the bounds with errors", () => {
  it("are those of all errors wrong and all errors right", () => {
    expect(boundsWithErrors({ mean: 1 / 3, count: 6, errorCount: 2 })).toEqual({ low: 0.25, high: 0.5 });
    expect(boundsWithErrors({ mean: 0.3, count: 7, errorCount: 0 })).toEqual({ low: 0.3, high: 0.3 });
    expect(boundsWithErrors({ mean: null, count: 0, errorCount: 4 })).toEqual({ low: 0, high: 1 });
    expect(boundsWithErrors({ mean: null, count: 0, errorCount: 0 })).toBeNull();
  });

  it("hold the mean between them", () => {
    const mean = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(mean, fc.integer({ min: 1, max: 1_000_000 }), fc.nat(1_000_000), (mean, count, errorCount) => {
        const bounds = boundsWithErrors({ mean, count, errorCount });
        expect(bounds?.low).toBeLessThanOrEqual(mean + 1e-15);
        expect(bounds?.high).toBeGreaterThanOrEqual(mean - 1e-15);
      }),
    );
  });
});

type Row = readonly [cluster: string | null, value: number];

function clusteredError(rows: readonly Row[]): number | null {
  const clusters = new Clusters();
  for (const [cluster, value] of rows) clusters.add(value, cluster);
  return clusters.standardError(statisticsOf(rows.map(([, value]) => value)).mean ?? 0);
}
