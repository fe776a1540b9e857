import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { letterExpectation, readLetterLogprobs } from "../../../src/prompts/selection/letter-logprobs.ts";
import { readEachLetter, readLetters } from "../../../src/prompts/selection/letter-reply.ts";
import { LETTERS, letterScore, nearestLetter } from "../../../src/prompts/selection/letter-scale.ts";
import { readTaggedLetter } from "../../../src/prompts/selection/letter-tag.ts";
import openEnds from "../../cases/letter-open-end.json" with { type: "json" };
import cases from "../../cases/letter-replies.json" with { type: "json" };
import { describeShared, sharedRows } from "../../shared.ts";
import { replyOf, tokensOf } from "./reply.ts";

const SLOTS = [
  { field: "score_a", tag: "score_A-1f" },
  { field: "score_b", tag: "score_B-1f" },
];

test.each(cases)("$text: $why", ({ text, letters, code }) => {
  const reading = readLetters(replyOf(text), SLOTS);
  expect(reading.unread?.code).toBe(code);
  expect(reading.read?.map(({ letter }) => letter)).toEqual(letters);
});

interface Row {
  readonly name: string;
  readonly kind: "text" | "logprobs";
  readonly text: string;
  readonly tag: string;
  readonly target_score: number | null;
  readonly alternatives: readonly (readonly [string, number])[];
  readonly expect_score: number | null;
  readonly expect_support: number;
  readonly expect_mass: number;
}

const VECTORS = "vectors/score-parse.jsonl";
describeShared("the shared score replies", VECTORS, () => {
  test.each(sharedRows<Row>(VECTORS))("$kind: $name", (row) => {
    if (row.kind === "text") {
      same(readTaggedLetter(row.text, row.tag).read?.score ?? null, row.target_score);
      return;
    }
    const { score, support, mass } = letterExpectation(
      row.alternatives.map(([token, logprob]) => ({ token, logprob })),
    );
    same(score, row.expect_score);
    expect(support).toBe(row.expect_support);
    same(mass, row.expect_mass);
  });
});

/** The rows give nine decimals of both logarithms and scores. */
function same(got: number | null, wanted: number | null): void {
  if (got === null || wanted === null) expect(got).toBe(wanted);
  else expect(got).toBeCloseTo(wanted, 8);
}

describe("log-probabilities", () => {
  const TAG = "score-1f";

  test("are read at the token that holds the letter, whatever empty tokens stand before it", () => {
    const tokens = tokensOf(["<score", "-1f>", "", " ", "", { A: 0.75, T: 0.25 }, "</score-1f>"]);
    expect(readLetterLogprobs(tokens, TAG)).toEqual({ score: 0.75, support: 2, mass: 1 });
  });

  test("are read where the letter is fused with the tag's bracket, before or behind", () => {
    const before = tokensOf(["<score-1f", { ">A": 0.5, ">T": 0.5 }, "</score-1f>"]);
    const behind = tokensOf(["<score-1f>", { "A</": 0.5, "T</": 0.5 }, "score-1f>"]);
    expect(readLetterLogprobs(before, TAG)?.score).toBeCloseTo(0.5, 9);
    expect(readLetterLogprobs(behind, TAG)?.score).toBeCloseTo(0.5, 9);
  });

  test("are those of the last pair, not of a quoted one", () => {
    const quoted = ["<score-1f>", { A: 1 }, "</score-1f>"];
    expect(readLetterLogprobs(tokensOf([...quoted, " so ", "<score-1f>", { T: 1 }, "</score-1f>"]), TAG)?.score).toBe(
      0,
    );
  });

  test("count the sampled letter where a server lists no alternatives", () => {
    const tokens = [
      { token: "<score-1f>", logprob: 0, top: [] },
      { token: "B", logprob: Math.log(0.4), top: [] },
    ];
    const read = readLetterLogprobs([...tokens, { token: "</score-1f>", logprob: 0, top: [] }], TAG);
    expect(read).toMatchObject({ score: 18 / 19, support: 1 });
    expect(read?.mass).toBeCloseTo(0.4, 9);
  });

  test("are left alone where one token holds more than the letter", () => {
    expect(readLetterLogprobs(tokensOf(["<score-1f>A</score-1f>"]), TAG)).toBeNull();
    expect(
      letterExpectation([
        { token: "B", logprob: Number.NaN },
        { token: "C", logprob: 3 },
      ]).score,
    ).toBeNull();
  });

  test("weigh all letters of a reply or none", () => {
    const text = "<score_A-1f>A</score_A-1f><score_B-1f>C</score_B-1f>";
    const one = tokensOf(["<score_A-1f>", { A: 0.5, T: 0.5 }, "</score_A-1f>", "<score_B-1f>C</score_B-1f>"]);
    expect(readLetters(replyOf(text, { logprobs: one }), SLOTS).read).toEqual([
      { letter: "A", score: 1, source: "text" },
      { letter: "C", score: 17 / 19, source: "text" },
    ]);
    const both = tokensOf(["<score_A-1f>", { A: 0.5, T: 0.5 }, "</score_A-1f><score_B-1f>", { C: 1 }, "</score_B-1f>"]);
    expect(readLetters(replyOf(text, { logprobs: both }), SLOTS).read).toMatchObject([
      { letter: "A", source: "logprobs", support: 2, mass: 1 },
      { letter: "C", source: "logprobs", support: 1 },
    ]);
  });
});

test("a reply that was cut or declined is unreadable, however clear its beginning", () => {
  const text = "<score_A-1f>A</score_A-1f><score_B-1f>C</score_B-1f>";
  expect(readLetters(replyOf(text, { finishReason: "length" }), SLOTS).unread?.code).toBe("truncated");
  expect(readLetters(replyOf(text, { finishReason: "refusal" }), SLOTS).unread?.code).toBe("refusal");
});

describe("a reply of which nobody says why it ended counts where its form is closed", () => {
  test.each(openEnds)("$text: $why", ({ text, letters, code }) => {
    for (const finishReason of ["other", "tool"] as const) {
      const reading = readLetters(replyOf(text, { finishReason }), SLOTS);
      expect(reading.unread?.code).toBe(code);
      expect(reading.read?.map(({ letter }) => letter)).toEqual(letters);
    }
  });

  test("and of many checkpoints those before its end are read", () => {
    const slots = ["c1", "c2"].map((field) => ({ field, tag: `${field}-1f` }));
    const { read } = readEachLetter(replyOf("<c1-1f>B</c1-1f>", { finishReason: "other" }), slots);
    expect(read?.map((one) => one.read?.letter ?? one.unread?.code)).toEqual(["B", "unparsable"]);
  });
});

test("of many checkpoints those that can be read are read", () => {
  const slots = ["c1", "c2"].map((field) => ({ field, tag: `${field}-1f` }));
  const { read } = readEachLetter(replyOf("<c1-1f>?</c1-1f><c2-1f>B</c2-1f>"), slots);
  expect(read?.map((one) => one.read?.letter ?? one.unread?.code)).toEqual(["off_menu", "B"]);
});

test("the scale runs from 1 to 0 in steps of 1/19, and the nearest letter undoes it", () => {
  expect([...LETTERS].map((letter) => letterScore(letter))).toEqual([...LETTERS].map((_, at) => (19 - at) / 19));
  for (const letter of LETTERS) expect(nearestLetter(letterScore(letter) ?? -1)).toBe(letter);
  for (const other of ["", "U", "AB", "ſ", "1"]) expect(letterScore(other)).toBeNull();
});

const PIECES = [
  "<score_A-1f>",
  "</score_A-1f>",
  "<score_B-1f>B</score_B-1f>",
  "A",
  " ",
  "{",
  '"score_a":',
  '"C"',
  "}",
  "<think>",
  "\ud800",
];

test("any reply is read or unreadable, with a score of the scale or a code", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.constantFrom(...PIECES)).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const { read, unread } = readLetters(replyOf(text), SLOTS);
      if (read === undefined) expect(unread.code).not.toBe("");
      else for (const { letter, score } of read) expect(letterScore(letter)).toBe(score);
    }),
  );
});

test.each(["<score_A-1f>", "</score_A-1f>", "{", '{"score_a":"B"}'])(
  "a reply of a million units of %j ends",
  (piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    expect(readLetters(replyOf(text), SLOTS).unread).toBeDefined();
  },
  60_000,
);
