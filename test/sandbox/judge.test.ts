import { beforeAll, expect, test } from "vitest";
import type { ProgramVerdict, Sandbox } from "../../src/core/sandbox.ts";
import { openSandbox } from "../../src/sandbox/open.ts";
import cases from "../cases/judged-programs.json" with { type: "json" };
import { describeSandbox } from "./needs-sandbox.ts";
import { sandboxProcesses } from "./processes.ts";

interface Case {
  readonly why: string;
  readonly program: string;
  readonly setup?: string;
  readonly tests: string;
  /** `pass`, `timeout`, the kind of a failure, or the code of an error. */
  readonly verdict: string;
}

const ADD = { program: "def f(x):\n    return x + 1", entryPoints: ["f"], tests: "assert f(1) == 2" };

describeSandbox("programs judged in two sandboxes", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });

  test.concurrent.each(cases as readonly Case[])("$why", async ({ program, setup, tests, verdict }) => {
    const judged = await sandbox.judgeProgram({ program, entryPoints: ["f"], setup, tests });
    expect(wordOf(judged), judged.message).toBe(verdict);
  });

  test("the failed line of the tests is quoted", async () => {
    const { message } = await sandbox.judgeProgram({ ...ADD, tests: "f(1)\nassert f(1) == 3, 'off'" });
    expect(message).toContain("line 2: assert f(1) == 3, 'off'");
  });

  test("the calls that were answered are counted", async () => {
    expect((await sandbox.judgeProgram({ ...ADD, tests: "for x in range(7):\n    f(x)" })).calls).toBe(7);
  });

  test("without a function to call nothing can be judged", async () => {
    expect(await sandbox.judgeProgram({ ...ADD, entryPoints: [] })).toMatchObject({
      outcome: "error",
      code: "tests_broken",
    });
  });

  test("an abort ends the processes and rejects", async () => {
    const abort = new AbortController();
    const judged = sandbox.judgeProgram({ ...ADD, program: "import time\ntime.sleep(60)" }, abort.signal);
    setTimeout(() => abort.abort(new Error("enough")), 150);
    await expect(judged).rejects.toThrow("enough");
    expect(await sandboxProcesses()).toEqual([]);
  });

  test("many programs under one signal bring no warning of a leak", async () => {
    const warnings: Error[] = [];
    const keep = (warning: Error) => warnings.push(warning);
    process.on("warning", keep);
    const { signal } = new AbortController();
    const verdicts = await Promise.all(Array.from({ length: 14 }, () => sandbox.judgeProgram(ADD, signal)));
    process.off("warning", keep);
    expect(verdicts.map(({ outcome }) => outcome)).toEqual(Array(14).fill("pass"));
    expect(warnings).toEqual([]);
  });

  test("who waits for a place can be aborted too", async () => {
    const narrow = await openSandbox({ concurrency: 1 });
    const abort = new AbortController();
    const first = narrow.judgeProgram(ADD);
    const second = narrow.judgeProgram(ADD, abort.signal);
    abort.abort(new Error("enough"));
    await expect(second).rejects.toThrow("enough");
    expect((await first).outcome).toBe("pass");
    expect((await narrow.judgeProgram(ADD)).outcome).toBe("pass");
  });
});

function wordOf(verdict: ProgramVerdict): string {
  switch (verdict.outcome) {
    case "fail":
      return verdict.kind;
    case "error":
      return verdict.code;
    default:
      return verdict.outcome;
  }
}
