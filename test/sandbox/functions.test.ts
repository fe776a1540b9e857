import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json } from "../../src/core/types.ts";
import { type OpenFunctions, openFunctions } from "../../src/sandbox/functions/open.ts";
import cases from "../cases/scoring-functions.json" with { type: "json" };
import { describeSandbox } from "./needs-sandbox.ts";
import { sandboxProcesses } from "./processes.ts";

interface Case {
  readonly why: string;
  readonly source: readonly string[];
  readonly form?: string;
  readonly argument?: Json;
  /** What comes back, or the code of the error. */
  readonly value?: Json;
  readonly error?: string;
  readonly message?: string;
}

const SAMPLE = { input: "", output: "abc", answer: "abc", target: "abc", targets: ["abc"], metadata: { topic: "x" } };
const REWARD = { prompts: ["p"], completions: ["abc"], target: ["abc"] };

describeSandbox("scoring functions", () => {
  let functions: OpenFunctions;
  beforeAll(async () => {
    functions = await openFunctions({ concurrency: 2 });
  });
  afterAll(async () => {
    await functions.close();
    expect(await sandboxProcesses()).toEqual([]);
  });

  const call = (source: string, more: { argument?: Json; limitMs?: number; fresh?: boolean; form?: string } = {}) => {
    const form = more.form === "rewards" ? "rewards" : "sample";
    return functions.call(
      { source, shown: "mine.py", name: "score", form },
      { argument: form === "rewards" ? REWARD : SAMPLE, limitMs: 5_000, ...more },
    );
  };

  test.each(cases satisfies readonly Case[] as readonly Case[])("$why", async ({ source, value, error, ...more }) => {
    const reply = await call(source.join("\n"), more);
    if (error === undefined) expect(reply).toEqual({ value });
    else {
      expect(reply.error, JSON.stringify(reply)).toMatchObject({ code: error });
      expect(reply.error?.message).toContain(more.message ?? "");
    }
  });

  test("each of many samples gets its own score, whatever its neighbours do to the process", async () => {
    const source = [
      "import os, time",
      "def score(sample):",
      "    n = sample['n']",
      "    if n % 50 == 7: os._exit(3)",
      "    if n % 50 == 9: raise ValueError(n)",
      "    if n == 60: time.sleep(9)",
      "    return n / 1000",
    ].join("\n");
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, n) => call(source, { argument: { n, metadata: {} }, limitMs: 1_000 })),
    );
    for (const [n, reply] of replies.entries()) {
      const code = n === 60 ? "timeout" : n % 50 === 7 ? "exited" : n % 50 === 9 ? "exception" : null;
      if (code === null) expect(reply).toEqual({ value: n / 1000 });
      else expect(reply.error).toMatchObject({ code });
    }
  });

  test("a process of its own for each sample has seen no other", async () => {
    const source = "seen = 0\ndef score(sample):\n    global seen\n    seen += 1\n    return seen";
    const kept = [await call(source), await call(source)];
    const fresh = [await call(source, { fresh: true }), await call(source, { fresh: true })];
    expect([...kept, ...fresh]).toEqual([{ value: 1 }, { value: 2 }, { value: 1 }, { value: 1 }]);
  });

  test("a function that does not load is refused at the start, with the line", async () => {
    const program = { shown: "mine.py", name: "score", form: "sample" } as const;
    await expect(functions.load({ ...program, source: "x = 1\ny = z" })).rejects.toMatchObject({
      code: "not_loaded",
      message: expect.stringContaining("mine.py:2: NameError"),
    });
    await expect(functions.load({ ...program, source: "def scores(sample): pass" })).rejects.toMatchObject({
      message: expect.stringContaining("mine.py has no function score; it has scores"),
    });
    await expect(functions.load({ ...program, source: "def score(sample): pass" })).resolves.toBeUndefined();
  });

  test("an abort rejects what waits and what runs", async () => {
    const ending = new AbortController();
    const program = {
      source: "def score(s):\n    while True: pass",
      shown: "m",
      name: "score",
      form: "sample",
    } as const;
    const calls = Array.from({ length: 5 }, () =>
      functions.call(program, { argument: SAMPLE, limitMs: 60_000 }, ending.signal),
    );
    const settled = Promise.allSettled(calls);
    await functions.load(program);
    ending.abort(new Error("enough"));
    expect((await settled).map((one) => one.status === "rejected" && one.reason.message)).toEqual(
      Array(5).fill("enough"),
    );
  });

  test("half a surrogate pair goes there and comes back", async () => {
    const source = "def score(sample): return {'explanation': sample['output'] + '\\udc00'}";
    expect(await call(source, { argument: { output: "\ud800" } })).toEqual({ value: { explanation: "\ud800\udc00" } });
  });

  test("a sample of a megabyte and one nested without end are read or refused, row by row", async () => {
    const source = "def score(sample): return len(sample['output'])";
    const nested = (depth: number) => {
      let list: Json = [];
      for (let level = 0; level < depth; level++) list = [list];
      return list;
    };
    const [large, deeper, deep, plain] = await Promise.all([
      call(source, { argument: { output: "é".repeat(1_000_000) } }),
      call(source, { argument: { output: "", nested: nested(100_000) } }),
      call(source, { argument: { output: "", nested: nested(2_000) } }),
      call(source, { argument: { output: "abc" } }),
    ]);
    expect(large).toEqual({ value: 1_000_000 });
    expect(deeper.error).toMatchObject({ stage: "sample", code: "too_deep" });
    expect(deep.error).toMatchObject({ code: "exception" });
    expect(plain).toEqual({ value: 3 });
  });
});

describeSandbox("scoring functions where the sandbox does not work", () => {
  test("the memory limit is too small: refused with the remedy, and no call is made", async () => {
    await expect(openFunctions({ limits: { memoryBytes: 4 * 1024 ** 2 } })).rejects.toMatchObject({
      code: "no_sandbox",
      hint: expect.stringMatching(/memory limit|try it by hand/),
    });
  });
});
