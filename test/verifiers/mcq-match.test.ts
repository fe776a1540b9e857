import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildVerificationPipeline, buildVerifier } from "../../src/index.ts";
import { mcqMatch } from "../../src/verifiers/mcq-match.ts";
import cases from "../cases/mcq-match.json" with { type: "json" };
import { describeShared, sharedRows } from "../shared.ts";

interface Row {
  readonly verifier: string;
  readonly options?: object;
  readonly prediction: unknown;
  readonly ground_truth: unknown;
  readonly expect: { readonly is_correct: boolean; readonly confident?: boolean };
  readonly why: string;
}

interface Case {
  readonly why: string;
  readonly answer: string;
  readonly target: unknown;
  readonly choices?: readonly string[];
  readonly reason?: string;
  readonly confident?: boolean;
  readonly error?: string;
}

describeShared("mcq_match on the shared vectors", "vectors/verifiers.jsonl", () => {
  const rows = sharedRows<Row>("vectors/verifiers.jsonl").filter(({ verifier }) => verifier === "mcq_match");

  test("has rows", () => {
    expect(rows.length).toBeGreaterThan(0);
  });

  test.each(rows)("$prediction against $ground_truth: $why", async (row) => {
    const verifier = buildVerifier({ type: row.verifier, ...row.options });
    const result = await verifier.verify({ prediction: row.prediction, groundTruth: row.ground_truth });
    expect(result.isCorrect).toBe(row.expect.is_correct);
    expect(result.score).toBe(row.expect.is_correct ? 1 : 0);
    if (row.expect.confident !== undefined) expect(result.metadata["confident"]).toBe(row.expect.confident);
  });
});

describe("mcq_match", () => {
  test.each(cases as readonly Case[])("$answer against $target: $why", async (row) => {
    const request = { prediction: row.answer, groundTruth: row.target };
    const { metadata, isCorrect } = await mcqMatch().verify(
      row.choices === undefined ? request : { ...request, choices: row.choices },
    );
    expect(metadata["reason"]).toBe(row.error ?? row.reason);
    expect(metadata["confident"]).toBe(row.confident ?? false);
    expect(isCorrect).toBe(row.reason === "match");
    if (row.error !== undefined) expect(metadata["error"]).toMatchObject({ stage: "sample", code: row.error });
  });

  test("an answer that was only mentioned is right or wrong without confidence", () => {
    const pipeline = buildVerificationPipeline({ extractors: [{ type: "mcq" }], verifier: { type: "mcq_match" } });
    const right = pipeline.verifySync({ prediction: "Paris (B)", groundTruth: "B" });
    expect(right).toMatchObject({ isCorrect: true, metadata: { confident: false } });
    const wrong = pipeline.verifySync({ prediction: "Paris (B)", groundTruth: "A" });
    expect(wrong).toMatchObject({ isCorrect: false, metadata: { reason: "mismatch", confident: false } });
  });

  test("an answer that the extractor withdrew is no answer, not a wrong one", () => {
    const pipeline = buildVerificationPipeline({ extractors: [{ type: "mcq" }], verifier: { type: "mcq_match" } });
    const result = pipeline.verifySync({ prediction: "Answer: A or B", groundTruth: "A" });
    expect(result.metadata).toMatchObject({ reason: "no_answer", confident: false, extracted_prediction: null });
  });

  test("any two values give one of the four outcomes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.jsonValue(),
        fc.array(fc.string()),
        async (prediction, groundTruth, choices) => {
          const { score, metadata } = await mcqMatch().verify({ prediction, groundTruth, choices });
          expect([0, 1]).toContain(score);
          expect(["match", "mismatch", "no_answer", "missing_target", "unusable_target"]).toContain(metadata["reason"]);
        },
      ),
    );
  });

  test("labels match themselves in any decoration, and no other label", async () => {
    const label = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    const dress = fc.constantFrom("X", "(X)", "X.", "X)", "**X**", "`X`", "$X$", "\\boxed{X}", "[X]", " X ", "X) text");
    await fc.assert(
      fc.asyncProperty(label, label, dress, async (one, other, form) => {
        const { isCorrect, metadata } = await mcqMatch().verify({
          prediction: form.replace("X", one),
          groundTruth: other,
        });
        expect(isCorrect).toBe(one === other);
        expect(metadata["confident"]).toBe(true);
      }),
    );
  });

  test.each(["A ", "A,", "(", "A", "A and ", ")", "1,", "\\text{", "Ａ"])("a megabyte of %s is read", async (unit) => {
    const text = unit.repeat(Math.ceil(1e6 / unit.length));
    expect((await mcqMatch().verify({ prediction: text, groundTruth: "B" })).isCorrect).toBe(false);
    expect((await mcqMatch().verify({ prediction: "B", groundTruth: text })).isCorrect).toBe(false);
  });
});
