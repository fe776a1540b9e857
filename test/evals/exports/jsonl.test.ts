import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/core/types.ts";
import { answerOf, broken, exportText, fail, pass, runOf, scored, skipped, sourceOf } from "./run.ts";
import { texts } from "./texts.ts";

/** As a reader that knows more line ends than one would cut it. */
function readLines(text: string): readonly Record<string, Json>[] {
  return text
    .split(/\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/)
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

describe("a run as JSON Lines", () => {
  it("has one object an answer", async () => {
    const [line] = readLines(await exportText("jsonl", sourceOf(scored(fail))));
    expect(line).toEqual({
      sample_id: "row-1",
      index: 0,
      epoch: 1,
      input: "q",
      target: "42",
      row: { question: "q", label: "42" },
      output: "42",
      error: null,
      scores: { answer: fail },
    });
  });

  it.each(texts)("gives texts back exactly: $why", async ({ text }) => {
    const samples = [answerOf(0, { sampleId: text, row: { [text]: text }, output: text, scores: { [text]: text } })];
    const [line, ...others] = readLines(await exportText("jsonl", sourceOf(samples, { scorers: [text] })));
    expect(others).toEqual([]);
    expect(line).toMatchObject({ sample_id: text, row: { [text]: text }, output: text, scores: { [text]: text } });
  });

  it("gives any text and any row back exactly", async () => {
    const anyText = fc.string({ unit: "binary" });
    await fc.assert(
      fc.asyncProperty(anyText, fc.jsonValue(), async (text, value) => {
        const row = JSON.parse(JSON.stringify({ value, text }));
        const [line] = readLines(await exportText("jsonl", sourceOf([answerOf(0, { output: text, row })])));
        expect(line?.["output"]).toBe(text);
        expect(line?.["row"]).toEqual(row);
      }),
    );
  });

  it("keeps broken, skipped and absent scores apart, and none of them is a number", async () => {
    const text = await exportText("jsonl", sourceOf(scored(pass, broken, skipped, undefined)));
    const scores = readLines(text).map((line) => line["scores"]);
    expect(scores).toEqual([{ answer: pass }, { answer: broken }, { answer: skipped }, { answer: null }]);
  });

  it("keeps scorers in their order, whatever they are called", async () => {
    const names = ["b", "__proto__", "a", "constructor"];
    const scores = Object.fromEntries([...names].reverse().map((name) => [name, pass]));
    const text = await exportText("jsonl", sourceOf([answerOf(0, { scores })], { scorers: [...names, "toString"] }));
    expect(text).toContain(`"scores":{"b":${JSON.stringify(pass)},"__proto__":`);
    expect(text.trimEnd().endsWith(`"toString":null}}`)).toBe(true);
  });

  it("says why there is no output", async () => {
    const error = { stage: "inference", code: "rate_limit", message: "429", retryable: true } as const;
    const [line] = readLines(await exportText("jsonl", sourceOf([answerOf(0, { output: null, error })])));
    expect(line).toMatchObject({ output: null, error });
  });

  it("finds input and target by the fields of the eval, and has neither where the row has neither", async () => {
    const run = runOf({ config: { eval: { dataset: { path: "x", fields: { input: "a.b", target: "gold" } } } } });
    const rows: readonly Json[] = [{ a: { b: "in" }, gold: ["x", "y"], label: "z" }, { label: "z" }, null];
    const samples = rows.map((row, index) => answerOf(index, { row }));
    const read = readLines(await exportText("jsonl", sourceOf(samples, { run })));
    expect(read.map(({ input, target }) => [input, target])).toEqual([
      ["in", ["x", "y"]],
      [undefined, "z"],
      [undefined, undefined],
    ]);
  });

  it("gives each epoch the row of its sample, and no other row", async () => {
    const samples = [
      answerOf(0, { row: { id: 1 } }),
      answerOf(0, { epoch: 2, row: null }),
      answerOf(1, { row: null }),
      answerOf(1, { epoch: 2, row: null }),
    ];
    const rows = readLines(await exportText("jsonl", sourceOf(samples))).map((line) => line["row"]);
    expect(rows).toEqual([{ id: 1 }, { id: 1 }, null, null]);
  });

  it("is the same for equal runs with other ids and times", async () => {
    const other = runOf({ id: "run-2", createdAt: "2027-01-01T00:00:00.000Z", outputsOf: "run-2" });
    const samples = [answerOf(0, { reply: { id: "reply-7", created: 1_700_000_000 } })];
    const text = await exportText("jsonl", sourceOf(samples));
    expect(await exportText("jsonl", sourceOf([answerOf(0)], { run: other }))).toBe(text);
  });

  it("writes a row that is nested too deep for a recursive writer", async () => {
    let row: Json = [];
    for (let depth = 0; depth < 20_000; depth++) row = [row];
    const text = await exportText("jsonl", sourceOf([answerOf(0, { row: { row } })]));
    expect(text.split("[").length - 1).toBe(20_001);
  });

  it("of no answers is empty", async () => {
    expect(await exportText("jsonl", sourceOf([]))).toBe("");
  });
});
