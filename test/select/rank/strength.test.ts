import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../../src/core/random.ts";
import { bestShares, bootstrapStrengths, middleOf, strongerShare } from "../../../src/select/rank/bootstrap.ts";
import { rankByStrength } from "../../../src/select/rank/by-strength.ts";
import { cholesky, solve } from "../../../src/select/rank/cholesky.ts";
import { chanceStronger, fitStrengths, sharesOf } from "../../../src/select/rank/davidson.ts";
import { drawShares } from "../../../src/select/rank/dirichlet.ts";
import { groupsOf } from "../../../src/select/rank/groups.ts";
import { lookOutcome, outcomesOf } from "../../../src/select/rank/outcomes.ts";
import { criterion, facts, look, vote } from "../votes.ts";

const outcomes = fc.array(
  fc.record({
    i: fc.integer({ min: 0, max: 2 }),
    j: fc.integer({ min: 3, max: 4 }),
    wins: fc.integer({ min: 0, max: 9 }),
    ties: fc.integer({ min: 0, max: 9 }),
    losses: fc.integer({ min: 0, max: 9 }),
  }),
  { maxLength: 8 },
);

describe("strengths", () => {
  test("approach the odds of a long record", () => {
    const { strengths } = fitStrengths(2, [{ i: 0, j: 1, wins: 80_000, ties: 0, losses: 20_000 }]);
    expect((strengths[0] ?? 0) - (strengths[1] ?? 0)).toBeCloseTo(Math.log(4), 3);
    expect(sharesOf(strengths)[0]).toBeCloseTo(0.8, 3);
  });

  test("find Davidson's tie figure: nu / 2 ties for each decision of equals", () => {
    const { ties } = fitStrengths(2, [{ i: 0, j: 1, wins: 5_000, ties: 5_000, losses: 5_000 }]);
    expect(ties).toBeCloseTo(1, 2);
  });

  test("stay finite for a perfect record, for ties alone, and for nothing", () => {
    for (const { wins, ties } of [
      { wins: 1e6, ties: 0 },
      { wins: 0, ties: 1e6 },
      { wins: 0, ties: 0 },
    ]) {
      const fit = fitStrengths(3, [{ i: 0, j: 1, wins, ties, losses: 0 }]);
      expect([...fit.strengths, fit.ties].every(Number.isFinite)).toBe(true);
      expect(fit.strengths[2]).toBeCloseTo(0, 9);
    }
  });

  test("solve the equations of the model", () => {
    fc.assert(
      fc.property(outcomes, (record) => {
        const { strengths, ties } = fitStrengths(5, record);
        const slope = strengths.map((strength) => -strength / 2.25);
        for (const { i, j, wins, ties: tied, losses } of record) {
          const half = Math.exp(((strengths[i] ?? 0) - (strengths[j] ?? 0)) / 2);
          const lead = (half - 1 / half) / (half + 1 / half + ties);
          const part = (wins - losses - (wins + tied + losses) * lead) / 2;
          slope[i] = (slope[i] ?? 0) + part;
          slope[j] = (slope[j] ?? 0) - part;
        }
        for (const part of slope) expect(Math.abs(part)).toBeLessThan(1e-7);
        expect(strengths.reduce((sum, strength) => sum + strength, 0)).toBeCloseTo(0, 6);
      }),
    );
  });

  test("the chance to be the stronger one is a half of equals, and that of the other is the rest", () => {
    expect(chanceStronger(fitStrengths(2, []), 0, 1)).toBeCloseTo(0.5, 6);
    fc.assert(
      fc.property(outcomes, (record) => {
        const fit = fitStrengths(5, record);
        expect(chanceStronger(fit, 0, 3) + chanceStronger(fit, 3, 0)).toBeCloseTo(1, 6);
      }),
    );
  });
});

test("a factor solves its own equations", () => {
  const matrix = [
    [4, 2, 0.5],
    [2, 3, 1],
    [0.5, 1, 2],
  ].map((row) => Float64Array.from(row));
  const x = solve(cholesky(matrix), Float64Array.from([1, 2, 3]));
  const back = matrix.map((row) => row.reduce((sum, cell, column) => sum + cell * (x[column] ?? 0), 0));
  [1, 2, 3].forEach((right, row) => {
    expect(back[row]).toBeCloseTo(right, 12);
  });
});

describe("drawn shares", () => {
  test("have the mean and the spread of their distribution", () => {
    const random = createRandom(3);
    const shapes = [0.4, 1.6, 3];
    const draws = Array.from({ length: 20_000 }, () => drawShares(shapes, random));
    shapes.forEach((shape, place) => {
      const mean = draws.reduce((sum, draw) => sum + (draw[place] ?? 0), 0) / draws.length;
      const square = draws.reduce((sum, draw) => sum + (draw[place] ?? 0) ** 2, 0) / draws.length;
      expect(mean).toBeCloseTo(shape / 5, 2);
      expect(square - mean ** 2).toBeCloseTo(((shape / 5) * (1 - shape / 5)) / 6, 2);
    });
  });

  test("add up to 1, however small the shapes", () => {
    const random = createRandom(4);
    for (const shape of [1e-9, 1e-300, 0.3, 500]) {
      const sum = drawShares([shape, shape, shape], random).reduce((total, share) => total + share, 0);
      expect(sum).toBeCloseTo(1, 9);
    }
  });
});

describe("the bootstrap", () => {
  const clear = [{ i: 0, j: 1, wins: 200, ties: 0, losses: 0 }];
  const single = [{ i: 0, j: 1, wins: 1, ties: 0, losses: 0 }];

  test("is the same for the same seed, and another for another", () => {
    const fit = fitStrengths(2, single);
    const draw = (seed: number) => bootstrapStrengths(fit, single, { seed, draws: 50 }).shares.map((share) => share[0]);
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  test("shows how little a single look says, and how much two hundred do", () => {
    const one = bootstrapStrengths(fitStrengths(2, single), single, { draws: 400 });
    const many = bootstrapStrengths(fitStrengths(2, clear), clear, { draws: 400 });
    expect(strongerShare(one, 0, 1)).toBeLessThan(0.95);
    expect(strongerShare(many, 0, 1)).toBe(1);
    expect(bestShares(many, [0, 1]).get(0)).toBeCloseTo(1, 9);
    const { low, high } = middleOf(one, 0, 0.95);
    expect(low).toBeLessThan(0.5);
    expect(high).toBeGreaterThan(0.5);
  });
});

describe("groups", () => {
  test("are cut only where everyone above is told apart from everyone below", () => {
    const apart = (better: number, worse: number) => worse - better >= 2;
    expect(groupsOf([1, 2, 5, 6, 9], apart)).toEqual([[1, 2], [5, 6], [9]]);
    // 1 and 3 are apart, but 2 stands between them.
    expect(groupsOf([1, 2, 3], apart)).toEqual([[1, 2, 3]]);
    expect(groupsOf([], apart)).toEqual([]);
  });
});

describe("looks", () => {
  test("a win and a tie is a win, one win each is a tie", () => {
    const outcome = (one: number, other: number) =>
      lookOutcome(vote({ scoreA: one, scoreB: 1 - one }), vote({ scoreA: other, scoreB: 1 - other, order: "swapped" }));
    expect([outcome(1, 0.5), outcome(1, 0), outcome(0.5, 0.5), outcome(0, 0.5), outcome(1, 1)]).toEqual([
      1, 0, 0, -1, 1,
    ]);
  });

  test("of a criterion count as it is weighted, and all together as often as there were looks", () => {
    const votes = [...[1, 2, 3].flatMap((repetition) => look(1, 0, { repetition })), ...look(0, 1, { criterion: "d" })];
    const criteria = [criterion("c"), criterion("d")];
    expect(outcomesOf({ ids: ["a", "b"], criteria, votes })).toEqual([{ i: 0, j: 1, wins: 2, ties: 0, losses: 2 }]);
  });
});

test("a candidate with a failed check stands last in a group of its own, strong or not", () => {
  const candidates = [facts("a", { failedChecks: ["test"] }), facts("b"), facts("d")];
  const votes = [...look(1, 0), ...look(1, 0, { b: "d" }), ...look(1, 0, { a: "b", b: "d" })];
  const ranks = rankByStrength({
    candidates,
    criteria: [criterion("c")],
    votes,
    standings: [],
    bootstrap: { draws: 50 },
  });
  expect(ranks.map(({ id }) => id)).toEqual(["b", "d", "a"]);
  expect(ranks.at(-1)?.group).toBe(2);
  expect(ranks.at(-1)?.bestShare).toBe(0);
});

test("a strength lies within its own interval, however few the looks and however much they agree", () => {
  const ids = ["a", "b", "d", "e"];
  const pairLooks = fc.record({
    pair: fc.constantFrom(...ids.flatMap((a, i) => ids.slice(i + 1).map((b) => ({ a, b })))),
    looks: fc.integer({ min: 1, max: 5 }),
    score: fc.constantFrom(0, 0.5, 1),
  });
  const oneSided = [{ pair: { a: "a", b: "b" }, looks: 3, score: 1 }];
  fc.assert(
    fc.property(fc.array(pairLooks, { minLength: 1, maxLength: 8 }), (given) => {
      const votes = given.flatMap(({ pair, looks, score }, index) =>
        Array.from({ length: looks }, (_, k) => look(score, 1 - score, { ...pair, repetition: 10 * index + k })).flat(),
      );
      const ranks = rankByStrength({
        candidates: ids.map((id) => facts(id)),
        criteria: [criterion("c")],
        votes,
        standings: [],
        bootstrap: { draws: 200 },
      });
      for (const { strength } of ranks) {
        expect(strength.low).toBeLessThanOrEqual(strength.value);
        expect(strength.value).toBeLessThanOrEqual(strength.high);
      }
    }),
    { numRuns: 60, examples: [[oneSided]] },
  );
});

test("looks that all agree leave room on both sides of a strength, for they are few", () => {
  const votes = [1, 2, 3].flatMap((repetition) => look(1, 0, { repetition }));
  const [first, second] = rankByStrength({
    candidates: [facts("a"), facts("b")],
    criteria: [criterion("c")],
    votes,
    standings: [],
  });
  for (const ranked of [first, second]) {
    const { value = 0, low = 1, high = 0 } = ranked?.strength ?? {};
    expect(low).toBeLessThan(value - 0.05);
    expect(high).toBeGreaterThan(value + 0.05);
  }
});
