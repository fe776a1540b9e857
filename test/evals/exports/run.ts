import type { Json } from "../../../src/core/types.ts";
import { type ExportFormatName, type ExportSource, exportFormats } from "../../../src/evals/exports/formats.ts";
import type { RunRecord, StoredSample } from "../../../src/store/types.ts";

export function runOf(changes: Partial<RunRecord> = {}): RunRecord {
  return {
    id: "run-1",
    name: "support-bot",
    status: "complete",
    createdAt: "2026-01-02T03:04:05.678Z",
    updatedAt: "2026-01-02T03:05:00.000Z",
    parent: null,
    outputsOf: "run-1",
    samples: null,
    epochs: 1,
    model: null,
    config: { eval: { scorers: [{ type: "exact_match", name: "answer" }] }, folder: "/" },
    fingerprint: null,
    summary: null,
    ...changes,
  };
}

export function answerOf(index: number, changes: Partial<StoredSample> = {}): StoredSample {
  return {
    index,
    epoch: 1,
    sampleId: `row-${index + 1}`,
    row: { question: "q", label: "42" },
    output: "42",
    error: null,
    reply: null,
    scores: null,
    ...changes,
  };
}

export const pass: Json = { value: 1, pass: true, confident: true, reason: "match", answer: "42" };
export const fail: Json = {
  value: 0,
  pass: false,
  confident: true,
  reason: "mismatch",
  answer: "41",
  raw: "exact_match: 41 is not 42",
};
export const broken: Json = {
  value: null,
  error: { stage: "judge", code: "timeout", message: "no reply in 60 s", retryable: true },
};
export const skipped: Json = { value: null, skipped: "no reference" };

export function sourceOf(samples: readonly StoredSample[], more: Partial<ExportSource> = {}): ExportSource {
  return {
    run: runOf(),
    scorers: ["answer"],
    samples: async function* () {
      yield* samples;
    },
    ...more,
  };
}

/** One answer for each score of the scorer `answer`. */
export function scored(...scores: readonly (Json | undefined)[]): readonly StoredSample[] {
  return scores.map((score, index) => answerOf(index, { scores: score === undefined ? null : { answer: score } }));
}

export async function exportText(format: Exclude<ExportFormatName, "parquet">, source: ExportSource): Promise<string> {
  let text = "";
  for await (const piece of exportFormats[format].write(source)) text += piece;
  return text;
}

export async function exportBytes(source: ExportSource): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of exportFormats.parquet.write(source)) {
    pieces.push(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}
