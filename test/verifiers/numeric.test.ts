import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/core/errors.ts";
import type { VerifyResult } from "../../src/core/verify-result.ts";
import { number } from "../../src/extractors/number.ts";
import { buildVerificationPipeline, buildVerifier } from "../../src/index.ts";
import { numeric } from "../../src/verifiers/numeric.ts";
import cases from "../cases/numeric.json" with { type: "json" };
import { describeShared, sharedRows } from "../shared.ts";

interface Expected {
  readonly is_correct: boolean;
  readonly confident?: boolean;
}

interface Row {
  readonly verifier: string;
  readonly options?: object;
  readonly prediction: unknown;
  readonly ground_truth: unknown;
  readonly expect: Expected;
  readonly why: string;
}

interface PipelineRow extends Row {
  readonly pipeline: unknown;
}

interface Case {
  readonly why: string;
  readonly answer: string;
  readonly target: unknown;
  readonly options?: object;
  readonly value?: number;
  readonly reason: string;
  readonly confident: boolean;
}

function expectResult(result: VerifyResult, expected: Expected): void {
  expect(result.isCorrect).toBe(expected.is_correct);
  if (expected.confident !== undefined) expect(result.metadata["confident"]).toBe(expected.confident);
}

describeShared("numeric on the shared vectors", "vectors/verifiers.jsonl", () => {
  const rows = sharedRows<Row>("vectors/verifiers.jsonl").filter(({ verifier }) => verifier === "numeric");

  test("has rows", () => {
    expect(rows.length).toBeGreaterThan(0);
  });

  test.each(rows)("$prediction against $ground_truth: $why", async (row) => {
    const verifier = buildVerifier({ type: "numeric", ...row.options });
    expectResult(await verifier.verify({ prediction: row.prediction, groundTruth: row.ground_truth }), row.expect);
  });
});

describeShared("number and numeric on the shared vectors", "vectors/pipelines.jsonl", () => {
  test.each(sharedRows<PipelineRow>("vectors/pipelines.jsonl"))("$prediction against $ground_truth: $why", (row) => {
    const pipeline = buildVerificationPipeline(row.pipeline);
    expectResult(pipeline.verifySync({ prediction: row.prediction, groundTruth: row.ground_truth }), row.expect);
  });
});

describeShared("recorded GSM8K solutions", "data/gsm8k/example_model_solutions.jsonl", () => {
  interface Solution {
    readonly solution: string;
    readonly is_correct: boolean;
  }
  type Recorded = Readonly<Record<string, Solution>> & { readonly ground_truth: string };
  const models = { "6b_finetuning": 286, "6b_verification": 515, "175b_finetuning": 458, "175b_verification": 742 };

  test.each(Object.entries(models))("%s: every label holds, %i are right", (model, right) => {
    const rows = sharedRows<Recorded>("data/gsm8k/example_model_solutions.jsonl");
    const pipeline = buildVerificationPipeline({
      extractors: [{ type: "number" }],
      target_extractors: [{ type: "number" }],
      verifier: { type: "numeric" },
    });
    const wrongly = rows.filter((row) => {
      const result = pipeline.verifySync({ prediction: row[model]?.solution, groundTruth: row.ground_truth });
      return result.isCorrect !== row[model]?.is_correct;
    });
    expect(wrongly).toEqual([]);
    expect(rows.filter((row) => row[model]?.is_correct)).toHaveLength(right);
  });
});

describe("numeric", () => {
  test.each(cases as readonly Case[])("$answer against $target is $reason: $why", async (one) => {
    const pipeline = buildVerificationPipeline({ verifier: { type: "numeric", ...one.options } });
    const result = await pipeline.verify({ prediction: one.answer, groundTruth: one.target });
    const passes = one.reason === "match" || one.reason === "tolerance" ? 1 : 0;
    expect(result).toMatchObject({
      score: one.value ?? passes,
      metadata: { reason: one.reason, confident: one.confident },
    });
  });

  test("an answer that an extractor was not sure of is not confident", () => {
    const pipeline = buildVerificationPipeline({ extractors: [number()], verifier: numeric() });
    const result = pipeline.verifySync({ prediction: "First 3, then 8", groundTruth: "8" });
    expect(result).toMatchObject({ isCorrect: true, metadata: { reason: "ambiguous", confident: false } });
  });

  test("the unit is seen though the extractor leaves it out", () => {
    const pipeline = buildVerificationPipeline({ extractors: [number()], verifier: numeric() });
    const result = pipeline.verifySync({ prediction: "It is 5 km away", groundTruth: "5 m" });
    expect(result).toMatchObject({
      isCorrect: false,
      rawOutput: "numeric: 5 km is not 5 m",
      metadata: { reason: "unit_conflict", extracted_prediction: "5" },
    });
  });

  test("a target without a number is a broken sample, not a wrong answer", () => {
    const result = buildVerificationPipeline({ verifier: numeric() }).verifySync({
      prediction: "42",
      groundTruth: "unknown",
    });
    expect(result.metadata["error"]).toMatchObject({ stage: "sample", code: "unusable_target" });
  });

  test.each([{ rel_tol: -1 }, { abs_tol: Number.NaN }, { rel_tol: "1" }, { tolerance: 1 }])(
    "%o is refused",
    (options) => {
      expect(() => buildVerifier({ type: "numeric", ...options })).toThrow(ConfigError);
    },
  );
});

describe("numeric on any value", () => {
  const soup = fc
    .array(fc.constantFrom(..."1 23 , . - / % e $ km or = 10^ ½ \\frac{ } x".split(" "), " "), { maxLength: 12 })
    .map((pieces) => pieces.join(""));
  const value = fc.oneof(fc.jsonValue(), soup, fc.array(soup, { maxLength: 3 }));

  test("the score is 0 or 1, and broken is never right", () => {
    const pipeline = buildVerificationPipeline({ verifier: numeric() });
    fc.assert(
      fc.property(value, value, (prediction, groundTruth) => {
        const result = pipeline.verifySync({ prediction, groundTruth });
        expect([0, 1]).toContain(result.score);
        if (result.metadata["error"] !== undefined) {
          expect(result.isCorrect).toBe(false);
          expect(result.metadata["error"]).toMatchObject({ stage: "sample" });
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("a number is right against itself, and a neighbour is wrong, at any size", () => {
    const pipeline = buildVerificationPipeline({ extractors: [number()], verifier: numeric() });
    fc.assert(
      fc.property(fc.bigInt(), (whole) => {
        const right = pipeline.verifySync({ prediction: `The answer is ${whole}.`, groundTruth: `${whole}` });
        expect(right).toMatchObject({ score: 1, metadata: { reason: "match", confident: true } });
        const wrong = pipeline.verifySync({ prediction: `${whole + 1n}`, groundTruth: `${whole}` });
        expect(wrong).toMatchObject({ score: 0, metadata: { reason: "mismatch", confident: true } });
      }),
    );
  });
});
