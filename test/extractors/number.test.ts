import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAnswer } from "../../src/core/number/answer.ts";
import { number } from "../../src/extractors/number.ts";
import { buildExtractor } from "../../src/index.ts";
import cases from "../cases/number.json" with { type: "json" };
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
  readonly answer: string | null;
  readonly rule?: string;
  readonly ambiguous?: boolean;
}

describeShared("number on the shared vectors", "vectors/extractors.jsonl", () => {
  const rows = sharedRows<Row>("vectors/extractors.jsonl").filter(({ extractor }) => extractor === "number");

  test("has rows", () => {
    expect(rows.length).toBeGreaterThan(0);
  });

  test.each(rows)("$input gives $expect: $why", ({ options, input, expect: expected }) => {
    expect(buildExtractor({ type: "number", ...options }).extract(input) ?? "").toBe(expected ?? "");
  });
});

describe("number", () => {
  test.each(cases as readonly Case[])("$text gives $answer: $why", ({ text, answer, rule, ambiguous }) => {
    expect(number().extract(text)).toBe(answer);
    const found = number().run(text, {});
    if (rule !== undefined) expect(found).toMatchObject({ rule });
    if (ambiguous !== undefined) expect(found).toMatchObject(ambiguous ? { ambiguous } : {});
    if (ambiguous === false) expect(found).not.toHaveProperty("ambiguous");
  });

  test("the fallback stands where nothing is found, and is named", () => {
    expect(number({ fallback: "none" }).run("no digits", {})).toEqual({ text: "none", rule: "fallback" });
  });

  test("the span is where the number stands", () => {
    const text = "So the answer is about $1,234.50, I think.";
    const found = number().run(text, {});
    const [from, to] = (typeof found === "object" && found?.span) || [0, 0];
    expect(text.slice(from, to)).toBe("1,234.50");
  });
});

describe("number on any text", () => {
  const piece = fc.constantFrom(
    ..."1 23 456 , . - − + * / ^ = ( ) [ ] { } $ % e E x \\ \\boxed{ \\frac{ \\sqrt{ \\text{ #### << >> < > _ ' ½ ² ٤ 𝟒 A: Answer: is or and not km million 答案 「 \n".split(
      " ",
    ),
    " ",
    "the answer is ",
  );
  const soup = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
  const text = fc.oneof({ weight: 3, arbitrary: soup }, fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));

  test("the span lies in the text, and the number has digits, a value and a sign", () => {
    fc.assert(
      fc.property(text, (given) => {
        const answer = readAnswer(given);
        if (answer === null) return;
        expect(answer.text).not.toBe("");
        if (answer.span !== null) {
          const [from, to] = answer.span;
          expect(from >= 0 && from < to && to <= given.length).toBe(true);
        }
        if (answer.number === null) {
          expect(answer.rule).toBe("box");
          return;
        }
        expect(answer.number.text).toMatch(/^-?\d+(?: \d+)?(?:\.\d+)?(?:\/\d+(?:\.\d+)?|[eE][+-]?\d+)?$/);
        expect(answer.number.value).not.toBeNaN();
      }),
      { numRuns: 3_000 },
    );
  });

  test("what was read is read again as the same number", () => {
    fc.assert(
      fc.property(soup, (given) => {
        const answer = readAnswer(given);
        if (answer === null || answer.rule === "box") return;
        const again = readAnswer(answer.text);
        expect(again?.number?.text).toBe(answer.number?.text);
        expect(again?.number?.percent).toBe(answer.number?.percent);
      }),
      { numRuns: 3_000 },
    );
  });

  test("any JSON value has an answer or none", () => {
    const extractor = number();
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const found = extractor.extract(value);
        expect(found === null || typeof found === "string").toBe(true);
      }),
    );
  });
});

describe("number on long texts", () => {
  const named = ["1", ",", "-", "{", " ", "\\boxed{", "9,", "1.", "####", "answer is "];
  const others = [
    ..."}.#$*_(^/<\\=:A\"'½²答",
    ..."\\boxed{1 \\frac{ \\frac{1}{ \\sqrt{ \\text{ \\boxed{\\text{ 1/ x_{ x^{ 1e 10^ 2x << <b answer 1,234 -( ~ \\, 5\\, 𝟒".split(
      " ",
    ),
    ..."1 |1 1/|1 (|#### |#### 3. a\n|#### Step\n|answer to |A: x\n|A:\n|v1\n|v1. |3. a\n|1 or |not |5 - |1 million |1 hundred ".split(
      "|",
    ),
  ];
  const units = [...named.map((unit) => [unit, 1_000_000] as const), ...others.map((unit) => [unit, 100_000] as const)];

  test.each(units)("%j again and again, to %i characters, is read in linear time", (unit, length) => {
    const text = unit.repeat(Math.ceil(length / unit.length));
    expect(readAnswer(text)?.text ?? "").not.toMatch(/[^\d.eE/ {}\\a-z-]/);
    // What is declared at the end of it is found all the same.
    expect(number().extract(`${text}\n#### 72`)).toBe("72");
  });
});
