import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildVerifier } from "../../src/index.ts";
import { exactMatch } from "../../src/verifiers/exact-match.ts";
import cases from "../cases/exact-match.json" with { type: "json" };
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
  readonly answer: unknown;
  readonly target: unknown;
  readonly options?: object;
  readonly reason: string;
  readonly confident: boolean;
}

describeShared("exact_match on the shared vectors", "vectors/verifiers.jsonl", () => {
  const rows = sharedRows<Row>("vectors/verifiers.jsonl").filter(({ verifier }) => verifier === "exact_match");

  test("has rows", () => {
    expect(rows.length).toBeGreaterThan(0);
  });

  test.each(rows)("$prediction against $ground_truth: $why", async (row) => {
    const verifier = buildVerifier({ type: row.verifier, ...row.options });
    const result = await verifier.verify({ prediction: row.prediction, groundTruth: row.ground_truth });
    expect(result.isCorrect).toBe(row.expect.is_correct);
    if (row.expect.confident !== undefined) expect(result.metadata["confident"]).toBe(row.expect.confident);
  });
});

describe("exact_match", () => {
  test.each(cases as readonly Case[])("$answer against $target: $why", async (row) => {
    const verifier = buildVerifier({ type: "exact_match", ...row.options });
    const { isCorrect, metadata } = await verifier.verify({ prediction: row.answer, groundTruth: row.target });
    expect(metadata).toMatchObject({ reason: row.reason, confident: row.confident });
    expect(isCorrect).toBe(row.reason === "match");
  });

  test("any value equals itself unless it is blank, and the order of the sides does not matter", async () => {
    const value = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), fc.double(), fc.boolean());
    await fc.assert(
      fc.asyncProperty(value, value, async (one, other) => {
        const self = await exactMatch().verify({ prediction: one, groundTruth: one });
        expect(["match", "missing_target"]).toContain(self.metadata["reason"]);
        const there = await exactMatch().verify({ prediction: one, groundTruth: other });
        const back = await exactMatch().verify({ prediction: other, groundTruth: one });
        expect(there.isCorrect).toBe(back.isCorrect);
      }),
    );
  });

  test.each([" ", "\u200b", "İ", "e\u0301", "a "])("a megabyte of %s is compared", async (unit) => {
    const text = unit.repeat(1e6 / unit.length);
    expect((await exactMatch().verify({ prediction: `${text}x`, groundTruth: `${text}y` })).isCorrect).toBe(false);
  });
});
