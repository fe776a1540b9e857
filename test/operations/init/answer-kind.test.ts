import { expect, test } from "vitest";
import type { Json } from "../../../src/core/types.ts";
import { answerKind } from "../../../src/operations/init/answer-kind.ts";

test.each<[string, Json[], string]>([
  ["numbers as text and as numbers", ["42", 7, "1,250", "3/4", "15%", "-2"], "numbers"],
  ["lists of numbers, any of which is right", [["9.5", "9 1/2"], "4"], "numbers"],
  ["solutions that mark their number", ["He has 5 + 4 = 9 apples.\n#### 9", "#### 12"], "marked_numbers"],
  ["boxed answers", ["\\boxed{12}", "so $\\boxed{3}$"], "marked_numbers"],
  ["letters, decorated or not", ["A", "(b)".toUpperCase(), "C."], "letters"],
  ["words", ["Paris", "Berlin"], "texts"],
  ["one word among numbers makes them texts", ["42", "none"], "texts"],
  ["sentences with a number in them are no numbers", ["The treaty was signed in 1815 in Vienna by many"], "texts"],
  ["words with a digit are no numbers", ["GPT-4o mini", "H2O"], "texts"],
  ["nothing at all", [null, ""], "texts"],
])("%s", (_name, targets, kind) => {
  expect(answerKind(targets)).toBe(kind);
});
