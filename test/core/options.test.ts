import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/core/errors.ts";
import { nearest } from "../../src/core/nearest.ts";
import { readOptions } from "../../src/core/options.ts";

const spec = {
  schema: v.object({
    ignoreCase: v.optional(v.boolean(), true),
    relTol: v.optional(v.number()),
    mode: v.optional(v.picklist(["a", "b"])),
  }),
  aliases: { caseSensitive: { to: "ignoreCase", invert: true }, tolerance: { to: "relTol" } },
};

function mistake(given: unknown): ConfigError {
  try {
    readOptions(spec, given, "scorers[1]");
  } catch (error) {
    if (error instanceof ConfigError) return error;
  }
  throw new Error("expected a ConfigError");
}

describe("options", () => {
  test.each([
    [{}, { ignoreCase: true }],
    [{ ignore_case: false }, { ignoreCase: false }],
    [{ ignoreCase: false }, { ignoreCase: false }],
    [{ case_sensitive: true }, { ignoreCase: false }],
    [{ caseSensitive: true, ignore_case: false }, { ignoreCase: false }],
    [{ tolerance: 0.1 }, { ignoreCase: true, relTol: 0.1 }],
    [{ rel_tol: undefined }, { ignoreCase: true }],
  ])("both spellings and aliases are read: %j", (given, expected) => {
    expect(readOptions(spec, given, "x")).toEqual(expected);
  });

  test.each([
    [{ ignore_cas: true }, "unknown_option", 'did you mean "ignore_case"?'],
    [{ rel_tol: "0.1" }, "wrong_type", "scorers[1].rel_tol: has a wrong value, expected a number, got '0.1'"],
    [
      { ignore_case: true, case_sensitive: true },
      "given_twice",
      '"ignore_case" and "case_sensitive" are the same option',
    ],
    [[], "not_an_object", "got a list of 0"],
    [null, "not_an_object", "got null"],
    ["x", "not_an_object", 'got "x"'],
    [{ mode: "c" }, "wrong_type", "scorers[1].mode"],
    [{ constructor: 1 }, "unknown_option", '"constructor"'],
    [{ hasOwnProperty: 1 }, "unknown_option", '"hasOwnProperty"'],
  ])("a mistake names its place and what was expected: %j", (given, code, part) => {
    const error = mistake(given);
    expect(error.code).toBe(code);
    expect(error.message).toContain(part);
    expect(error.message).toContain("scorers[1]");
  });

  test("a schema that answers later is refused", () => {
    const later = {
      entries: {},
      "~standard": { version: 1 as const, vendor: "x", validate: () => Promise.resolve({ value: {} }) },
    };
    expect(() => readOptions({ schema: later }, {}, "x")).toThrow("asynchronous");
  });

  test("a schema of another library is used as it is, with its own message", () => {
    const other = {
      "~standard": {
        version: 1 as const,
        vendor: "x",
        validate: (value: unknown) =>
          (value as { n?: number }).n === 1 ? { value } : { issues: [{ message: "n must be 1", path: ["n"] }] },
      },
    };
    expect(readOptions({ schema: other }, { n: 1 }, "x")).toEqual({ n: 1 });
    expect(() => readOptions({ schema: other }, { n: 2 }, "x")).toThrow("x.n: n must be 1");
  });
});

test.each([
  ["exact_mach", "exact_match"],
  ["nmae", "name"],
  ["Numeric", "numeric"],
  ["zzzzzz", undefined],
  ["", undefined],
])("the nearest name of %s is %s", (typed, expected) => {
  expect(nearest(typed, ["exact_match", "numeric", "contains", "name"])).toBe(expected);
});
