import { expect, test } from "vitest";
import { choiceScoring } from "../../src/benchmarks/multiple-choice.ts";
import { scored } from "./attempt.ts";

const scoring = choiceScoring();
const choices = ["Paris", "Rome", "Bern"];

test.each([
  ["Bern is in Switzerland.\nAnswer: B", 1, 1, "the form that was asked for"],
  ["The answer is (B).", 1, 0, "another form declares as well"],
  ["**Answer: B**", 1, 0, "bold is not the form"],
  ["Answer: A\nWait.\nAnswer: B", 1, 1, "the last one counts"],
  ["Rome", 1, 0, "the text of an option stands for its letter"],
  ["<think>Answer: B</think>\nAnswer: C", 0, 0, "reasoning declares nothing"],
  ["I do not know.", 0, 0, "nothing is guessed"],
  ["Answer: E", 0, 0, "a letter that is not on the menu"],
])("%j is %i, and %i by the strict reading: %s", async (output, final, strict) => {
  const score = await scored(scoring, output, ["B"], { choices });
  expect(score).toMatchObject({ value: final, values: { final, strict } });
});
