import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { strip } from "../../src/extractors/strip.ts";
import cases from "../cases/strip.json" with { type: "json" };
import { describeShared, sharedRows } from "../shared.ts";

interface Row {
  readonly extractor: string;
  readonly input: unknown;
  readonly expect: string | null;
  readonly why: string;
}

describeShared("strip on the shared vectors", "vectors/extractors.jsonl", () => {
  const rows = sharedRows<Row>("vectors/extractors.jsonl").filter(({ extractor }) => extractor === "strip");

  test("has rows", () => {
    expect(rows.length).toBeGreaterThan(0);
  });

  test.each(rows)("$input gives $expect: $why", ({ input, expect: expected }) => {
    expect(strip().extract(input) ?? "").toBe(expected ?? "");
  });
});

describe("strip", () => {
  test.each(cases)("$text gives $answer: $why", ({ text, answer }) => {
    expect(strip().extract(text) ?? "").toBe(answer);
  });

  test("a second run changes nothing", () => {
    const piece = fc.constantFrom(
      "</s>",
      "<|im_end|>",
      "<|im_start|>",
      "assistant\n",
      "<｜Assistant｜>",
      "B ",
      "\n",
      "İ",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const once = strip().extract(pieces.join("")) ?? "";
        expect(strip().extract(once) ?? "").toBe(once);
      }),
    );
  });

  test("a text without tokens is only trimmed", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }).map((text) => text.replace(/[<[]/g, "")),
        (text) => {
          expect(text).toContain(strip().extract(text) ?? "");
        },
      ),
    );
  });

  test.each(["<", "</s>", "<|im_start|>", "<|im_start|>user", "[", " "])("a megabyte of %s is read", (unit) => {
    const text = unit.repeat(Math.ceil(1e6 / unit.length));
    expect((strip().extract(text) ?? "").length).toBeLessThanOrEqual(text.length);
  });
});
