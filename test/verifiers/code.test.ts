import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/core/errors.ts";
import type { ProgramTask, ProgramVerdict, Sandbox } from "../../src/core/sandbox.ts";
import type { Attempt, Context, Metadata } from "../../src/core/types.ts";
import { buildVerifier } from "../../src/index.ts";
import { code } from "../../src/verifiers/code.ts";
import cases from "../cases/code.json" with { type: "json" };

const PASS: ProgramVerdict = { outcome: "pass", message: "1 calls", calls: 1, milliseconds: 5 };
const FAULT = { message: "line 1", calls: 1, milliseconds: 5 };

/** A sandbox that runs nothing and says what it is told to. */
function scripted(verdict: ProgramVerdict) {
  const tasks: ProgramTask[] = [];
  const sandbox: Sandbox = {
    kind: "scripted",
    judgeProgram: async (task) => {
      tasks.push(task);
      return verdict;
    },
  };
  const context: Context = { signal: new AbortController().signal, sandbox: async () => sandbox };
  return { tasks, context };
}

function attempt(answer: string | null, more: { targets?: readonly string[]; metadata?: Metadata } = {}): Attempt {
  const { targets = ["assert f(1) == 2"], metadata = { entry_point: "f" } } = more;
  return { input: "", output: answer ?? "", answer, targets, metadata };
}

test.each(cases)("$why", async ({ answer, program, rule }) => {
  const { tasks, context } = scripted(PASS);
  const score = await code().score(attempt(answer), context);
  expect(tasks.map((task) => task.program)).toEqual([program]);
  expect(score.metadata?.["program_rule"]).toBe(rule);
});

test("a reply of a megabyte of fences is read once", async () => {
  const { tasks, context } = scripted(PASS);
  await code().score(attempt("```\n".repeat(250_000)), context);
  expect(tasks.length).toBe(1);
});

describe("the verdict becomes a score", () => {
  test.each([
    [PASS, { value: 1, pass: true, reason: "passed", confident: true }],
    [
      { ...FAULT, outcome: "fail", kind: "assertion" },
      { value: 0, pass: false, reason: "assertion", confident: true },
    ],
    [
      { ...FAULT, outcome: "fail", kind: "memory" },
      { value: 0, reason: "memory" },
    ],
    [
      { ...FAULT, outcome: "timeout" },
      { value: 0, reason: "timeout", confident: false },
    ],
    [
      { ...FAULT, outcome: "error", code: "sandbox_failed" },
      { value: null, error: { stage: "sandbox", code: "sandbox_failed", message: "line 1", retryable: false } },
    ],
  ] as readonly (readonly [ProgramVerdict, object])[])("%o", async (verdict, score) => {
    expect(await code().score(attempt("def f(x): pass"), scripted(verdict).context)).toMatchObject(score);
  });
});

describe("what is judged by what", () => {
  const run = async (options: object, given: Attempt) => {
    const { tasks, context } = scripted(PASS);
    const score = await buildVerifier({ type: "code", ...options }).score(given, context);
    return { task: tasks[0], score };
  };

  test("tests, setup and functions may be fields of the row, and a list means all", async () => {
    const metadata = { tests: ["assert f(1)", "assert g(1)"], names: ["f", "g"], imports: "import math" };
    const options = { tests_field: "tests", setup_field: "imports", entry_point_field: "names" };
    const { task } = await run(options, attempt("x", { targets: [], metadata }));
    expect(task).toMatchObject({ tests: "assert f(1)\nassert g(1)", entryPoints: ["f", "g"], setup: "import math" });
  });

  test("an option names the function for all rows", async () => {
    expect((await run({ entry_point: "h" }, attempt("x"))).task?.entryPoints).toEqual(["h"]);
  });

  test("all of the answer can be taken as it is", async () => {
    expect((await run({ fenced: false }, attempt("```\nx\n```"))).task?.program).toBe("```\nx\n```");
  });

  test.each([
    ["no tests", {}, { targets: [] }, "missing_target"],
    ["no tests in the field", { tests_field: "tests" }, {}, "missing_target"],
    ["tests that are no text", { tests_field: "tests" }, { metadata: { tests: 5 } }, "missing_target"],
    ["alternatives for tests", {}, { targets: ["a", "b"] }, "unusable_target"],
    ["no function", {}, { metadata: {} }, "missing_entry_point"],
    ["a field that every object has", { entry_point_field: "constructor" }, {}, "missing_entry_point"],
  ])("%s is an error of the sample", async (_what, options, more, expected) => {
    const { score, task } = await run(options, attempt("def f(x): pass", more));
    expect(score.error).toMatchObject({ stage: "sample", code: expected });
    expect(task).toBeUndefined();
  });

  test("no answer is wrong, and nothing is run", async () => {
    const { score, task } = await run({}, attempt(null));
    expect([score, task]).toMatchObject([{ value: 0, reason: "no_answer", confident: false }, undefined]);
  });
});

test("without a sandbox the score is broken, never 0", async () => {
  const { signal } = new AbortController();
  expect((await code().score(attempt("x"), { signal })).error).toMatchObject({ stage: "sandbox", code: "no_sandbox" });
  const sandbox = () => Promise.reject(new ConfigError("no_sandbox", "no bwrap", { hint: "install it" }));
  const { error } = await code().score(attempt("x"), { signal, sandbox });
  expect(error).toEqual({ stage: "sandbox", code: "no_sandbox", message: "no bwrap; install it", retryable: false });
});
