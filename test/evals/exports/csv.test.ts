import fc from "fast-check";
import papaparse from "papaparse";
import { describe, expect, it } from "vitest";
import { exportFormats } from "../../../src/evals/exports/formats.ts";
import { guardCell, unguardCell } from "../../../src/evals/exports/spreadsheet-text.ts";
import { answerOf, broken, exportText, fail, pass, runOf, scored, skipped, sourceOf } from "./run.ts";
import { texts } from "./texts.ts";

async function exportTable(...source: Parameters<typeof sourceOf>): Promise<readonly (readonly string[])[]> {
  const text = await exportText("csv", sourceOf(...source));
  expect(text.endsWith("\r\n")).toBe(true);
  const { data, errors } = papaparse.parse<readonly string[]>(text, { delimiter: ",", skipEmptyLines: true });
  expect(errors).toEqual([]);
  return data;
}

const header = ["sample_id", "index", "epoch", "output", "error"];
const of = (name: string) => ["", ".pass", ".confident", ".reason", ".answer", ".error"].map((end) => name + end);

describe("a run as CSV", () => {
  it("has a header and a line an answer", async () => {
    expect(await exportTable(scored(pass, fail))).toEqual([
      [...header, ...of("answer")],
      ["row-1", "0", "1", "42", "", "1", "true", "true", "match", "42", ""],
      ["row-2", "1", "1", "42", "", "0", "false", "true", "mismatch", "41", ""],
    ]);
  });

  it("leaves the value empty where there is none, and tells the three kinds apart", async () => {
    const [, ...rows] = await exportTable(scored(broken, skipped, undefined));
    expect(rows.map((row) => row.slice(5))).toEqual([
      ["", "", "", "", "", "judge:timeout: no reply in 60 s"],
      ["", "", "", "skipped: no reference", "", ""],
      ["", "", "", "", "", "store:missing_score: the run has no score for this answer"],
    ]);
  });

  it("has the mean of the run as the mean of its column, and the errors as its filled error cells", async () => {
    const samples = scored(pass, pass, fail, fail, fail, broken, broken, broken, broken, broken);
    const [, ...rows] = await exportTable(samples);
    const values = rows.map((row) => row[5] ?? "").filter((cell) => cell !== "");
    expect(values.reduce((sum, value) => sum + Number(value), 0) / values.length).toBe(0.4);
    expect(rows.filter((row) => row[10] !== "")).toHaveLength(5);
  });

  it("keeps numbers numbers, also below zero", async () => {
    const values = [-2, -0.5, 0.1, 1e-7, 0];
    const [, ...rows] = await exportTable(scored(...values.map((value) => ({ value, pass: null, reason: "custom" }))));
    expect(rows.map((row) => row[5])).toEqual(["-2", "-0.5", "0.1", "1e-7", "0"]);
    expect(rows.every((row) => row[6] === "")).toBe(true);
  });

  it.each(texts)("holds the text with no more than the documented prefix: $why", async ({ text }) => {
    const score = { ...(typeof pass === "object" ? pass : {}), reason: text, answer: text };
    const samples = [answerOf(0, { sampleId: text, output: text, scores: { answer: score } })];
    const [, row] = await exportTable(samples);
    for (const column of [0, 3, 8, 9]) {
      expect(row?.[column]).toBe(guardCell(text));
      expect(unguardCell(row?.[column] ?? "")).toBe(text);
    }
  });

  it.each(texts)("guards names in the header too: $why", async ({ text }) => {
    const name = `${text}n`;
    const [names] = await exportTable(scored(pass), { scorers: [name] });
    expect(names?.slice(5)).toEqual(of(name).map(guardCell));
  });

  it("gives any text back", async () => {
    const anyText = fc.string({ unit: "binary" });
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (id, output) => {
        const [, row] = await exportTable([answerOf(0, { sampleId: id, output })]);
        expect(row?.map(unguardCell).slice(0, 4)).toEqual([id, "0", "1", output]);
      }),
    );
  });

  it("says why there is no output", async () => {
    const error = { stage: "inference", code: "rate_limit", message: "=429", retryable: true } as const;
    const [, row] = await exportTable([answerOf(0, { output: null, error })]);
    expect(row?.slice(3, 5)).toEqual(["", "inference:rate_limit: =429"]);
  });

  it.each([
    { why: "the name of a column of the sample", scorers: ["output"], names: of("output_2") },
    { why: "a column of another scorer", scorers: ["a", "a.pass"], names: [...of("a"), ...of("a.pass_2")] },
    { why: "the other way round", scorers: ["a.pass", "a"], names: [...of("a.pass"), ...of("a_2")] },
    { why: "a name that is free", scorers: ["constructor"], names: of("constructor") },
  ])("gives no two columns one name: $why", async ({ scorers, names }) => {
    expect(await exportTable([], { scorers })).toEqual([[...header, ...names]]);
  });

  it("is the same for equal runs with other ids and times", async () => {
    const other = runOf({ id: "run-2", createdAt: "2027-01-01T00:00:00.000Z" });
    const text = await exportText("csv", sourceOf(scored(pass, broken)));
    expect(await exportText("csv", sourceOf(scored(pass, broken), { run: other }))).toBe(text);
  });

  it("has whole lines in each piece, so that pieces can be encoded one by one", async () => {
    const samples = Array.from({ length: 4_000 }, (_, index) => answerOf(index, { output: "😀".repeat(index % 50) }));
    const pieces: (string | Uint8Array)[] = [];
    for await (const piece of exportFormats.csv.write(sourceOf(samples))) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.every((piece) => typeof piece === "string" && piece.endsWith("\r\n"))).toBe(true);
  });
});
