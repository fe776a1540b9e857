import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { statisticsOf } from "../../../src/core/stats/statistics.ts";
import { Tally } from "../../../src/core/stats/tally.ts";
import cases from "../../cases/statistics.json" with { type: "json" };

const values = fc.array(fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1, 0.5)), {
  maxLength: 60,
});

describe("the statistics of values", () => {
  it.each(cases)("$why", ({ values, mean, median, std, min, max }) => {
    const got = statisticsOf(values);
    expect(got).toMatchObject({ count: values.length, mean, median, min, max });
    if (std === null || got.std === null) expect(got.std).toBe(std);
    else expect(got.std).toBeCloseTo(std, 14);
  });

  it("do not depend on the order of the values, to the last bit", () => {
    fc.assert(
      fc.property(shuffled(values), ([list, other]) => {
        expect(JSON.stringify(statisticsOf(other))).toBe(JSON.stringify(statisticsOf(list)));
      }),
    );
  });

  it("lie within the values, and the spread within half their range, but for n-1", () => {
    fc.assert(
      fc.property(values, (list) => {
        const { count, mean, median, std, min, max } = statisticsOf(list);
        fc.pre(mean !== null && median !== null && std !== null && min !== null && max !== null);
        expect([min, max]).toEqual([Math.min(...list) + 0, Math.max(...list) + 0]);
        for (const middle of [mean, median]) {
          expect(middle).toBeGreaterThanOrEqual(min);
          expect(middle).toBeLessThanOrEqual(max);
        }
        expect(std).toBeLessThanOrEqual(((max - min) / 2) * Math.sqrt(count / (count - 1)) + 1e-12);
      }),
    );
  });

  it("move with a shift of all values, and the spread stays", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 2, maxLength: 40 }), (list) => {
        const here = statisticsOf(list);
        const there = statisticsOf(list.map((value) => value + 1e9));
        expect((there.mean ?? 0) - 1e9).toBeCloseTo(here.mean ?? Number.NaN, 6);
        expect(there.std).toBeCloseTo(here.std ?? Number.NaN, 9);
      }),
    );
  });
});

describe("a tally", () => {
  it("counts values in ascending order", () => {
    const { values, counts } = Tally.of([1, 0, 1, 0.5, 1]).sorted();
    expect([[...values], [...counts]]).toEqual([
      [0, 0.5, 1],
      [1, 1, 3],
    ]);
  });

  it("gives the same with more distinct values than it counts, in any order", () => {
    const many = Array.from({ length: 30_000 }, (_, index) => ((index * 7_919) % 12_000) / 12_000 - 0.25);
    const forward = Tally.of(many).sorted();
    const backward = Tally.of(many.toReversed()).sorted();
    expect(backward).toEqual(forward);
    expect(forward.values.length).toBe(12_000);
    expect(forward.values).toEqual(Float64Array.from(new Set(many)).sort());
    expect(forward.counts.reduce((sum, count) => sum + count)).toBe(30_000);
    expect(statisticsOf(many)).toEqual(statisticsOf(many.toReversed()));
  });

  it("can be read and then added to", () => {
    const tally = Tally.of([1]);
    tally.sorted();
    tally.add(0);
    expect(statisticsOf(tally)).toMatchObject({ count: 2, mean: 0.5 });
  });

  it("refuses what no statistic can be made of, and is not changed by it", () => {
    const tally = Tally.of([1]);
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e200]) {
      expect(() => tally.add(value)).toThrow(RangeError);
    }
    expect(tally.size).toBe(1);
  });
});

/** A list, and the same list in another order. */
function shuffled<T>(lists: fc.Arbitrary<T[]>): fc.Arbitrary<readonly [T[], T[]]> {
  return lists.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
  );
}
