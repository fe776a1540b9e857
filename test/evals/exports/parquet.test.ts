import fc from "fast-check";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { exportFormats } from "../../../src/evals/exports/formats.ts";
import { answerOf, broken, exportBytes, fail, pass, runOf, scored, skipped, sourceOf } from "./run.ts";
import { texts } from "./texts.ts";

/** The reader drops a byte order mark at the start of a text unless it is told how to read text. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const parsers = { stringFromBytes: (bytes: Uint8Array | undefined) => bytes && decoder.decode(bytes) };

async function exportRows(...source: Parameters<typeof sourceOf>): Promise<readonly Record<string, unknown>[]> {
  const bytes = await exportBytes(sourceOf(...source));
  return await parquetReadObjects({ file: new Uint8Array(bytes).buffer, parsers });
}

/** Halves of pairs have no UTF-8. */
const inUtf8 = (text: string) => text.replace(/\p{Surrogate}/gu, "\ufffd");

describe("a run as parquet", () => {
  it("has the columns of the CSV with types", async () => {
    const bytes = await exportBytes(sourceOf(scored(pass)));
    const [, ...schema] = parquetMetadata(new Uint8Array(bytes).buffer).schema;
    expect(
      schema.map(({ name, type, converted_type, repetition_type }) => [name, converted_type ?? type, repetition_type]),
    ).toEqual([
      ["sample_id", "UTF8", "REQUIRED"],
      ["index", "INT32", "REQUIRED"],
      ["epoch", "INT32", "REQUIRED"],
      ["output", "UTF8", "OPTIONAL"],
      ["error", "UTF8", "OPTIONAL"],
      ["answer", "DOUBLE", "OPTIONAL"],
      ["answer.pass", "BOOLEAN", "OPTIONAL"],
      ["answer.confident", "BOOLEAN", "OPTIONAL"],
      ["answer.reason", "UTF8", "OPTIONAL"],
      ["answer.answer", "UTF8", "OPTIONAL"],
      ["answer.error", "UTF8", "OPTIONAL"],
    ]);
  });

  it("reads back as it was written", async () => {
    expect(await exportRows(scored(fail))).toEqual([
      {
        sample_id: "row-1",
        index: 0,
        epoch: 1,
        output: "42",
        error: null,
        answer: 0,
        "answer.pass": false,
        "answer.confident": true,
        "answer.reason": "mismatch",
        "answer.answer": "41",
        "answer.error": null,
      },
    ]);
  });

  it("has null where there is no value, and tells the three kinds apart", async () => {
    const rows = await exportRows(scored(broken, skipped, undefined));
    expect(rows.map((row) => [row["answer"], row["answer.pass"], row["answer.reason"], row["answer.error"]])).toEqual([
      [null, null, null, "judge:timeout: no reply in 60 s"],
      [null, null, "skipped: no reference", null],
      [null, null, null, "store:missing_score: the run has no score for this answer"],
    ]);
  });

  it("keeps no output apart from an empty one, and numbers below zero numbers", async () => {
    const scores = { answer: { value: -2, pass: null } };
    const rows = await exportRows([answerOf(0, { output: null, scores }), answerOf(1, { output: "", scores })]);
    expect(rows.map((row) => [row["output"], row["answer"], row["answer.pass"]])).toEqual([
      [null, -2, null],
      ["", -2, null],
    ]);
  });

  it("holds every text without a prefix", async () => {
    const samples = texts.map(({ text }, index) => answerOf(index, { sampleId: `${index}`, output: text }));
    const rows = await exportRows(samples);
    expect(rows.map((row) => row["output"])).toEqual(texts.map(({ text }) => inUtf8(text)));
  });

  it("gives any text back", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), async (outputs) => {
        const rows = await exportRows(outputs.map((output, index) => answerOf(index, { output })));
        expect(rows.map((row) => row["output"])).toEqual(outputs.map(inUtf8));
      }),
      { numRuns: 50 },
    );
  });

  it("is written group by group, and each piece is whole when it is given out", async () => {
    const many = 25_000;
    async function* samples() {
      for (let index = 0; index < many; index++) {
        yield answerOf(index, { output: `output ${index}`, scores: { answer: index % 3 === 0 ? broken : pass } });
      }
    }
    const pieces: Uint8Array[] = [];
    for await (const piece of exportFormats.parquet.write(sourceOf([], { samples }))) {
      if (typeof piece !== "string") pieces.push(piece);
    }
    expect(pieces.length).toBeGreaterThan(2);
    const file = new Uint8Array(Buffer.concat(pieces)).buffer;
    expect(parquetMetadata(file).row_groups.length).toBe(3);
    const rows = await parquetReadObjects({ file, columns: ["index", "output", "answer"] });
    expect(rows).toHaveLength(many);
    expect(rows.every((row, index) => row["index"] === index && row["output"] === `output ${index}`)).toBe(true);
    expect(rows.filter((row) => row["answer"] === null)).toHaveLength(Math.ceil(many / 3));
  });

  it("ends a group early where texts are long", async () => {
    const output = "x".repeat(1_000_000);
    const samples = Array.from({ length: 20 }, (_, index) => answerOf(index, { output }));
    const bytes = await exportBytes(sourceOf(samples));
    expect(parquetMetadata(new Uint8Array(bytes).buffer).row_groups.length).toBe(2);
  });

  it("gives no two columns one name", async () => {
    const [row] = await exportRows(scored(pass), { scorers: ["output", "a", "a.pass"] });
    expect(Object.keys(row ?? {})).toHaveLength(5 + 18);
  });

  it("of no answers has columns and no rows", async () => {
    expect(await exportRows([])).toEqual([]);
  });

  it("is the same for equal runs with other ids and times", async () => {
    const other = runOf({ id: "run-2", createdAt: "2027-01-01T00:00:00.000Z" });
    const bytes = await exportBytes(sourceOf(scored(pass, broken)));
    expect(await exportBytes(sourceOf(scored(pass, broken), { run: other }))).toEqual(bytes);
  });
});
