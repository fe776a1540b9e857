import fc from "fast-check";
import { expect, it } from "vitest";
import { levenshteinDistance } from "../../src/core/edit-distance.ts";

/** The table of Wagner and Fischer, row by row: slow and plain. */
function byTable(a: readonly number[], b: readonly number[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [index, code] of a.entries()) {
    const next = [index + 1];
    for (const [column, other] of b.entries()) {
      const replaced = (row[column] ?? 0) + (code === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

it("is what the plain table says, also across blocks of 32 and for codes that one side lacks", () => {
  const list = fc.array(fc.nat(4), { maxLength: 150 });
  fc.assert(
    fc.property(list, list, fc.nat(2), (a, b, shift) => {
      const moved = b.map((code) => code + shift);
      expect(levenshteinDistance(a, moved)).toBe(byTable(a, moved));
    }),
    { numRuns: 300 },
  );
});

it("is the length of the other list where one is empty", () => {
  expect(levenshteinDistance([], [1, 2])).toBe(2);
  expect(levenshteinDistance([1], [])).toBe(1);
});
