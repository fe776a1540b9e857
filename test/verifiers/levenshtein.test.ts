import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildVerifier, ConfigError, levenshtein } from "../../src/index.ts";
import cases from "../cases/levenshtein.json" with { type: "json" };
import { attemptOf, CONTEXT } from "./attempt.ts";

describe("levenshtein", () => {
  it.each(cases)("$why", ({ options, answer, targets, ...expected }) => {
    const { why: _, ...wanted } = expected;
    const verifier = buildVerifier({ type: "levenshtein", ...options });
    expect(verifier.score(attemptOf(answer, targets), CONTEXT)).toMatchObject(wanted);
  });

  it("refuses options out of range", () => {
    expect(() => levenshtein({ threshold: -1 })).toThrow(ConfigError);
    expect(() => levenshtein({ maxLength: 1_000_000 })).toThrow(ConfigError);
  });

  it("answers for any texts with a value in 0..1", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (answer, target) => {
        const score = levenshtein().score(attemptOf(answer, [target]), CONTEXT);
        expect(score).not.toMatchObject({ error: { stage: "verifier" } });
      }),
    );
  });

  it("does not try texts of a megabyte that have nothing in common, and compares those that do", () => {
    const long = "ab".repeat(500_000);
    const far = levenshtein().score(attemptOf(long, ["x".repeat(1_000_000)]), CONTEXT);
    expect(far).toMatchObject({ value: null, error: { code: "too_long" } });
    expect(levenshtein().score(attemptOf(`${long}!`, [`${long}?`]), CONTEXT)).toMatchObject({ reason: "similar" });
  });
});
