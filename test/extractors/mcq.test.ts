import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mcq } from "../../src/extractors/mcq.ts";
import { buildExtractor } from "../../src/index.ts";
import cases from "../cases/mcq.json" with { type: "json" };
import { describeShared, sharedRows } from "../shared.ts";

interface Row {
  readonly extractor: string;
  readonly options?: object;
  readonly input: unknown;
  readonly expect: string | null;
  readonly why: string;
}

interface Case {
  readonly why: string;
  readonly text: string;
  readonly label: string | null;
  readonly choices?: readonly string[];
}

describeShared("mcq on the shared vectors", "vectors/extractors.jsonl", () => {
  const rows = sharedRows<Row>("vectors/extractors.jsonl").filter(({ extractor }) => extractor === "mcq");

  test("has rows", () => {
    expect(rows.length).toBeGreaterThan(0);
  });

  test.each(rows)("$input gives $expect: $why", ({ options, input, expect: expected }) => {
    expect(buildExtractor({ type: "mcq", ...options }).extract(input) ?? "").toBe(expected ?? "");
  });
});

describe("mcq", () => {
  test.each(cases as readonly Case[])("$text gives $label: $why", ({ text, label, choices }) => {
    expect(mcq().extract(text, choices === undefined ? {} : { choices })).toBe(label);
  });
});

describe("mcq on any text", () => {
  const word = fc.constantFrom(
    ..."A B C J a e i I ( ) ** \\boxed{ } answer is : , . \n the not or and option correct <answer> </answer> 答案 是 ответ".split(
      " ",
    ),
  );
  const prose = fc
    .array(fc.tuple(word, fc.constantFrom(" ", "", "\n")), { maxLength: 40 })
    .map((words) => words.flat().join(""));
  const text = fc.oneof(prose, fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));
  const choices = fc.oneof(
    fc.constant(["A", "B", "C"]),
    fc.constant(["x", "y", "z"]),
    fc.constant(["Paris", "A cat", "none", "4"]),
    fc.array(fc.string(), { maxLength: 6 }),
  );

  test("the label is one of the menu's, and the same text gives the same label", () => {
    fc.assert(
      fc.property(text, choices, (output, given) => {
        const label = mcq().extract(output, { choices: given });
        const byPosition = (given.length === 0 ? [..."ABCDEFGH"] : given).map((_, at) => String.fromCharCode(65 + at));
        if (label !== null) expect([...given.map((one) => one.trim()), ...byPosition, "1", "0"]).toContain(label);
        expect(mcq().extract(output, { choices: given })).toBe(label);
      }),
      { numRuns: 500 },
    );
  });

  test("where a place is told, the label stands there", () => {
    fc.assert(
      fc.property(prose, (output) => {
        const found = mcq().run(output, {});
        if (found === null || typeof found === "string" || found.span === undefined) return;
        expect(output.slice(...found.span).toUpperCase()).toBe(found.text);
      }),
      { numRuns: 500 },
    );
  });

  test("what a text declares last is its label, whatever came before", () => {
    fc.assert(
      fc.property(text, fc.constantFrom(..."ABCDEFGH"), (before, label) => {
        expect(mcq().extract(`${before}\n\nThe final answer is (${label}).`)).toBe(label);
      }),
      { numRuns: 500 },
    );
  });

  test("a value of any type is read", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(["A", "B", "C", "D", "E", "F", "G", "H", null]).toContain(mcq().extract(value));
      }),
    );
  });

  test.each([
    "<",
    "<think>",
    "A ",
    "(",
    "answer is ",
    "A,",
    "A\n",
    "answer: Paris ",
    "(A) ",
    "\\boxed{",
    "\\boxed{A",
    "’",
    "答",
    "Ａ",
    "-",
    "i ",
    ".",
    "A) x\n",
    "not A ",
  ])("a megabyte of %s is read", (unit) => {
    const long = unit.repeat(Math.ceil(1e6 / unit.length));
    expect(() => mcq().extract(long)).not.toThrow();
    expect(mcq().extract(`${long}\n.\nThe answer is B.`, { choices: ["Rome", "Paris"] })).toBe("B");
  });
});
