import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { betaQuantile } from "../../../src/core/stats/beta-quantile.ts";
import { incompleteBeta } from "../../../src/core/stats/incomplete-beta.ts";
import { normalQuantile } from "../../../src/core/stats/normal.ts";
import { studentQuantile } from "../../../src/core/stats/student.ts";
import betaCases from "../../cases/beta.json" with { type: "json" };
import normalCases from "../../cases/normal.json" with { type: "json" };
import studentCases from "../../cases/student.json" with { type: "json" };

const probability = fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true });
const shape = fc.double({ min: 0.05, max: 5_000, noNaN: true });

/** The relative distance of two numbers; the absolute one next to 0. */
function distance(a: number, b: number): number {
  return Math.abs(a - b) / Math.max(Math.abs(b), 1e-3);
}

describe("the normal quantile", () => {
  it.each(normalCases)("$why: $probability", ({ probability, value }) => {
    expect(distance(normalQuantile(probability), value)).toBeLessThan(1e-13);
  });

  it("is infinite at the ends and refuses what is no probability", () => {
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY);
    for (const wrong of [-0.1, 1.1, Number.NaN]) expect(() => normalQuantile(wrong)).toThrow(RangeError);
  });

  it("rises with the probability", () => {
    fc.assert(
      fc.property(probability, probability, (a, b) => {
        fc.pre(a < b);
        expect(normalQuantile(a)).toBeLessThanOrEqual(normalQuantile(b));
      }),
    );
  });
});

describe("Student's quantile", () => {
  it.each(studentCases)("$why: $probability, df $df", ({ probability, df, value }) => {
    expect(distance(studentQuantile({ probability, df }), value)).toBeLessThan(1e-11);
  });

  it("has the closed forms of one and two degrees of freedom", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), (p) => {
        const one = Math.tan(Math.PI * (p - 0.5));
        const two = (2 * p - 1) / Math.sqrt(2 * p * (1 - p));
        expect(distance(studentQuantile({ probability: p, df: 1 }), one)).toBeLessThan(1e-10);
        expect(distance(studentQuantile({ probability: p, df: 2 }), two)).toBeLessThan(1e-10);
      }),
    );
  });

  it("is odd about the middle, and never nearer to it than the normal quantile", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 0.999, noNaN: true }),
        fc.double({ min: 0.1, max: 1e9, noNaN: true }),
        (p, df) => {
          const upper = studentQuantile({ probability: p, df });
          expect(distance(-studentQuantile({ probability: 1 - p, df }), upper)).toBeLessThan(1e-9);
          expect(upper).toBeGreaterThanOrEqual(normalQuantile(p) - 1e-9);
        },
      ),
    );
  });

  it("passes smoothly to the expansion for very many degrees of freedom", () => {
    const below = studentQuantile({ probability: 0.975, df: 999_999 });
    const above = studentQuantile({ probability: 0.975, df: 1_000_001 });
    expect(distance(below, above)).toBeLessThan(1e-10);
    expect(studentQuantile({ probability: 0.975, df: Number.POSITIVE_INFINITY })).toBe(normalQuantile(0.975));
  });

  it("is infinite at the ends and refuses what is no probability or no degree of freedom", () => {
    expect(studentQuantile({ probability: 1, df: 4 })).toBe(Number.POSITIVE_INFINITY);
    expect(studentQuantile({ probability: 0, df: 4 })).toBe(Number.NEGATIVE_INFINITY);
    expect(() => studentQuantile({ probability: 1.5, df: 4 })).toThrow(RangeError);
    expect(() => studentQuantile({ probability: 0.9, df: 0 })).toThrow("degrees of freedom");
    expect(() => studentQuantile({ probability: 0.9, df: Number.NaN })).toThrow(RangeError);
  });
});

describe("the incomplete beta function and its inverse", () => {
  it.each(betaCases)("$why: I_x($a, $b) = $probability", ({ probability, a, b, x }) => {
    expect(Math.abs(betaQuantile({ probability, a, b }) / x - 1)).toBeLessThan(1e-11);
    expect(Math.abs(incompleteBeta({ x, a, b }) / probability - 1)).toBeLessThan(1e-10);
  });

  it("is a probability that rises with x, and its mirror image is the rest", () => {
    fc.assert(
      fc.property(probability, shape, shape, (x, a, b) => {
        const share = incompleteBeta({ x, a, b });
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
        expect(incompleteBeta({ x: x / 2, a, b })).toBeLessThanOrEqual(share);
        // The rest 1 - x is rounded, which a steep function multiplies.
        expect(Math.abs(share + incompleteBeta({ x: 1 - x, a: b, b: a }) - 1)).toBeLessThan(1e-6);
      }),
    );
  });

  it("takes a quantile back to its probability", () => {
    fc.assert(
      fc.property(probability, shape, shape, (p, a, b) => {
        const x = betaQuantile({ probability: p, a, b });
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(1);
        // Where x rounds to an end, or the function is steep there, its neighbours hold the probability between them.
        fc.pre(x > 1e-300 && x < 1 - 1e-12);
        expect(incompleteBeta({ x: x * (1 - 1e-10), a, b })).toBeLessThanOrEqual(p * (1 + 1e-9));
        expect(incompleteBeta({ x: Math.min(1, x * (1 + 1e-10)), a, b })).toBeGreaterThanOrEqual(p * (1 - 1e-9));
      }),
    );
  });

  it("ends at 0 and 1, and gives 0 for a quantile that is too small for a number", () => {
    expect(incompleteBeta({ x: 0, a: 2, b: 3 })).toBe(0);
    expect(incompleteBeta({ x: 1, a: 2, b: 3 })).toBe(1);
    expect(betaQuantile({ probability: 0, a: 2, b: 3 })).toBe(0);
    expect(betaQuantile({ probability: 1, a: 2, b: 3 })).toBe(1);
    expect(betaQuantile({ probability: 1e-10, a: 0.01, b: 3 })).toBe(0);
  });

  it("refuses shapes and places that have no meaning", () => {
    expect(() => incompleteBeta({ x: 2, a: 1, b: 1 })).toThrow(RangeError);
    expect(() => incompleteBeta({ x: 0.5, a: 0, b: 1 })).toThrow("positive shapes");
    expect(() => betaQuantile({ probability: 0.5, a: 1, b: Number.POSITIVE_INFINITY })).toThrow(RangeError);
    expect(() => betaQuantile({ probability: Number.NaN, a: 1, b: 1 })).toThrow(RangeError);
  });
});
