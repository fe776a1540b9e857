import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDiff, type DiffPair, diffScores } from "../../src/evals/diff.ts";
import cases from "../cases/diff.json" with { type: "json" };

const value = fc.constantFrom(null, undefined, 0, 0.25, 1);
const pass = fc.constantFrom(null, undefined, true, false);
const pairs = fc.array(
  fc.record({
    id: fc.string(),
    a: value,
    b: value,
    passA: pass,
    passB: pass,
    cluster: fc.constantFrom("x", "y", null),
  }),
  { maxLength: 40 },
);

describe("two runs compared", () => {
  it.each(cases)("$why", ({ pairs, clustered, expect: expected }) => {
    expectLike(diffScores(pairs.map(pairOf), clustered === undefined ? {} : { clustered }), expected);
  });

  it("keep only so many ids of flipped rows, and count all", () => {
    const list = Array.from({ length: 50 }, (_, row) => pairOf(row % 2 === 0 ? "01" : "10", row));
    const { passes } = diffScores(list, { flips: 3 });
    expect(passes?.gained).toEqual({ count: 25, ids: ["r0", "r2", "r4"] });
    expect(passes?.lost).toEqual({ count: 25, ids: ["r1", "r3", "r5"] });
    expect(diffScores(list, { flips: 0 }).passes?.gained).toEqual({ count: 25, ids: [] });
  });

  it("use the level they are given", () => {
    const list = ["01", "11", "00", "01"].map(pairOf);
    const wide = diffScores(list, { level: 0.99 }).difference;
    const narrow = diffScores(list, { level: 0.5 }).difference;
    expect(wide.ci?.level).toBe(0.99);
    expect(wide.ci?.high).toBeGreaterThan(narrow.ci?.high ?? Number.NaN);
    expect(wide.detectable).toBeGreaterThan(narrow.detectable ?? Number.NaN);
  });

  it("can be read while they go on", () => {
    const diff = createDiff();
    diff.add(pairOf("01", 0));
    const early = diff.finish();
    diff.add(pairOf("10", 1));
    expect(early.passes?.gained.ids).toEqual(["r0"]);
    expect(early.passes?.lost).toEqual({ count: 0, ids: [] });
    expect(diff.finish()).toMatchObject({ difference: { count: 2, mean: 0 }, passes: { onlyA: 1, onlyB: 1 } });
  });

  it("mirror each other when they change places", () => {
    fc.assert(
      fc.property(pairs, fc.boolean(), (list, clustered) => {
        const there = diffScores(list, { clustered });
        const back = diffScores(
          list.map(({ a, b, passA, passB, ...rest }) => ({ ...rest, a: b, b: a, passA: passB, passB: passA })),
          { clustered },
        );
        expect([back.a, back.b]).toEqual([there.b, there.a]);
        expect([back.higher, back.lower, back.same]).toEqual([there.lower, there.higher, there.same]);
        expect(back.passes?.p).toBe(there.passes?.p);
        expect(back.passes?.gained).toEqual(there.passes?.lost);
        // Plus 0 makes a zero of either sign the same.
        expect((back.difference.mean ?? 0) + 0).toBeCloseTo(0 - (there.difference.mean ?? 0), 12);
        expect(back.difference.ci === null).toBe(there.difference.ci === null);
      }),
    );
  });

  it("count every row, and are the same in any order but for the ids", () => {
    const shuffled = pairs.chain((list) => {
      return fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }));
    });
    fc.assert(
      fc.property(shuffled, fc.boolean(), ([list, other], clustered) => {
        const diff = diffScores(list, { clustered, flips: 0 });
        expect(JSON.stringify(diffScores(other, { clustered, flips: 0 }))).toBe(JSON.stringify(diff));
        expect(diff.higher + diff.lower + diff.same).toBe(diff.difference.count);
        const paired = list.filter(({ a, b }) => typeof a === "number" && typeof b === "number");
        expect(diff.difference.count).toBe(paired.length);
        expect(diff.a.unpairedCount).toBe(list.filter(({ a, b }) => a !== undefined && b === undefined).length);
        expect(diff.b.errorCount).toBe(list.filter(({ b }) => b === null).length);
      }),
    );
  });
});

/** Two signs, A's and B's: 0 and 1 are wrong and right, h half right without a pass, e an error, - no such row. */
function pairOf(signs: string, row: number): DiffPair {
  const [a = "", b = "", cluster = ""] = signs;
  return {
    id: `r${row}`,
    a: valueOfSign(a),
    b: valueOfSign(b),
    passA: passOfSign(a),
    passB: passOfSign(b),
    cluster: cluster === "" ? null : cluster,
  };
}

function valueOfSign(sign: string): number | null | undefined {
  return { "0": 0, "1": 1, h: 0.5, e: null, "-": undefined, "?": 7 }[sign];
}

function passOfSign(sign: string): boolean | null {
  return { "0": false, "1": true }[sign] ?? null;
}

function expectLike(got: unknown, expected: unknown): void {
  if (typeof expected === "number" && typeof got === "number") expect(got).toBeCloseTo(expected, 4);
  else if (Array.isArray(expected) || typeof expected !== "object" || expected === null) {
    expect(got).toEqual(expected);
  } else {
    const fields = new Map(typeof got === "object" && got !== null ? Object.entries(got) : []);
    for (const [key, value] of Object.entries(expected)) expectLike(fields.get(key), value);
  }
}
