import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { broken, noAnswer, right, skip, wrong } from "../../src/core/score.ts";
import type { Score, Usage } from "../../src/core/types.ts";
import { buildVerificationPipeline, buildVerifier, ConfigError, composite } from "../../src/index.ts";
import { describeShared, sharedRows } from "../shared.ts";
import { attemptOf, CONTEXT, type VerifierRow } from "./attempt.ts";

describeShared("the shared vectors of composite", "vectors/verifiers.jsonl", () => {
  const rows = sharedRows<VerifierRow>("vectors/verifiers.jsonl").filter((row) => row.verifier === "composite");
  it.each(rows)("$why", ({ options, prediction, ground_truth, expect: expected }) => {
    const pipeline = buildVerificationPipeline({ verifier: { type: "composite", ...options } });
    const result = pipeline.verifySync({ prediction, groundTruth: ground_truth });
    expect(result.isCorrect).toBe(expected.is_correct);
    if (expected.confident !== undefined) expect(result.metadata["confident"]).toBe(expected.confident);
  });
});

const ATTEMPT = attemptOf("x", ["y"]);
const PAID: Usage = { calls: 1, inputTokens: 10, cachedTokens: 2, outputTokens: 3, reasoningTokens: 1, costUsd: 0.5 };
const says = (score: Score) => () => score;
const saysLater = (score: Score) => async () => score;

describe("composite", () => {
  it("stops at the first that is sure, right or wrong", () => {
    const unasked = () => expect.unreachable("nobody should be asked any more");
    const verifier = composite({ verifiers: [says(wrong("mismatch", true)), unasked] });
    expect(verifier.score(ATTEMPT, CONTEXT)).toMatchObject({ value: 0, confident: true, reason: "mismatch" });
  });

  it("falls through what is unsure, without an answer, skipped or broken, and keeps what each said", () => {
    const verifier = composite({
      verifiers: [
        says(wrong("mismatch", false)),
        says(noAnswer()),
        says(skip("not today")),
        says(broken("judge", "rate_limit", "too many calls", { retryable: true })),
        says(right("match")),
      ],
    });
    expect(verifier.score(ATTEMPT, CONTEXT)).toMatchObject({
      value: 1,
      reason: "match",
      metadata: {
        decided_by: "custom",
        decided_at: 4,
        chain: [
          { type: "custom", value: 0, confident: false, reason: "mismatch" },
          { type: "custom", value: 0, confident: false, reason: "no_answer" },
          { type: "custom", value: null, confident: false, skipped: "not today" },
          { type: "custom", value: null, error: { stage: "judge", code: "rate_limit", message: "too many calls" } },
        ],
      },
    });
  });

  it("takes the last score as it is, even when it is broken and an earlier one had an opinion", () => {
    const verifier = composite({ verifiers: [says(right("match", false)), says(broken("judge", "timeout", "late"))] });
    expect(verifier.score(ATTEMPT, CONTEXT)).toMatchObject({ value: null, error: { stage: "judge", code: "timeout" } });
  });

  it("makes a verifier that throws a broken one, and goes on", () => {
    const throwing = () => {
      throw new TypeError("a fault of a plug-in");
    };
    const verifier = composite({ verifiers: [throwing, says(right("match"))] });
    expect(verifier.score(ATTEMPT, CONTEXT)).toMatchObject({ value: 1 });
  });

  it("answers at once when an asynchronous verifier behind was not asked", () => {
    const pipeline = buildVerificationPipeline({
      verifier: { type: "composite", verifiers: [{ type: "exact_match" }, saysLater(wrong("judged", true))] },
    });
    expect(pipeline.verifySync({ prediction: "a", groundTruth: "a" }).isCorrect).toBe(true);
    expect(() => pipeline.verifySync({ prediction: "a", groundTruth: "b" })).toThrow(ConfigError);
  });

  it("goes on behind asynchronous verifiers, and behind one that rejects", async () => {
    const rejecting = async (): Promise<Score> => {
      throw new Error("no network");
    };
    const verifier = composite({
      verifiers: [
        saysLater(wrong("mismatch", false)),
        rejecting,
        says(wrong("other", false)),
        saysLater(right("judged")),
      ],
    });
    expect(await verifier.score(ATTEMPT, CONTEXT)).toMatchObject({
      value: 1,
      metadata: {
        decided_at: 3,
        chain: [{ reason: "mismatch" }, { error: { message: "no network" } }, { reason: "other" }],
      },
    });
  });

  it("adds up what all that were asked have cost", () => {
    const verifier = composite({
      verifiers: [
        says({ ...wrong("judged", false), usage: PAID }),
        says(wrong("mismatch", false)),
        says({ ...right("judged"), usage: PAID }),
      ],
    });
    const { usage } = verifier.score(ATTEMPT, CONTEXT) as Score;
    expect(usage).toEqual({
      calls: 2,
      inputTokens: 20,
      cachedTokens: 4,
      outputTokens: 6,
      reasoningTokens: 2,
      costUsd: 1,
    });
  });

  it("does not know a sum of prices of which one is unknown", () => {
    const verifier = composite({
      verifiers: [
        says({ ...wrong("judged", false), usage: { ...PAID, costUsd: null } }),
        says({ ...right("judged"), usage: PAID }),
      ],
    });
    expect((verifier.score(ATTEMPT, CONTEXT) as Score).usage?.costUsd).toBeNull();
  });

  it("tells a composite within as if its verifiers stood in the outer one", () => {
    const verifier = buildVerifier({
      type: "composite",
      verifiers: [
        says(wrong("first", false)),
        { type: "composite", verifiers: [says(wrong("second", false)), { type: "contains" }] },
      ],
    });
    expect(verifier.score(attemptOf("so y", ["y"]), CONTEXT)).toMatchObject({
      metadata: { decided_by: "contains", chain: [{ reason: "first" }, { reason: "second" }] },
    });
  });

  it("does not let a verifier forge who decided", () => {
    const forged = { ...right("judged"), metadata: { decided_by: "exact_match", decided_at: 9 } };
    const score = composite({ verifiers: [says(forged)] }).score(ATTEMPT, CONTEXT);
    expect(score).toMatchObject({ metadata: { decided_by: "custom", decided_at: 0, chain: [] } });
  });

  it.each([
    [{ verifiers: [] }, "at least one verifier", "verifier.verifiers"],
    [{}, "verifiers", "verifier.verifiers"],
    [
      { verifiers: [{ type: "exact_match" }, { type: "exact_mach" }] },
      'did you mean "exact_match"',
      "verifier.verifiers[1].type",
    ],
    [{ verifiers: [{ type: "composite", verifiers: [] }] }, "at least one verifier", "verifier.verifiers[0].verifiers"],
    [{ verifiers: [{ type: "contains", ignorecase: 1 }] }, "ignore_case", "verifier.verifiers[0]"],
  ])("refuses %j at the declaration", (options, says, place) => {
    const build = () => buildVerificationPipeline({ verifier: { type: "composite", ...options } });
    expect(build).toThrow(says);
    expect(build).toThrow(expect.objectContaining({ name: "ConfigError", place }));
  });

  it("takes the first sure score of any list, and the last where none is", () => {
    const scores = fc.array(
      fc.record({ value: fc.constantFrom(0, 0.25, 1), confident: fc.boolean(), reason: fc.string() }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(scores, (list) => {
        const verifier = composite({ verifiers: list.map((one) => says({ ...one, pass: null })) });
        const decided = list.find((one) => one.confident) ?? list.at(-1);
        expect(verifier.score(ATTEMPT, CONTEXT)).toMatchObject({ ...decided });
      }),
    );
  });
});
