import { describe, expect, test } from "vitest";
import { buildExtractor, buildVerificationPipeline, buildVerifier } from "../src/index.ts";
import { describeShared, sharedRows } from "./shared.ts";

interface Expected {
  readonly is_correct: boolean;
  readonly confident?: boolean;
}

interface ExtractorRow {
  readonly extractor: string;
  readonly options?: object;
  readonly input: unknown;
  readonly expect: string | null;
  readonly why: string;
}

interface VerifierRow {
  readonly verifier: string;
  readonly options?: object;
  readonly prediction: unknown;
  readonly ground_truth: unknown;
  readonly expect: Expected;
  readonly why: string;
}

interface PipelineRow {
  readonly pipeline: unknown;
  readonly prediction: unknown;
  readonly ground_truth: unknown;
  readonly expect: Expected;
  readonly why: string;
}

/** A name that tells rows apart, however alike their reasons are. */
function titles<Row extends { readonly why: string }>(rows: readonly Row[], what: (row: Row) => string) {
  return rows.map((row, index) => [`${index + 1} ${what(row)}: ${row.why}`, row] as const);
}

describeShared("extractors", "vectors/extractors.jsonl", () => {
  const rows = sharedRows<ExtractorRow>("vectors/extractors.jsonl");
  test("are all there", () => expect(rows.length).toBeGreaterThanOrEqual(191));
  test.each(titles(rows, (row) => row.extractor))("%s", (_, row) => {
    const found = buildExtractor({ type: row.extractor, ...row.options }).extract(row.input);
    if (row.extractor === "number" && found !== null && row.expect !== null && found !== row.expect) {
      // Two spellings of the same value agree.
      expect(Number(found.replaceAll(",", ""))).toBe(Number(row.expect.replaceAll(",", "")));
    } else {
      expect(found ?? "").toBe(row.expect ?? "");
    }
  });
});

describeShared("verifiers", "vectors/verifiers.jsonl", () => {
  const rows = sharedRows<VerifierRow>("vectors/verifiers.jsonl");
  test("are all there", () => expect(rows.length).toBeGreaterThanOrEqual(179));
  test.each(titles(rows, (row) => row.verifier))("%s", async (_, row) => {
    const verifier = buildVerifier({ type: row.verifier, ...row.options });
    check(
      await verifier.verify({ question: "any", prediction: row.prediction, groundTruth: row.ground_truth }),
      row.expect,
    );
  });
});

describeShared("pipelines", "vectors/pipelines.jsonl", () => {
  const rows = sharedRows<PipelineRow>("vectors/pipelines.jsonl");
  test("are all there", () => expect(rows.length).toBeGreaterThanOrEqual(75));
  test.each(titles(rows, () => "pipeline"))("%s", async (_, row) => {
    const pipeline = buildVerificationPipeline(row.pipeline);
    check(
      await pipeline.verify({ question: "any", prediction: row.prediction, groundTruth: row.ground_truth }),
      row.expect,
    );
  });
});

function check(result: { readonly isCorrect: boolean; readonly metadata: object }, expected: Expected): void {
  expect(result.isCorrect).toBe(expected.is_correct);
  if (expected.confident !== undefined) expect(result.metadata).toMatchObject({ confident: expected.confident });
}

describe("the guide's first example", () => {
  test("holds", async () => {
    const pipeline = buildVerificationPipeline({
      extractors: [{ type: "strip_reasoning" }],
      verifier: { type: "exact_match", ignore_case: true },
    });
    const { isCorrect } = await pipeline.verify({
      question: "What color is the sky?",
      prediction: "<think>hmm</think>Blue",
      groundTruth: "Blue",
    });
    expect(isCorrect).toBe(true);
  });
});
