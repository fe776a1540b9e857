import { describe, expect, it } from "vitest";
import { buildVerifier, ConfigError, length } from "../../src/index.ts";
import cases from "../cases/length.json" with { type: "json" };
import { attemptOf, CONTEXT } from "./attempt.ts";

describe("length", () => {
  it.each(cases)("$why", ({ options, answer, ...expected }) => {
    const { why: _, ...wanted } = expected;
    expect(buildVerifier({ type: "length", ...options }).score(attemptOf(answer, []), CONTEXT)).toMatchObject(wanted);
  });

  it.each([
    [{}],
    [{ unit: "words" }],
    [{ min: 3, max: 2 }],
    [{ min: -1 }],
    [{ max: 1.5 }],
    [{ max: 1, unit: "pages" }],
  ])("refuses %j at the declaration", (options) => {
    expect(() => buildVerifier({ type: "length", ...options })).toThrow(ConfigError);
  });

  it.each(["characters", "words", "lines", "sentences"] as const)("counts %s of a megabyte", (unit) => {
    for (const text of ["a ", "中", "e\u0301", "x\n", "...", "👩\u200d", "🇩"]) {
      const score = length({ max: 0, unit }).score(attemptOf(`x ${text.repeat(1_000_000 / text.length)}`, []), CONTEXT);
      expect(score).toMatchObject({ reason: "too_long" });
    }
  });
});
