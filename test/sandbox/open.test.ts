import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConfigError } from "../../src/core/errors.ts";
import { thisSandboxMachine } from "../../src/sandbox/machine.ts";
import { openSandbox, type SandboxOptions } from "../../src/sandbox/open.ts";
import { describeSandbox } from "./needs-sandbox.ts";

const ADD = { program: "def f(x):\n    return x + 1", entryPoints: ["f"], tests: "assert f(1) == 2" };

async function refusalOf(options: SandboxOptions): Promise<ConfigError> {
  const opened = await openSandbox(options).catch((thrown: unknown) => thrown);
  expect(opened).toBeInstanceOf(ConfigError);
  return opened as ConfigError;
}

/** Stands in for a program of this machine. */
function machineWith(programs: Readonly<Record<string, string | null>>) {
  const { find } = thisSandboxMachine;
  return {
    ...thisSandboxMachine,
    find: (name: string, folders: readonly string[]) =>
      programs[name] ?? (name in programs ? null : find(name, folders)),
  };
}

describeSandbox("a sandbox is tried before it is handed out", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "veridic-launcher-"));
    chmodSync(folder, 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const script = (name: string, lines: string): string => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
    return path;
  };

  test("with too little memory for Python nothing is judged", async () => {
    const { code, message } = await refusalOf({ limits: { memoryBytes: 2 * 1024 ** 2 } });
    expect(code).toBe("no_sandbox");
    expect(message).toMatch(/memory limit is too small/);
  });

  test("with a little more, but not enough to run, nothing is judged either", async () => {
    expect((await refusalOf({ limits: { memoryBytes: 9 * 1024 ** 2 } })).code).toBe("no_sandbox");
  });

  test("a launcher that is missing is named", async () => {
    expect((await refusalOf({ machine: machineWith({ bwrap: null }) })).message).toMatch(/no bwrap.*install it/);
  });

  test("a launcher that vanished after it was found is an error, not a failure", async () => {
    const { message } = await refusalOf({ machine: machineWith({ bwrap: "/nowhere/bwrap" }) });
    expect(message).toMatch(/does not work: a right program .* got error/);
  });

  test("a launcher that fails for everything is found out", async () => {
    const bwrap = script("fails", "echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1");
    expect((await refusalOf({ machine: machineWith({ bwrap }) })).message).toMatch(/Permission denied.*namespaces/);
  });

  test("a launcher that ends well and runs nothing is found out", async () => {
    expect((await refusalOf({ machine: machineWith({ bwrap: script("nothing", "exit 0") }) })).message).toMatch(
      /got error/,
    );
  });

  test("a Python that is missing inside is found out", async () => {
    const machine = machineWith({ python3: "/usr/bin/python-of-no-version" });
    expect((await refusalOf({ machine })).message).toMatch(/got error/);
  });

  test("one that never becomes ready is given up", async () => {
    const bwrap = script("sleeps", "exec sleep 30");
    const { message } = await refusalOf({ machine: machineWith({ bwrap }), limits: { startMs: 100 } });
    expect(message).toMatch(/not ready within 100 ms/);
  });

  test("without a sandbox programs are still judged in two processes, with limits", async () => {
    const sandbox = await openSandbox({ unsafeNoSandbox: true });
    expect(sandbox.kind).toBe("none");
    expect((await sandbox.judgeProgram(ADD)).outcome).toBe("pass");
    const forks = "import os\ndef f(x):\n    return os.fork()";
    expect(await sandbox.judgeProgram({ ...ADD, program: forks })).toMatchObject({
      outcome: "fail",
      kind: "exception",
    });
  });

  test("the client of an engine is spoken to as the launcher is, and told to end what it started", async () => {
    const log = join(folder, "ended.txt");
    // Stands in for a client: runs what comes behind the image, and notes what it is asked to end.
    const docker = script(
      "docker",
      `if [ "$1" = kill ]; then echo "$2" >> ${log}; exit; fi\nwhile [ "$1" != mine ]; do shift; done\nshift; exec /usr/bin/python3 "$@"`,
    );
    const options = { kind: "docker", image: "mine", machine: machineWith({ docker }) } as const;
    const sandbox = await openSandbox({ ...options, limits: { wallMs: 500 } });
    expect((await sandbox.judgeProgram(ADD)).outcome).toBe("pass");
    const sleeps = "import time\ndef f(x):\n    time.sleep(30)";
    expect((await sandbox.judgeProgram({ ...ADD, program: sleeps })).outcome).toBe("timeout");
    expect(readFileSync(log, "utf8")).toMatch(/^veridic-[0-9a-f-]+$/m);
  });

  test("a wall timeout is tried once more, with nothing beside it", async () => {
    const sandbox = await openSandbox({ limits: { wallMs: 300 }, concurrency: 2 });
    const sleeps = { ...ADD, program: "import time\ndef f(x):\n    time.sleep(30)" };
    const started = performance.now();
    const verdicts = await Promise.all([sandbox.judgeProgram(sleeps), sandbox.judgeProgram(ADD)]);
    expect(verdicts.map(({ outcome }) => outcome)).toEqual(["timeout", "pass"]);
    expect(performance.now() - started).toBeGreaterThan(600);
  });
});
