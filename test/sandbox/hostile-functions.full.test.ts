import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenFunctions, openFunctions } from "../../src/sandbox/functions/open.ts";
import cases from "../cases/hostile-functions.json" with { type: "json" };
import { describeSandbox } from "./needs-sandbox.ts";
import { sandboxProcesses } from "./processes.ts";

interface Case {
  readonly why: string;
  /** A function that returns 1 where its attack worked. */
  readonly source: readonly string[];
  /** Codes of errors, and values, that it may come to; several where it depends on which limit is met first. */
  readonly allow: readonly (string | number)[];
}

const LIMIT_MS = 1_500;
const SECRET_NAME = "VERIDIC_TEST_SECRET";
const SECRET = "sk-a-key-that-must-not-be-seen";

describeSandbox("hostile scoring functions", () => {
  let functions: OpenFunctions;
  let folder: string;
  let mounts: string;

  beforeAll(async () => {
    process.env[SECRET_NAME] = SECRET;
    folder = mkdtempSync(join(tmpdir(), "veridic-host-"));
    writeFileSync(join(folder, "secret.txt"), SECRET);
    mounts = readFileSync("/proc/self/mounts", "utf8");
    functions = await openFunctions({ concurrency: 2, limits: { wallMs: LIMIT_MS } });
  });

  afterAll(async () => {
    delete process.env[SECRET_NAME];
    await functions.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = (lines: readonly string[]) => {
    const source = lines
      .join("\n")
      .replaceAll("$HOST_FILE", join(folder, "secret.txt"))
      .replaceAll("$SECRET_START", SECRET.slice(0, 9))
      .replaceAll("$SECRET_END", SECRET.slice(9));
    const program = { source, shown: "mine.py", name: "score", form: "sample" } as const;
    return functions.call(program, { argument: { output: "x", metadata: {} }, limitMs: LIMIT_MS, fresh: true });
  };

  // The first rows tell whether the limits hold at all; were they to fail, the rest must not be tried.
  let held = true;
  test.each(cases satisfies readonly Case[] as readonly Case[])("$why", async ({ source, allow }) => {
    expect(held, "an earlier function forked or was not ended").toBe(true);
    const started = performance.now();
    const { value, error } = await call(source);
    const milliseconds = performance.now() - started;
    // The answer is there before its process is gone.
    await expect
      .poll(sandboxProcesses, { timeout: 1_000 })
      .toEqual([])
      .catch(() => {
        held = false;
      });
    expect(held, "a process stayed").toBe(true);
    expect(allow, error?.message ?? "").toContain(error?.code ?? value);
    expect(error?.message ?? "").not.toContain(SECRET);
    // From before its process is started, which takes a moment on a busy machine.
    expect(milliseconds).toBeLessThan(LIMIT_MS + 2_000);
  });

  test("neighbours of hostile functions get their own scores", async () => {
    const source = "def score(sample): return 0.25";
    const program = { source, shown: "good.py", name: "score", form: "sample" } as const;
    const good = () => functions.call(program, { argument: {}, limitMs: 20_000 });
    const replies = await Promise.all(
      (cases as readonly Case[])
        .slice(0, 12)
        .flatMap(({ source: hostile }) => [call(hostile).then(() => null), good()]),
    );
    expect(replies.filter((reply) => reply !== null)).toEqual(Array(12).fill({ value: 0.25 }));
  });

  test("the machine is as it was", async () => {
    await functions.close();
    expect(await sandboxProcesses()).toEqual([]);
    expect(readFileSync("/proc/self/mounts", "utf8")).toBe(mounts);
    expect(readdirSync(folder)).toEqual(["secret.txt"]);
  });
});
