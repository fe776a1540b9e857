import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Row } from "../../../src/evals/datasets/dataset.ts";
import { guessFields } from "../../../src/operations/init/guess-fields.ts";
import cases from "../../cases/field-guesses.json" with { type: "json" };

const PARTS = ["input", "output", "target"] as const;

function guessed(rows: readonly Row[]): Record<string, string | null> {
  const guesses = guessFields(rows);
  return Object.fromEntries(PARTS.map((part) => [part, guesses.find((one) => one.part === part)?.field ?? null]));
}

function rowOf(fields: readonly string[]): Row {
  return Object.fromEntries(fields.map((field) => [field, "some text"]));
}

test.each(cases)("$fields: $why", ({ fields, input, output, target }) => {
  expect(guessed([rowOf(fields)])).toEqual({ input, output, target });
});

describe("what the rows hold", () => {
  test("a path leads into objects", () => {
    const row: Row = { data: { question: "q", answer: { final: "42", expected: "41" } }, reply: { text: "so 42" } };
    expect(guessed([row])).toMatchObject({ input: "data.question", target: "data.answer.expected" });
  });

  test("a field that no row fills is no guess", () => {
    expect(guessed([{ response: null, completion: "x", label: "" }])).toMatchObject({
      output: "completion",
      target: null,
    });
  });

  test("of two equal names the one that more rows fill is taken, and the other is told", () => {
    const rows: Row[] = [
      { completion: null, reply: "a" },
      { completion: "b", reply: "c" },
    ];
    expect(guessFields(rows).find((one) => one.part === "output")).toEqual({
      part: "output",
      field: "reply",
      others: ["completion"],
    });
  });

  test("flags are taken only where nothing else fits", () => {
    const rows: Row[] = [{ correct: true, solution: "4", output: "4" }];
    expect(guessed(rows)).toMatchObject({ target: "solution" });
    expect(guessed([{ correct: true, output: "yes" }])).toMatchObject({ target: "correct" });
  });
});

test("whatever the names are, no field gets two parts, and only fields that are there are named", () => {
  const names = fc.oneof(
    fc.string(),
    fc.constantFrom("answer", "model_answer", "expected_output", "input", "is_ok", "__proto__"),
  );
  fc.assert(
    fc.property(fc.uniqueArray(names, { maxLength: 8 }), (fields) => {
      const guesses = guessFields([Object.fromEntries(fields.map((field) => [field, "x"]))]);
      const taken = guesses.map((one) => one.field);
      expect(new Set(taken).size).toBe(taken.length);
      for (const field of taken) expect(fields).toContain(field);
      for (const one of guesses) for (const other of one.others) expect(taken).not.toContain(other);
    }),
  );
});
