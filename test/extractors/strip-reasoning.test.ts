import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stripReasoning } from "../../src/extractors/strip-reasoning.ts";
import { buildExtractor } from "../../src/index.ts";
import cases from "../cases/strip-reasoning.json" with { type: "json" };
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
  readonly answer: string;
  readonly tag_pairs?: [string, string][];
}

describeShared("strip_reasoning on the shared vectors", "vectors/extractors.jsonl", () => {
  const rows = sharedRows<Row>("vectors/extractors.jsonl").filter(({ extractor }) => extractor === "strip_reasoning");

  test("has rows", () => {
    expect(rows.length).toBeGreaterThan(0);
  });

  test.each(rows)("$input gives $expect: $why", ({ options, input, expect: expected }) => {
    expect(buildExtractor({ type: "strip_reasoning", ...options }).extract(input) ?? "").toBe(expected ?? "");
  });
});

describe("strip_reasoning", () => {
  test.each(cases as unknown as readonly Case[])("$text gives $answer: $why", ({ text, answer, tag_pairs }) => {
    const extractor = buildExtractor({ type: "strip_reasoning", ...(tag_pairs === undefined ? {} : { tag_pairs }) });
    expect(extractor.extract(text) ?? "").toBe(answer);
  });

  test("the place of the answer is told, also where lower-casing would change lengths", () => {
    const text = "<THINK>İİİ</Think>  Blue ";
    const found = stripReasoning().run(text, {});
    expect(found).toEqual({ text: "Blue", rule: "closed", span: [20, 24] });
  });

  test("an answer in pieces has no place", () => {
    expect(stripReasoning().run("A<think>x</think>B", {})).toEqual({ text: "AB", rule: "closed" });
  });

  test.each([
    ["no tags", "whole"],
    ["a</think>b", "prefilled"],
    ["b<think>c", "truncated"],
  ])("%s is of the kind %s", (text, rule) => {
    expect(stripReasoning().run(text, {})).toMatchObject({ rule });
  });

  test("a blank tag is refused", () => {
    expect(() => buildExtractor({ type: "strip_reasoning", tag_pairs: [["", "</x>"]] })).toThrow(/tag_pairs/);
  });

  const piece = fc.constantFrom("<think>", "</think>", "<THINKING>", "</Thinking>", "İ", "answer ", "\n", "<", ">");

  test("no tag is left, and a second run changes nothing", () => {
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const once = stripReasoning().extract(pieces.join("")) ?? "";
        expect(once).not.toMatch(/<\/?think(ing)?>/i);
        expect(stripReasoning().extract(once) ?? "").toBe(once);
      }),
    );
  });

  test("any text gives a part of itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (reasoning, answer) => {
        const found = stripReasoning().extract(`<think>${reasoning}</think>${answer}`) ?? "";
        expect(answer).toContain(found);
      }),
    );
  });

  test.each(["<", "<think>", "</think>", "<think></think>", "</think", "x"])("a megabyte of %s is read", (unit) => {
    const text = unit.repeat(Math.ceil(1e6 / unit.length));
    expect(() => stripReasoning().extract(text)).not.toThrow();
    expect(stripReasoning().extract(`${text}</think>B`)).toBe("B");
  });
});
