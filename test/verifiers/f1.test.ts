import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Verdict } from "../../src/core/types.ts";
import { buildVerifier, ConfigError, f1 } from "../../src/index.ts";
import cases from "../cases/f1.json" with { type: "json" };
import { attemptOf, CONTEXT } from "./attempt.ts";

const score = (answer: string, target: string) => f1().score(attemptOf(answer, [target]), CONTEXT) as Verdict;

describe("f1", () => {
  it.each(cases)("$why", ({ options, answer, targets, ...expected }) => {
    const { why: _, ...wanted } = expected;
    expect(buildVerifier({ type: "f1", ...options }).score(attemptOf(answer, targets), CONTEXT)).toMatchObject(wanted);
  });

  it("is the same the other way round, and 1 for any text with itself", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "the", " ", ".", "1", "-", "東", "é") });
    fc.assert(
      fc.property(text, text, (a, b) => {
        fc.pre(a.trim() !== "" && b.trim() !== "");
        expect(score(a, b).value).toBe(score(b, a).value);
        expect(score(a, a).value).toBe(1);
      }),
    );
  });

  it("refuses a threshold outside 0..1", () => {
    expect(() => f1({ threshold: 1.5 })).toThrow(ConfigError);
  });

  it.each(["a ", "-", ".1", "$", "中", "\u0301"])("finishes a megabyte of %j", (unit) => {
    expect(score(unit.repeat(1_000_000 / unit.length), "b").value).toBe(0);
  });
});
