import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildVerificationPipeline, buildVerifier, contains } from "../../src/index.ts";
import cases from "../cases/contains.json" with { type: "json" };
import { describeShared, sharedRows } from "../shared.ts";
import { attemptOf, CONTEXT, type VerifierRow } from "./attempt.ts";

describeShared("the shared vectors of contains", "vectors/verifiers.jsonl", () => {
  const rows = sharedRows<VerifierRow>("vectors/verifiers.jsonl").filter((row) => row.verifier === "contains");
  it.each(rows)("$why", ({ options, prediction, ground_truth, expect: expected }) => {
    const pipeline = buildVerificationPipeline({ verifier: { type: "contains", ...options } });
    const result = pipeline.verifySync({ prediction, groundTruth: ground_truth });
    expect(result.isCorrect).toBe(expected.is_correct);
    if (expected.confident !== undefined) expect(result.metadata["confident"]).toBe(expected.confident);
  });
});

describe("contains", () => {
  it.each(cases)("$why", ({ options, answer, targets, ...expected }) => {
    const { why: _, ...score } = expected;
    const verifier = buildVerifier({ type: "contains", ...options });
    expect(verifier.score(attemptOf(answer, targets), CONTEXT)).toMatchObject(score);
  });

  it("finds whatever was put into a text", () => {
    const text = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(text, text, text, (before, target, behind) => {
        fc.pre(target.trim() !== "" && /[\p{L}\p{N}]/u.test(target));
        const score = contains().score(attemptOf(`${before} ${target} ${behind}`, [target]), CONTEXT);
        expect(score).toMatchObject({ value: 1 });
      }),
    );
  });

  it("answers for any value and any pattern of a row", async () => {
    const pipeline = buildVerificationPipeline({ verifier: { type: "contains", regex: true, backtracking: true } });
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.string({ unit: fc.constantFrom(..."ab(|)*+?[]^$\\1dws{},.-:=!<>P") }),
        async (prediction, groundTruth) => {
          const result = await pipeline.verify({ prediction, groundTruth });
          expect(result.metadata["reason"]).not.toBe("exception");
        },
      ),
    );
  });

  const megabyte = 1_000_000;
  it.each([
    ["a hundred thousand hits, each within a word", "xcatx ".repeat(megabyte / 6), "cat", "part_of_word"],
    ["a hundred thousand hits, each negated", "not cat. ".repeat(megabyte / 9), "cat", "not_asserted"],
    [
      "a long target that nearly fits everywhere",
      "a".repeat(megabyte),
      `${"a".repeat(50_000)}b${"a".repeat(50_000)}`,
      "mismatch",
    ],
    ["a long target that overlaps itself", "a".repeat(megabyte), "a".repeat(100_000), "part_of_word"],
    ["nothing but blanks around", `${" ".repeat(megabyte)}cat`, "cat", "match"],
    ["no sentence ends", `not ${"x ".repeat(megabyte / 2)}cat`, "cat", "match"],
  ])("finishes a megabyte: %s", (_, answer, target, reason) => {
    expect(contains().score(attemptOf(answer, [target]), CONTEXT)).toMatchObject({ reason });
  });
});
