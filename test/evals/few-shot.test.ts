import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/core/errors.ts";
import type { Message } from "../../src/core/model.ts";
import { readMapping } from "../../src/evals/datasets/fields.ts";
import { readFewShot, withExamples } from "../../src/evals/few-shot.ts";
import { drawIndexes, readFewShotChoice } from "../../src/evals/few-shot-choice.ts";
import { fillPrompt, readPrompt } from "../../src/evals/prompt.ts";
import cases from "../cases/few-shot.json" with { type: "json" };

interface Case {
  readonly why: string;
  readonly few_shot: unknown;
  readonly prompt?: unknown;
  readonly system?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly row?: Readonly<Record<string, never>>;
  readonly messages?: readonly (readonly [role: string, content: string])[];
  readonly refused?: string;
  readonly says?: string;
}

function asked({ few_shot, prompt = "{{input}}", system, fields, row = {} }: Case): readonly Message[] {
  const read = readPrompt(prompt, system);
  const mapping = readMapping(fields);
  const fewShot = readFewShot(readFewShotChoice(few_shot), read, mapping);
  const filled = fillPrompt(read, row, mapping);
  if ("missing" in filled) throw new Error(`the row lacks ${filled.missing}`);
  return withExamples(filled.messages, fewShot, { row, mapping });
}

describe("examples before a question", () => {
  test.each(cases as readonly unknown[] as readonly Case[])("$why", (one) => {
    if (one.refused === undefined) {
      expect(asked(one).map(({ role, content }) => [role, content])).toEqual(one.messages);
      return;
    }
    try {
      expect(asked(one)).toBe("refused");
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      expect([error.code, error.message]).toEqual([one.refused, expect.stringContaining(one.says ?? "")]);
    }
  });

  test("the row under test is never one of them, and as many are shown as are wanted", () => {
    const row = fc.record({ input: fc.constantFrom("a", "b", "c", "d", " a "), label: fc.constantFrom("x", "y") });
    const rows = fc.uniqueArray(row, { minLength: 2, maxLength: 12, selector: ({ input }) => input.trim() });
    fc.assert(
      fc.property(rows, fc.nat(), fc.option(fc.nat()), (all, at, seed) => {
        const count = 1 + (at % (all.length - 1));
        const tested = all[at % all.length] ?? { input: "", label: "" };
        const choice = { examples: all, rows: count, ...(seed === null ? {} : { seed }) };
        const messages = asked({ why: "", few_shot: choice, row: tested as never });
        const shown = messages.slice(0, -1).filter(({ role }) => role === "user");
        expect(shown.map(({ content }) => content.trim())).not.toContain(tested.input.trim());
        expect(shown).toHaveLength(count);
        expect(messages.at(-1)).toEqual({ role: "user", content: tested.input });
      }),
    );
  });

  test("a question with the same words and another image is another question", () => {
    const prompt = readPrompt("What is it?", undefined);
    const mapping = readMapping();
    const rows = ["a.png", "b.png", "c.png"].map((images) => ({ images, label: images }));
    const fewShot = readFewShot(readFewShotChoice({ examples: rows, rows: 2 }), prompt, mapping);
    const question: Message = { role: "user", content: "What is it?", images: ["a.png"] };
    const messages = withExamples([question], fewShot, { row: rows[0] ?? {}, mapping });
    expect(messages.map(({ images, content }) => images ?? content)).toEqual([
      ["b.png"],
      "b.png",
      ["c.png"],
      "c.png",
      ["a.png"],
    ]);
  });
});

describe("drawing", () => {
  test("is of different rows, those that are shown in order, and the same for the same seed", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer(),
        (total, rows, seed) => {
          const drawn = drawIndexes(total, rows, seed);
          expect(drawIndexes(total, rows, seed)).toEqual(drawn);
          expect(new Set(drawn).size).toBe(drawn.length);
          expect(drawn.every((index) => index >= 0 && index < total)).toBe(true);
          expect(drawn.length).toBeGreaterThanOrEqual(Math.min(rows + 1, total));
          const shown = drawn.slice(0, rows);
          expect(shown).toEqual([...shown].sort((a, b) => a - b));
        },
      ),
    );
  });

  test("without a seed takes the first rows", () => {
    expect(drawIndexes(100, 3, undefined).slice(0, 3)).toEqual([0, 1, 2]);
  });

  test("takes each row about as often as any other", () => {
    const counts = new Array<number>(10).fill(0);
    for (let seed = 0; seed < 3_000; seed++) {
      for (const index of drawIndexes(10, 3, seed).slice(0, 3)) counts[index] = (counts[index] ?? 0) + 1;
    }
    // 900 each; five standard deviations of a binomial count are 125.
    expect(Math.min(...counts)).toBeGreaterThan(775);
    expect(Math.max(...counts)).toBeLessThan(1_025);
  });
});
