import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newRunId, readRunId } from "../../src/store/run-id.ts";

describe("newRunId", () => {
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  test("gives twelve digits that nobody mistakes, for any clock", () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), chance, (now, random) => {
        expect(newRunId(now, () => random)).toMatch(/^[0-9a-hjkmnp-tv-z]{12}$/);
      }),
    );
  });

  test("gives ids that sort by their time", () => {
    const time = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2059, 0, 1) });
    fc.assert(
      fc.property(time, time, chance, chance, (a, b, first, second) => {
        fc.pre(a < b);
        expect(newRunId(new Date(a), () => first) < newRunId(new Date(b), () => second)).toBe(true);
      }),
    );
  });

  test("tells runs of one instant apart by chance", () => {
    // 365 days are 31,536,000,000 ms: 29, 11, 27, 2, 11, 0, 0 in base 32.
    const now = new Date("2026-01-01T00:00:00.000Z");
    expect(newRunId(now, () => 0)).toBe("0xbv2b000000");
    expect(newRunId(now, () => 1 - 2 ** -53).slice(8)).toBe("zzzz");
  });
});

describe("readRunId", () => {
  test.each([
    ["  0A1B ", "0a1b"],
    ["OIl", "011"],
    ["", ""],
  ])("reads %j as %j", (typed, id) => {
    expect(readRunId(typed)).toBe(id);
  });

  test("leaves an id as it is", () => {
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0, max: 0.999, noNaN: true }), (ms, random) => {
        const id = newRunId(new Date(Date.UTC(2025, 0, 1) + ms), () => random);
        expect(readRunId(id)).toBe(id);
      }),
    );
  });
});
