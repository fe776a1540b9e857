import fc from "fast-check";
import { expect, test } from "vitest";
import { rankCorrelation } from "../../src/select/rank-correlation.ts";

test("the same order is 1, the reverse -1, and no order null", () => {
  expect(
    rankCorrelation([
      [1, 0.1],
      [2, 0.2],
      [3, 0.9],
    ]),
  ).toBe(1);
  expect(
    rankCorrelation([
      [1, 0.9],
      [2, 0.2],
      [3, 0.1],
    ]),
  ).toBe(-1);
  expect(
    rankCorrelation([
      [1, 0.5],
      [2, 0.5],
    ]),
  ).toBeNull();
  expect(rankCorrelation([[1, 0.5]])).toBeNull();
  expect(rankCorrelation([])).toBeNull();
});

test("equal values share their rank: 1, 2, 3, 4 against 1, 2, 2, 3 is 3 / sqrt(10)", () => {
  expect(
    rankCorrelation([
      [1, 1],
      [2, 2],
      [3, 2],
      [4, 3],
    ]),
  ).toBeCloseTo(3 / Math.sqrt(10), 12);
});

test("it lies in -1..1 and does not change where a side is stretched", () => {
  const pair = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }));
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 30 }), (pairs) => {
      const found = rankCorrelation(pairs);
      if (found !== null) expect(Math.abs(found)).toBeLessThanOrEqual(1);
      expect(rankCorrelation(pairs.map(([x, y]) => [x ** 3, y * 7 + 1]))).toBe(found);
    }),
  );
});
