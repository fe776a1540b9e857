import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProgramVerdict, Sandbox } from "../../src/core/sandbox.ts";
import { openSandbox } from "../../src/sandbox/open.ts";
import cases from "../cases/hostile-programs.json" with { type: "json" };
import { describeSandbox } from "./needs-sandbox.ts";
import { sandboxProcesses } from "./processes.ts";

interface Case {
  readonly why: string;
  readonly program: readonly string[];
  readonly tests?: string;
  /** `timeout`, or `fail:` and the kind; several where it depends on which limit is met first. */
  readonly allow: readonly string[];
}

/** Short, so that what only ends with the clock does not take all day; a second try doubles it. */
const LIMITS = { cpuSeconds: 1, wallMs: 2_500 };

const SECRET_NAME = "VERIDIC_TEST_SECRET";
const SECRET = "sk-a-key-that-must-not-be-seen";
const NEIGHBOUR = { program: "def f(x):\n    return x + 1", entryPoints: ["f"], tests: "assert f(1) == 2" };

describeSandbox("hostile programs", () => {
  let sandbox: Sandbox;
  let folder: string;
  let mounts: string;
  let shared: readonly string[];

  beforeAll(async () => {
    process.env[SECRET_NAME] = SECRET;
    folder = mkdtempSync(join(tmpdir(), "veridic-host-"));
    writeFileSync(join(folder, "secret.txt"), SECRET);
    mounts = readFileSync("/proc/self/mounts", "utf8");
    shared = readdirSync("/dev/shm").sort();
    sandbox = await openSandbox({ limits: LIMITS });
  });

  afterAll(() => {
    delete process.env[SECRET_NAME];
    rmSync(folder, { recursive: true, force: true });
  });

  describe("a hostile program neither passes nor stays", () => {
    // The first rows tell whether the limits hold at all; were they to fail, the rest must not be tried.
    let held = true;
    test.each(cases satisfies readonly Case[] as readonly Case[])("$why", async ({ program, tests, allow }) => {
      expect(held, "an earlier program forked or was not ended").toBe(true);
      const verdict = await sandbox.judgeProgram({
        program: program.join("\n"),
        entryPoints: ["f"],
        tests: filled(tests ?? "assert f(1) == 2"),
      });
      const left = await sandboxProcesses();
      held = left.length === 0 && verdict.outcome !== "pass";
      expect(left).toEqual([]);
      expect(allow, verdict.message).toContain(kindOf(verdict));
      expect(verdict.message).not.toContain(SECRET);
      // From the start of its processes, which takes a moment, to the end of the last of them.
      expect(verdict.milliseconds).toBeLessThan(LIMITS.wallMs + 2_000);
    });
  });

  test("hostile neighbours do not turn the verdicts of others into errors", async () => {
    const names = ["printing too much", "a loop that ignores", "a flood of answers", "memory ends", "a fork bomb"];
    const hostile = (cases as readonly Case[]).filter(({ why }) => names.some((name) => why.startsWith(name)));
    expect(hostile.length).toBe(names.length);
    const others = hostile.map(({ program }) => ({ ...NEIGHBOUR, program: program.join("\n") }));
    const tasks = others.flatMap((other) => [NEIGHBOUR, other, NEIGHBOUR]);
    const verdicts = await Promise.all(tasks.map((task) => sandbox.judgeProgram(task)));
    expect(verdicts.filter((_, index) => tasks[index] === NEIGHBOUR).map(kindOf)).toEqual(Array(10).fill("pass"));
    expect(verdicts.filter(({ outcome }) => outcome === "pass").length).toBe(10);
  });

  test("the machine is as it was", async () => {
    expect(await sandboxProcesses()).toEqual([]);
    expect(readFileSync("/proc/self/mounts", "utf8")).toBe(mounts);
    expect(readdirSync("/dev/shm").sort()).toEqual(shared);
    expect(readdirSync(folder)).toEqual(["secret.txt"]);
  });

  function filled(tests: string): string {
    return tests
      .replaceAll("$HOST_FILE", join(folder, "secret.txt"))
      .replaceAll("$SECRET_NAME", SECRET_NAME)
      .replaceAll("$SECRET_START", SECRET.slice(0, 9))
      .replaceAll("$SECRET_END", SECRET.slice(9));
  }
});

function kindOf(verdict: ProgramVerdict): string {
  return verdict.outcome === "fail" ? `fail:${verdict.kind}` : verdict.outcome;
}
