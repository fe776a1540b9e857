import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guardCell, unguardCell } from "../../../src/evals/exports/spreadsheet-text.ts";
import cases from "../../cases/spreadsheet-text.json" with { type: "json" };

describe("text in a spreadsheet cell", () => {
  it.each(cases)("$why", ({ text, cell }) => {
    expect(guardCell(text)).toBe(cell);
    expect(unguardCell(cell)).toBe(text);
  });

  it("comes back as it was, whatever it was", () => {
    const piece = fc.oneof(
      fc.constantFrom("'", "=", "＝", " ", "\t", "\r", "\u200b", "x"),
      fc.string({ unit: "binary" }),
    );
    const text = fc.array(piece).map((pieces) => pieces.join(""));
    fc.assert(fc.property(text, (one) => unguardCell(guardCell(one)) === one));
  });

  it.each([" ", "'", "\u200b", "' "])("a megabyte of %j is read in one go", (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    expect(guardCell(text)).toBe(text);
    expect(guardCell(`${text}=`) === `'${text}=`).toBe(piece !== "' ");
  });
});
