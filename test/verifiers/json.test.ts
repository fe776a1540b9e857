import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildVerifier, ConfigError, json } from "../../src/index.ts";
import { canonicalDecimal } from "../../src/verifiers/json/decimal.ts";
import { readJson } from "../../src/verifiers/json/reader.ts";
import cases from "../cases/json.json" with { type: "json" };
import { attemptOf, CONTEXT } from "./attempt.ts";

describe("json", () => {
  it.each(cases)("$why", ({ options, answer, targets, ...expected }) => {
    const { why: _, ...score } = expected;
    expect(buildVerifier({ type: "json", ...options }).score(attemptOf(answer, targets), CONTEXT)).toMatchObject(score);
  });

  it("says where the first difference is", () => {
    const score = json().score(attemptOf('{"a":[1,{"b":"x"}]}', ['{"a":[1,{"b":"y"}]}']), CONTEXT);
    expect(score).toMatchObject({ raw: 'json: $.a[1].b: "x" is not "y"' });
  });

  it.each([
    [{ schema: { type: "objct" } }, "invalid_schema"],
    [{ schema: { requird: ["a"] } }, "invalid_schema"],
    [{ schema: { type: "string", pattern: "([a-" } }, "invalid_schema"],
    [{ schema: { type: "string", pattern: "(?=a)" } }, "invalid_schema"],
    [{ schema: { $ref: "https://example.com/elsewhere.json" } }, "invalid_schema"],
    [{ schema: [] }, "invalid_schema"],
    [{ schema: { $async: true } }, "invalid_schema"],
    [{ mode: "schema" }, "schema_and_mode"],
    [{ mode: "equal", schema: {} }, "schema_and_mode"],
  ])("refuses %j at the declaration", (options, code) => {
    const build = () => buildVerifier({ type: "json", ...options }, "scorers[0]");
    expect(build).toThrow(ConfigError);
    expect(build).toThrow(expect.objectContaining({ code, place: expect.stringMatching(/^scorers\[0\]/) }));
  });

  it("reads what JSON.parse reads, and nothing else", () => {
    const near = fc.string({ unit: fc.constantFrom(...'{}[]",:\\ntu0123e.-+ '.split(""), "true", "null", "\n") });
    fc.assert(
      fc.property(fc.oneof(near, fc.json()), (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect("fault" in readJson(text)).toBe(!valid);
      }),
      { numRuns: 3_000 },
    );
  });

  it("finds every value equal to itself, however it is laid out, and in prose", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const [tight, wide] = [JSON.stringify(value), JSON.stringify(value, null, 2)];
        expect(json().score(attemptOf(wide, [tight]), CONTEXT)).toMatchObject({ value: 1 });
        if (typeof value !== "object" || value === null) return;
        const prose = `It [is] "this": ${wide} (I {think})`;
        expect(json({ extract: true }).score(attemptOf(prose, [tight]), CONTEXT)).toMatchObject({ value: 1 });
      }),
    );
  });

  it("spells numbers of one value in one way", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(40), (digits, zeros) => {
        const plain = canonicalDecimal(`${digits}`);
        expect(canonicalDecimal(`${digits}${"0".repeat(zeros)}e-${zeros}`)).toBe(plain);
        expect(canonicalDecimal(`${digits}.${"0".repeat(zeros + 1)}`)).toBe(plain);
        expect(canonicalDecimal(`${digits + 1n}`)).not.toBe(plain);
      }),
    );
  });

  const megabyte = 1_000_000;
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  it.each([
    ["equal depth bombs", {}, deep, deep, { reason: "match" }],
    ["a depth bomb under a schema", { schema: { type: "array" } }, deep, null, { error: { code: "too_deep" } }],
    ["brackets alone", { extract: true }, "[".repeat(megabyte), null, { reason: "no_answer" }],
    ["brackets and quotes", { extract: true }, '["'.repeat(megabyte / 2), null, { reason: "no_answer" }],
    ["objects never closed", { extract: true }, '{"a":'.repeat(megabyte / 5), null, { reason: "no_answer" }],
    ["lists that fail at once", { extract: true }, '["x" '.repeat(megabyte / 5), null, { reason: "no_answer" }],
    ["half a million escapes", {}, `"${"\\n".repeat(megabyte / 2)}"`, null, { reason: "valid" }],
    ["a million digits", {}, `1${"0".repeat(megabyte)}`, `1${"0".repeat(megabyte)}.0`, { reason: "match" }],
    ["a million blanks", {}, `${" ".repeat(megabyte)}1`, null, { reason: "valid" }],
    ["blanks behind a fence", {}, `\`\`\`${" ".repeat(megabyte)}`, null, { reason: "invalid" }],
    ["a fence and a million line breaks", {}, `\`\`\`\n1${"\n".repeat(megabyte)}`, null, { reason: "valid" }],
  ] as const)("finishes a megabyte of %s", (_, options, answer, target, expected) => {
    expect(json(options).score(attemptOf(answer, target === null ? [] : [target]), CONTEXT)).toMatchObject(expected);
  });

  it("stops a schema that compares every pair of a long list", () => {
    const list = JSON.stringify(Array.from({ length: 60_000 }, (_, index) => ({ index })));
    const score = json({ schema: { type: "array", uniqueItems: true } }).score(attemptOf(list, []), CONTEXT);
    expect(score).toMatchObject({ value: null, error: { stage: "verifier", code: "timeout" } });
  });
});
