import fc from "fast-check";
import { expect, test } from "vitest";
import type { Score } from "../../src/core/types.ts";
import { scoreFromWire, toWire } from "../../src/core/wire.ts";

test("declared names are renamed, the user's own are not", () => {
  expect(
    toWire({
      errorCount: 1,
      metadata: { camelCase: { innerName: 1 } },
      values: { subScore: 0.5 },
      scorers: new Map([["myScorer", { passRate: null, groups: { "Group A": { errorCount: 2 } } }]]),
      left: undefined,
    }),
  ).toEqual({
    error_count: 1,
    metadata: { camelCase: { innerName: 1 } },
    dimensions: { subScore: 0.5 },
    scorers: { myScorer: { pass_rate: null, groups: { "Group A": { error_count: 2 } } } },
  });
});

test("what is no number in JSON is null, never NaN", () => {
  expect(toWire({ mean: Number.NaN, max: Number.POSITIVE_INFINITY })).toEqual({ mean: null, max: null });
});

test("a score survives the wire", () => {
  const text = fc.string({ unit: "grapheme" });
  const scores: fc.Arbitrary<Score> = fc.oneof(
    fc.record({
      value: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
      pass: fc.constantFrom(true, false, null),
      confident: fc.boolean(),
      reason: text,
      answer: fc.option(text),
      metadata: fc.dictionary(text, fc.constantFrom<null | string | boolean>(null, "x", true)),
    }),
    fc.record({
      value: fc.constant(null),
      error: fc.record({
        stage: fc.constantFrom("sample" as const, "verifier" as const, "judge" as const),
        code: text,
        message: text,
        retryable: fc.boolean(),
      }),
    }),
    fc.record({ value: fc.constant(null), skipped: text }),
  );
  fc.assert(
    fc.property(scores, (score) => {
      const line = JSON.stringify(toWire(score));
      expect(JSON.stringify(toWire(scoreFromWire(JSON.parse(line))))).toBe(line);
    }),
  );
});

test("a key that names the prototype stays a key", () => {
  const given = JSON.parse('{"metadata": {"__proto__": 1}, "scorers": {"__proto__": {"passRate": 1}}}');
  expect(JSON.stringify(toWire(given))).toBe('{"metadata":{"__proto__":1},"scorers":{"__proto__":{"pass_rate":1}}}');
});
