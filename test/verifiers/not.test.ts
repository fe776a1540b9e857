import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { broken, isPass, skip } from "../../src/core/score.ts";
import type { Score, Verdict } from "../../src/core/types.ts";
import { buildVerifier, ConfigError, not } from "../../src/index.ts";
import cases from "../cases/not.json" with { type: "json" };
import { attemptOf, CONTEXT } from "./attempt.ts";

const ATTEMPT = attemptOf("x", ["y"]);

describe("not", () => {
  it.each(cases)("$why", ({ options, answer, targets, ...expected }) => {
    const { why: _, ...score } = expected;
    expect(buildVerifier({ type: "not", ...options }).score(attemptOf(answer, targets), CONTEXT)).toMatchObject(score);
  });

  it("leaves what is broken or skipped as it is", () => {
    for (const score of [broken("judge", "timeout", "late"), skip("not today")] satisfies Score[]) {
      expect(not({ verifier: () => score }).score(ATTEMPT, CONTEXT)).toEqual(score);
    }
  });

  it("waits for a verifier that answers later", async () => {
    const later = not({ verifier: async () => ({ value: 0.25, confident: false }) });
    expect(await later.score(ATTEMPT, CONTEXT)).toMatchObject({ value: 0.75, pass: null, confident: false });
  });

  it("never lets a verdict and its opposite both pass or both fail", () => {
    const verdicts = fc.record({
      value: fc.double({ min: 0, max: 1, noNaN: true }),
      pass: fc.constantFrom(true, false, null),
      confident: fc.boolean(),
      reason: fc.constant("some"),
    });
    fc.assert(
      fc.property(verdicts, (verdict: Verdict) => {
        const opposite = not({ verifier: () => verdict }).score(ATTEMPT, CONTEXT) as Verdict;
        expect(isPass(opposite)).toBe(!isPass(verdict));
        expect(opposite.confident).toBe(verdict.confident);
      }),
    );
  });

  it("refuses a missing or unknown verifier at the declaration", () => {
    expect(() => buildVerifier({ type: "not" })).toThrow(ConfigError);
    expect(() => buildVerifier({ type: "not", verifier: { type: "contain" } })).toThrow('did you mean "contains"');
  });
});
