import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildExtractor, buildVerificationPipeline, ConfigError, regex } from "../../src/index.ts";
import cases from "../cases/regex.json" with { type: "json" };
import refused from "../cases/regex-refused.json" with { type: "json" };
import { describeShared, sharedRows } from "../shared.ts";

interface Row {
  readonly extractor: string;
  readonly options?: object;
  readonly input: unknown;
  readonly expect: string | null;
  readonly why: string;
}

describeShared("the shared vectors of the regex extractor", "vectors/extractors.jsonl", () => {
  const rows = sharedRows<Row>("vectors/extractors.jsonl").filter((row) => row.extractor === "regex");
  it.each(rows)("$why", (row) => {
    expect(buildExtractor({ type: "regex", ...row.options }).extract(row.input) ?? "").toBe(row.expect ?? "");
  });
});

describe("the regex extractor", () => {
  it.each(cases)("$why", ({ options, input, expect: expected }) => {
    expect(buildExtractor({ type: "regex", ...options }).extract(input)).toBe(expected);
  });

  it.each(refused)("refuses at the declaration: $why", ({ options, code, says }) => {
    const build = () => buildExtractor({ type: "regex", ...options }, "extractors[1]");
    expect(build).toThrow(ConfigError);
    expect(build).toThrow(says);
    expect(build).toThrow(expect.objectContaining({ code, place: expect.stringMatching(/^extractors\[1\]/) }));
  });

  it("tells the span of a whole match and of no group", () => {
    expect(regex({ pattern: "\\d+", group: 0 }).run("ab 42", {})).toEqual({ text: "42", rule: "regex", span: [3, 5] });
    expect(regex({ pattern: "(\\d)", group: 1 }).run("ab 4", {})).toEqual({ text: "4", rule: "regex" });
  });

  it("makes a pattern that takes too long an error of the extractor, not a wrong answer", () => {
    const pipeline = buildVerificationPipeline({
      extractors: [{ type: "regex", pattern: "(?=(a+)+$)(a+)", backtracking: true }],
      verifier: { type: "exact_match" },
    });
    const result = pipeline.verifySync({ prediction: `${"a".repeat(40)}!`, groundTruth: "a" });
    expect(result.metadata).toMatchObject({ confident: false, error: { stage: "extractor", code: "timeout" } });
  });

  it("answers for any text", () => {
    const extractor = buildExtractor({ type: "regex", pattern: "(?i)answer\\W+(\\w+|.)", fallback: "?" });
    fc.assert(fc.property(fc.jsonValue(), (value) => typeof extractor.extract(value) === "string"));
  });

  it("finishes a megabyte on which a backtracking engine would not", () => {
    const extractor = buildExtractor({ type: "regex", pattern: "^(a+)+$" });
    expect(extractor.extract(`${"a".repeat(1_000_000)}!`)).toBeNull();
  });
});
