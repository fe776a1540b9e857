import { expect, test } from "vitest";
import { ModelError } from "../../src/core/model.ts";
import { createHeldRows } from "../../src/evals/held-rows.ts";

const refusal = (message = "no such model") => new ModelError("unknown_model", message, { scope: "account" });

test("a row is held until its model is heard, then it is released once", () => {
  const held = createHeldRows<string>();
  held.hold("a", refusal(), "one");
  held.hold("b", refusal(), "two");
  expect(held.released()).toEqual([]);
  held.heard("a", "failure");
  expect(held.released()).toEqual(["one"]);
  held.heard("a", "answer");
  expect(held.released()).toEqual([]);
  held.heard("b", "answer");
  expect(held.released()).toEqual(["two"]);
});

test.each([
  { why: "two refused calls may be a hiccup: they are errors", rows: 2, heard: null, ends: false },
  { why: "three of a model that was never heard are enough to tell", rows: 3, heard: null, ends: true },
  { why: "a model that has answered is there: the refusals are the rows' own", rows: 3, heard: "answer", ends: false },
  { why: "a failure is no answer", rows: 3, heard: "failure", ends: true },
] as const)("at the end: $why", ({ rows, heard, ends }) => {
  const held = createHeldRows<number>();
  if (heard !== null) held.heard("a", heard);
  for (let row = 0; row < rows; row++) held.hold("a", refusal(`no ${row}`), row);
  const stop = held.end();
  expect(stop === null).toBe(!ends);
  expect(held.released()).toHaveLength(ends ? 0 : rows);
  if (ends) expect(stop).toMatchObject({ scope: "run", message: "no 2; all 3 calls of a were refused" });
});
