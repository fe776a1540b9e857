import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern, declarePattern } from "../../src/core/pattern/pattern.ts";
import { PatternError, PatternTimeout } from "../../src/core/pattern/pattern-error.ts";

const run = (source: string, text: string) => compilePattern(source, { backtracking: true }).exec(text);

describe("a pattern", () => {
  it("tells groups by number and name, and where the match is", () => {
    expect(run("(?P<key>\\w)=(\\d)?", "x a=")).toEqual({
      groups: ["a=", "a", undefined],
      named: { key: "a" },
      span: [2, 4],
    });
  });

  it("holds a group named like a part of every object", () => {
    expect(run("(?P<constructor>a)", "a")?.named).toEqual({ constructor: "a" });
  });

  it("says which engine it runs on", () => {
    expect(compilePattern("a+", { backtracking: true }).engine).toBe("linear");
    expect(compilePattern("a(?=b)", { backtracking: true }).engine).toBe("backtracking");
  });

  it("tells a declared pattern's place, and is a plain error otherwise", () => {
    expect(() => compilePattern("(", { backtracking: false })).toThrow(PatternError);
    const declare = () => declarePattern("(", { backtracking: false, place: "extractors[0].pattern" });
    expect(declare).toThrow(expect.objectContaining({ name: "ConfigError", place: "extractors[0].pattern" }));
  });

  it("ends only at the very end in the dialect of JSON Schema", () => {
    const strict = compilePattern("^a$", { backtracking: false, dialect: "ecmascript" });
    expect([strict.test("a"), strict.test("a\n")]).toEqual([true, false]);
    expect(compilePattern("^a$", { backtracking: false }).test("a\n")).toBe(true);
  });

  it("refuses a pattern beyond all measure, also one that only nests", () => {
    const nested = (depth: number) => `${"(".repeat(depth)}a${")".repeat(depth)}`;
    expect(() => compilePattern("a".repeat(20_001), { backtracking: true })).toThrow("longer than");
    expect(() => compilePattern(nested(5_000), { backtracking: true })).toThrow("nest more than");
    expect(compilePattern(nested(200), { backtracking: true }).test("a")).toBe(true);
  });

  it.each([
    ["nested repetition", "(?=x?)^(a+)+$", `${"a".repeat(40)}!`],
    ["alternatives that overlap", "(?=x?)^(a|aa)+$", `${"a".repeat(200)}!`],
    ["a back-reference", "(.*)(.*)(.*)(.*)\\1x", "a".repeat(2_000)],
    ["a look-ahead at every place of a megabyte", "(?=.*b)a", "a".repeat(1_000_000)],
    ["blanks at every place of a megabyte", "(?=x?)\\s+$", `${" ".repeat(1_000_000)}x`],
    ["many optional parts", "(?=x?)(a?){1000}a{1000}b", "a".repeat(1_000)],
    ["nested bounds", "(?=x?)((a{1,1000}){1,1000}){1,1000}$", `${"a".repeat(5_000)}x`],
    ["look-behind at every place", "(?<=(?:a|aa)+)b", "a".repeat(60)],
  ])("stops %s and says so", (_, source, text) => {
    const pattern = compilePattern(source, { backtracking: true });
    const match = () => pattern.exec(text);
    try {
      expect(match()).toBeNull();
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(PatternTimeout);
      expect(thrown).toMatchObject({ code: "timeout" });
    }
  });

  it.each([
    ["a line break that the pattern took itself stays", "a\\n|a$", "a\n", ["a\n"]],
    ["the last of two line breaks is not in the match", "\\s$", "\n\n", ["\n"]],
    ["a group that ends at a dollar does not hold the line break", "(?P<n>b|(c$))", "ac\n", ["c", "c", "c"]],
    ["a dollar in a group of its own is empty", "x($)", "x\n", ["x", ""]],
    ["a text without a line break at its end", "(x)$", "x", ["x", "x"]],
    ["an alternative that did not take part", "(y$)|(x)$", "x\n", ["x", undefined, "x"]],
  ])("keeps the last line break out of a match that ends at a dollar: %s", (_, source, text, groups) => {
    expect(compilePattern(source, { backtracking: false }).exec(text)?.groups).toEqual(groups);
    expect(compilePattern(`(?=)${source}`, { backtracking: true }).exec(text)?.groups.length).toBe(groups.length);
  });

  it("can be used again after it was stopped", () => {
    const pattern = compilePattern("^(?=(a+)+$)a", { backtracking: true });
    expect(() => pattern.exec(`${"a".repeat(40)}!`)).toThrow(PatternTimeout);
    expect(pattern.exec("aaa")?.span).toEqual([0, 1]);
  });

  it("stops a linear match that would take minutes, and can be used again", () => {
    const pattern = compilePattern("(a?){1000}(a{1000})$", { backtracking: false });
    expect(() => pattern.exec(`${"a".repeat(1_000_000)}b`)).toThrow(PatternTimeout);
    expect(pattern.exec("aaaa")).toBeNull();
  });

  it.each([
    ["nested repetition", "^(a+)+$", `${"a".repeat(1_000_000)}!`],
    ["overlapping repetition", "(x+x+)+y", "x".repeat(1_000_000)],
    ["four stars", "(.*)(.*)(.*)(.*)x", "a".repeat(1_000_000)],
    ["blanks before an end", "\\s+$", `${" ".repeat(1_000_000)}x`],
  ])("finishes a megabyte in linear time: %s", (_, source, text) => {
    expect(compilePattern(source, { backtracking: false }).exec(text)).toBeNull();
  });

  /** Pieces that mean the same wherever they stand, and at most a few of them. */
  const pieces = fc.constantFrom(
    ..."a b c A . \\d \\D \\w \\W \\s \\S ^ \\b \\B \\A \\Z | ( (?: (?P<n> ) [ab] [^ab] [\\s\\d] [^\\W] [a-c] [.-] a* a+? b? a{2} b{,2} (a|b)+ (a)(b)? é 😀 \\x41".split(
      " ",
    ),
  );
  // A dollar stands at the end alone: before more, the line break that it took is missing on the linear engine.
  const sources = fc
    .tuple(fc.array(pieces, { maxLength: 8 }), fc.constantFrom("", "$"))
    .map(([list, end]) => list.join("") + end);
  // No pairs of surrogates: V8 finds an empty match of \\B in the middle of one.
  const texts = fc.string({
    unit: fc.constantFrom("a", "b", "c", "A", "1", " ", "\n", "\u3000", "é", "_", ".", "-"),
  });

  it("means the same on both engines", () => {
    fc.assert(
      fc.property(sources, fc.constantFrom("", "i", "m", "s", "ims"), texts, (source, flags, text) => {
        const on = (pattern: string) => {
          try {
            return compilePattern(pattern, { flags, backtracking: true });
          } catch (thrown) {
            if (thrown instanceof PatternError) return null;
            throw thrown;
          }
        };
        const linear = on(source);
        // An empty look-ahead changes nothing but the engine.
        const native = on(`(?=)${source}`);
        expect(native === null).toBe(linear === null);
        const [left, right] = [linear?.exec(text), native?.exec(text)];
        expect(left?.groups).toEqual(right?.groups);
        expect(left?.span).toEqual(right?.span);
      }),
      { numRuns: 150 },
    );
  });

  it("is read or refused, never anything else, for any text", () => {
    const noise = fc.string({ unit: fc.constantFrom(..."ab(|)*+?[]^$\\1dwPkx{},.-:=!<>#iU".split("")) });
    fc.assert(
      fc.property(noise, fc.oneof(fc.integer(), fc.string({ maxLength: 3 })), (source, flags) => {
        try {
          compilePattern(source, { flags, backtracking: true });
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(PatternError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
