import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/core/types.ts";
import { encodeJson } from "../../src/store/encode.ts";

/** The value below so many lists, deeper than JSON.stringify can go. */
function below(value: Json, depth: number): Json {
  let whole = value;
  for (let level = 0; level < depth; level++) whole = [whole];
  return whole;
}

describe("encodeJson", () => {
  const depth = 20_000;

  test("writes a value of any depth as JSON.stringify writes a flat one", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (given) => {
        const value = given as Json;
        const text = JSON.stringify(value);
        expect(encodeJson(value)).toBe(text);
        expect(encodeJson(below(value, depth))).toBe("[".repeat(depth) + text + "]".repeat(depth));
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    {
      why: "an undefined member is left out, as JSON has no such value",
      value: { a: undefined, b: 1 },
      text: '{"b":1}',
    },
    {
      why: "commas are not put behind texts that look like brackets",
      value: ["[", "{", ["["]],
      text: '["[","{",["["]]',
    },
    { why: "empty lists and maps", value: [[], {}, [[], [{}]]], text: "[[],{},[[],[{}]]]" },
    { why: "__proto__ is a name like others", value: JSON.parse('{"__proto__":[1]}'), text: '{"__proto__":[1]}' },
    { why: "the same value twice is no cycle", value: Array(2).fill({ a: 1 }), text: '[{"a":1},{"a":1}]' },
  ])("$why", ({ value, text }) => {
    expect(encodeJson(value)).toBe(text);
    expect(encodeJson(below(value, depth))).toBe("[".repeat(depth) + text + "]".repeat(depth));
  });

  test("refuses what is no JSON, flat and deep", () => {
    const cycle: Json[] = [];
    cycle.push(below(cycle, 3));
    const deepCycle: Json[] = [];
    deepCycle.push(below(deepCycle, depth));
    for (const value of [cycle, deepCycle, 1n, below(1n as never, depth)]) {
      expect(() => encodeJson(value as Json)).toThrow(
        expect.objectContaining({ name: "StoreError", code: "not_json" }),
      );
    }
  });
});
