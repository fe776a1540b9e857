import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/core/errors.ts";
import type { FunctionCall, FunctionReply, ScoringProgram } from "../../src/core/scoring-function.ts";
import type { Context, Json } from "../../src/core/types.ts";
import { buildVerifier } from "../../src/index.ts";
import { runEval } from "../../src/operations/library.ts";
import cases from "../cases/returned.json" with { type: "json" };

interface Case {
  readonly why: string;
  readonly returned: Json;
  readonly range?: readonly number[];
  /** What the score must hold. */
  readonly score: object;
}

const ATTEMPT = { input: "in", output: "out", answer: "an", targets: ["t", "u"], metadata: { topic: "x" } };

/** Runs nothing, and answers what it is told to. */
function scripted(reply: FunctionReply) {
  const calls: (ScoringProgram & FunctionCall)[] = [];
  const context: Context = {
    signal: new AbortController().signal,
    functions: async () => ({
      kind: "scripted",
      load: async () => {},
      call: async (program, call) => {
        calls.push({ ...program, ...call });
        return reply;
      },
    }),
  };
  return { calls, context };
}

const python = (more: object = {}) => buildVerifier({ type: "python", code: "def score(s): return 1", ...more });

test.each(cases satisfies readonly Case[] as readonly Case[])("$why", async ({ returned, range, score }) => {
  const { context } = scripted({ value: returned });
  const found = await python(range === undefined ? {} : { range }).score(ATTEMPT, context);
  expect(found).toMatchObject(score);
});

test("whatever is returned, the score is one in 0..1 or an error, never a 0 for what is no number", () => {
  const returned = fc.oneof(
    fc.jsonValue(),
    fc.record(
      { value: fc.jsonValue(), pass: fc.jsonValue(), values: fc.jsonValue(), metadata: fc.jsonValue() },
      { requiredKeys: [] },
    ),
  );
  return fc.assert(
    fc.asyncProperty(returned, async (given) => {
      const value = JSON.parse(JSON.stringify(given)) as Json;
      const score = await python().score(ATTEMPT, scripted({ value }).context);
      if (score.value === null) return score.error !== undefined || score.skipped !== undefined;
      const own = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.values(value) : [value];
      return (
        score.value >= 0 && score.value <= 1 && own.some((one) => typeof one === "number" || typeof one === "boolean")
      );
    }),
  );
});

describe("the function gets", () => {
  test("the sample, its time, and whether it is alone", async () => {
    const { calls, context } = scripted({ value: 1 });
    await python({ function: "f", time_limit: 2, fresh: true }).score({ ...ATTEMPT, choices: ["a"] }, context);
    expect(calls).toEqual([
      {
        source: "def score(s): return 1",
        shown: "score.py",
        name: "f",
        form: "sample",
        limitMs: 2_000,
        fresh: true,
        argument: {
          input: "in",
          output: "out",
          answer: "an",
          target: "t",
          targets: ["t", "u"],
          choices: ["a"],
          reference_response: null,
          metadata: { topic: "x" },
        },
      },
    ]);
  });
});

test.each([
  ["neither file nor code", { code: undefined }, "missing_option"],
  ["both file and code", { file: "a.py" }, "missing_option"],
  ["a file where none can be read", { code: undefined, file: "a.py" }, "plugin_file"],
  ["a range upside down", { range: [1, 0] }, "wrong_value"],
  ["a range without width", { range: [1, 1] }, "wrong_value"],
  ["no time at all", { time_limit: 0 }, "wrong_type"],
  ["more time than a process has", { time_limit: 1e6 }, "wrong_type"],
])("%s is refused", (_why, more, code) => {
  expect(() => python(more)).toThrow(expect.objectContaining({ code }));
});

test("without a sandbox the score is broken, never 0", async () => {
  const { signal } = new AbortController();
  expect((await python().score(ATTEMPT, { signal })).error).toMatchObject({ stage: "sandbox", code: "no_sandbox" });
  const functions = () => Promise.reject(new ConfigError("no_sandbox", "no bwrap", { hint: "install it" }));
  expect((await python().score(ATTEMPT, { signal, functions })).error).toMatchObject({
    message: "no bwrap; install it",
  });
});

test("an eval where no sandbox works stops before the first row and says what to do", async () => {
  process.env["VERIDIC_SANDBOX"] = "podman";
  try {
    const scorers = [{ type: "python", code: "def score(s): return 1" }];
    const run = runEval({ data: [{ output: "a", label: "a" }], scorers }, { store: ":memory:" });
    await expect(run).rejects.toMatchObject({ code: "no_sandbox", hint: "install podman" });
  } finally {
    delete process.env["VERIDIC_SANDBOX"];
  }
});
