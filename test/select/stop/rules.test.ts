import { describe, expect, test } from "vitest";
import { logOddsOf, sideOfLogOdds } from "../../../src/select/stop/log-odds.ts";
import { lead, sequentialTest } from "../../../src/select/stop/rules.ts";
import { canStillChange } from "../../../src/select/stop/settled.ts";
import { criterion, facts, look } from "../votes.ts";

describe("a lead", () => {
  test("of one is the first look whose orders agree", () => {
    expect(lead(1)([0, 0])).toBeNull();
    expect(lead(1)([0, -1, 1, 1])).toBe("b");
  });

  test("of two is lost again by a look for the other side", () => {
    expect(lead(2)([1, -1, 1])).toBeNull();
    expect(lead(2)([1, -1, 1, 1])).toBe("a");
  });
});

describe("the sequential test", () => {
  test("needs as many looks as Wald's bounds say", () => {
    // ln 19 / ln 3 = 2.68.
    const rule = sequentialTest({ right: 0.75, wrong: 0.05 });
    expect([rule([1, 1]), rule([1, 1, 1]), rule([-1, 0, -1, -1])]).toEqual([null, "a", "b"]);
    // ln 9 / ln 9 is one look, rounding or not.
    expect(sequentialTest({ right: 0.9, wrong: 0.1 })([1])).toBe("a");
  });

  test("refuses chances that decide nothing", () => {
    expect(() => sequentialTest({ right: 0.5, wrong: 0.05 })).toThrow(RangeError);
    expect(() => sequentialTest({ right: 0.9, wrong: 0.5 })).toThrow(RangeError);
  });
});

test("log odds add up, a biased judge's expected vote weighing nothing", () => {
  const odds = {
    original: { "1": 0, "0": 0, "-1": -4 },
    swapped: { "1": 4, "0": 0, "-1": 0 },
  };
  expect(logOddsOf([{ order: "original", outcome: 1, odds }])).toBe(0);
  const sum = logOddsOf([
    { order: "original", outcome: 1, odds },
    { order: "swapped", outcome: 1, odds },
  ]);
  expect(sum).toBe(2);
  expect([sideOfLogOdds(sum, 0.8), sideOfLogOdds(sum, 0.95), sideOfLogOdds(-sum, 0.8)]).toEqual(["a", null, "b"]);
});

describe("what is left", () => {
  const given = { a: facts("a"), b: facts("b"), criteria: [criterion("c")], panel: [{ model: "m", weight: 1 }] };
  const left = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({
      a: "a",
      b: "b",
      criterion: "c",
      repetition: from + index,
      model: "m",
    }));

  test("cannot change seven of ten votes when one look is missing and the means are far apart", () => {
    const votes = [1, 2, 3, 4].flatMap((repetition) => look(0.9, 0.1, { repetition }));
    // Four of five looks are 0.8 of the votes, and the mean stays ahead.
    expect(canStillChange({ ...given, votes, left: left(5, 5) })).toBe(false);
  });

  test("can change three of four", () => {
    const votes = [1, 2, 3].flatMap((repetition) => look(0.9, 0.1, { repetition }));
    expect(canStillChange({ ...given, votes, left: left(4, 5) })).toBe(true);
  });

  test("is nothing without looks", () => {
    expect(canStillChange({ ...given, votes: look(1, 0), left: [] })).toBe(false);
  });
});
