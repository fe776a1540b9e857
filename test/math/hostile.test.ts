import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mathAnswer } from "../../src/extractors/math.ts";
import { describeShared, sharedRows } from "../shared.ts";
import { scoreOf } from "./pair.ts";

const MEGABYTE = 1_000_000;
const TIMEOUT = 30_000;

function upTo(length: number, part: string): string {
  return part.repeat(Math.floor(length / part.length));
}

function grid(size: number, cell: string): string {
  const rows = new Array(size).fill(new Array(size).fill(cell).join("&")).join("\\\\");
  return `\\begin{pmatrix}${rows}\\end{pmatrix}`;
}

function counted(count: number, write: (index: number) => string, separator: string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join(separator);
}

/** Answers that ask for more work than any answer is worth. None is right, and of none anybody can be sure. */
const UNDECIDABLE: readonly (readonly [why: string, answer: string, target?: string])[] = [
  ["a tower of powers", "10^{10^{10}}"],
  ["a higher tower", "5^{5^{5^{5^5}}}"],
  ["a tower in a box", "\\boxed{9^{9^{9^{9^{9^{9}}}}}}"],
  ["a factorial of a factorial of a factorial", "((100!)!)!"],
  ["a factorial that is too large", "10000!"],
  ["3000 braces", `${"{".repeat(3_000)}1${"}".repeat(3_000)}`],
  ["5000 brackets", `${"(".repeat(5_000)}1${")".repeat(5_000)}`],
  ["100 kB of digits", "7".repeat(100_000)],
  ["a matrix of 10,000 cells", grid(100, "1")],
  ["a product of large matrices", grid(20, "x+1") + grid(20, "x+1")],
  ["a product of many matrices, whose cells would grow for ever", grid(4, "x").repeat(12)],
  ["a sum of 100 million terms", "\\sum_{k=1}^{100000000} k"],
  ["a sum of sums of sums", "\\sum_{i=1}^{999}\\sum_{j=1}^{999}\\sum_{k=1}^{999} ijk"],
  ["a sum that never settles", "\\sum_{n=1}^{\\infty}\\sum_{m=1}^{\\infty} \\frac{1}{n^2m^2}"],
  ["a binomial that is too large", "\\binom{1000000000}{500000000}"],
  ["an exponent that is too large", "1e99999"],
  ["a chain of quotients", `${"1/".repeat(9_000)}1`],
  ["a chain of factorials", `3${"!".repeat(3_000)}`],
  ["a chain of powers", `2${"^2".repeat(3_000)}`],
  ["a chain of signs", `${"-".repeat(19_000)}1`],
  ["roots of roots", `${"\\sqrt".repeat(3_000)}2`],
  ["texts that never close", "\\text{".repeat(3_300)],
  ["texts in texts", `${"\\text{if ".repeat(2_000)}${"}".repeat(2_000)}`],
  ["indices of indices", `a${"_{a".repeat(200)}${"}".repeat(200)}`],
  ["many bars", "|x".repeat(2_001)],
  ["a set with 5000 members", `\\{${counted(5_000, String, ",")}\\}`],
  [
    "a set of 200 expressions in the opposite order",
    `\\{${counted(200, (index) => `x+${index}y`, ",")}\\}`,
    `\\{${counted(200, (index) => `${199 - index}y+x`, ",")}\\}`,
  ],
  ["signs that stand for both", `${"\\pm ".repeat(500)}1`],
];

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

/** Texts of a megabyte. Each must end within the suite's time, whatever is found in it. */
const LONG: readonly (readonly [why: string, text: string])[] = [
  ["digits and blanks", upTo(MEGABYTE, "1 ")],
  ["tuples that never close", upTo(MEGABYTE, "( 1, 1, ")],
  ["digits", upTo(MEGABYTE, "7")],
  ["dollar signs", upTo(MEGABYTE, "$")],
  ["formulas", upTo(MEGABYTE, "$ a $ ")],
  ["prices", upTo(MEGABYTE, "It costs $5. ")],
  ["formulas that never close", upTo(MEGABYTE, "\\[ x ")],
  ["environments that never close", upTo(MEGABYTE, "\\begin{align}")],
  ["boxes", upTo(MEGABYTE, "\\boxed{1}, ")],
  ["boxes that never close", upTo(MEGABYTE, "\\boxed{")],
  ["boxes in boxes", `${"\\boxed{".repeat(100_000)}5${"}".repeat(100_000)}`],
  ["cues", upTo(MEGABYTE, "the answer is ")],
  ["markers", upTo(MEGABYTE, "#### ")],
  ["letters that announce", upTo(MEGABYTE, "A: ")],
  ["thoughts", upTo(MEGABYTE, "<think> </think> ")],
  ["blanks", upTo(MEGABYTE, " ")],
  ["backslashes", upTo(MEGABYTE, "\\")],
  ["one word", upTo(MEGABYTE, "x")],
  ["emoji", upTo(MEGABYTE, "😀")],
  ["letters that are mentioned", upTo(MEGABYTE, "for all $x$ ")],
];

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
