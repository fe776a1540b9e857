import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mathAnswer } from "../../src/extractors/math.ts";
import { describeShared, sharedRows } from "../shared.ts";
import { LONG, UNDECIDABLE } from "./hostile-texts.ts";
import { scoreOf } from "./pair.ts";

const TIMEOUT = 30_000;

describe("an answer that asks for too much work", () => {
  test.each(UNDECIDABLE)(
    "%s ends, and is not surely right or wrong",
    { timeout: TIMEOUT },
    (_why, answer = "", target = "\\frac{1}{7}+z") => {
      for (const score of [scoreOf(answer, target), scoreOf(target, answer)]) {
        if (score.value === null) continue;
        expect(score).toMatchObject({ value: 0 });
        expect(score.reason).toMatch(/^[a-z_]+$/);
      }
      expect(scoreOf(answer, target)).toMatchObject({ value: 0, confident: false });
    },
  );
});

describe("a text of a megabyte", () => {
  test.each(LONG)("of %s is read in linear time", { timeout: TIMEOUT }, (_why, text) => {
    mathAnswer().extract(text);
    scoreOf(text, "1");
    scoreOf("1", text);
  });
});

describe("any text", () => {
  const unicode = fc.string({ unit: "grapheme", maxLength: 80 });
  const pieces = fc
    .array(
      fc.constantFrom(
        ..."\\frac \\sqrt { } [ ] ( ) | ^ _ , ; : . ! ' % $ \\$ 1 2.5 1,000 x xy \\pi e i + - * / = < \\le \\in \\cup \\pm".split(
          " ",
        ),
        ..."\\{ \\} \\begin{cases} \\end{cases} \\begin{pmatrix} \\end{pmatrix} & \\\\ \\sum \\int \\log \\sin \\text{if} \\text{cm}".split(
          " ",
        ),
        ..."\\boxed{ the answer is or and mod \\left \\right \\overline \\infty \\mathbb{R} \\ldots ... ^\\circ \\mid é 答案".split(
          " ",
        ),
        " ",
        "\n",
      ),
      { maxLength: 24 },
    )
    .map((parts) => parts.join(""));

  test("gets a score and never throws", { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(fc.oneof(unicode, pieces), fc.oneof(unicode, pieces), (answer, target) => {
        const score = scoreOf(answer, target);
        if (score.value === null) expect(score.error).toMatchObject({ stage: "sample" });
        else expect([0, 1]).toContain(score.value);
      }),
      { numRuns: 3_000 },
    );
  });

  test("of mathematics is right against itself", { timeout: TIMEOUT }, () => {
    fc.assert(
      fc.property(pieces, (text) => {
        const score = scoreOf(text, text);
        if (score.value === null) expect(score.error).toMatchObject({ stage: "sample" });
        else if (score.reason !== "no_answer") expect(score.value).toBe(1);
      }),
      { numRuns: 1_500 },
    );
  });
});

const VECTORS = "vectors/math-equivalence.jsonl";

describeShared("the shared pairs with a character changed", VECTORS, () => {
  test("get a score and never throw", { timeout: TIMEOUT }, () => {
    const rows = sharedRows<{ readonly prediction: string; readonly gold: string }>(VECTORS);
    const row = fc.constantFrom(...rows);
    const change = fc.tuple(fc.nat(), fc.constantFrom("{", "}", "\\", "$", "", "^", "(", "1", ",", "|", "\u0000", "é"));
    fc.assert(
      fc.property(row, change, change, ({ prediction, gold }, one, other) => {
        const score = scoreOf(mutated(prediction, one), mutated(gold, other));
        if (score.value === null) expect(score.error).toMatchObject({ stage: "sample" });
      }),
      { numRuns: 2_000 },
    );
  });
});

function mutated(text: string, [place, by]: readonly [number, string]): string {
  const at = place % (text.length + 1);
  return `${text.slice(0, at)}${by}${text.slice(at + 1)}`;
}
