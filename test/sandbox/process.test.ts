import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Container } from "../../src/sandbox/container.ts";
import { type SandboxedProcess, startProcess } from "../../src/sandbox/process.ts";

/** Node in place of Python, and no container: the pipes are what is tested. */
const NODE: Container = {
  kind: "none",
  command: (source) => ({ file: process.execPath, args: ["-e", source] }),
};
const CAPS = { outputBytes: 10_000, frameBytes: 100 };

/** A frame as the process writes it. */
const frame = (kind: string, body: string) =>
  `Buffer.concat([Buffer.from("${kind}"), Buffer.from([${body.length}, 0, 0, 0]), Buffer.from("${body}")])`;

async function textOf(process_: SandboxedProcess): Promise<string | null> {
  const next = await process_.next();
  return next === null ? null : next.kind + next.body.toString();
}

test("what was said before the end is there after it, in order", async () => {
  const process_ = startProcess(
    NODE,
    `process.stdout.write(${frame("A", "one")}); process.stdout.write(${frame("B", "two")})`,
    CAPS,
  );
  await process_.ended;
  expect([await textOf(process_), await textOf(process_), await textOf(process_)]).toEqual(["Aone", "Btwo", null]);
});

test("who waits is told of the end", async () => {
  const process_ = startProcess(NODE, "process.exit(3)", CAPS);
  expect(await process_.next()).toBeNull();
  expect(await process_.ended).toEqual({ code: 3, cut: null, printed: "" });
});

test("what is sent arrives", async () => {
  const process_ = startProcess(NODE, "process.stdin.once('data', (bytes) => process.stdout.write(bytes))", CAPS);
  process_.send({ kind: "Q", body: Buffer.from("echo") });
  expect(await textOf(process_)).toBe("Qecho");
  process_.kill();
  expect((await process_.ended).cut).toBe("killed");
});

test.each([
  ["printing", "process.stderr.write('x'.repeat(20_000)); setInterval(() => {}, 1000)", "output"],
  [
    "a frame that is too long",
    "process.stdout.write(Buffer.from('A\\xff\\xff\\0\\0', 'latin1')); setInterval(() => {}, 1000)",
    "output",
  ],
  [
    "frames that nobody asked for",
    `for (let i = 0; i < 50; i++) process.stdout.write(${frame("A", "")}); setInterval(() => {}, 1000)`,
    "flood",
  ],
])("too much of %s ends it", async (_what, source, cut) => {
  expect((await startProcess(NODE, source, CAPS).ended).cut).toBe(cut);
});

test("a signal is told as shells tell it", async () => {
  expect((await startProcess(NODE, "process.kill(process.pid, 'SIGKILL')", CAPS).ended).code).toBe(137);
});

test("the environment of this process is not its", async () => {
  process.env["VERIDIC_TEST_SECRET"] = "seen";
  try {
    const source = "process.stderr.write(String(Object.keys(process.env).includes('VERIDIC_TEST_SECRET')))";
    expect((await startProcess(NODE, source, CAPS).ended).printed).toBe("false");
  } finally {
    delete process.env["VERIDIC_TEST_SECRET"];
  }
});

test("what is left behind and holds the pipes is not waited for", async () => {
  const source = `require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 8000)"], { stdio: "inherit", detached: true }).unref(); process.exit(0)`;
  const process_ = startProcess(NODE, source, CAPS);
  const first = await Promise.race([process_.ended.then(() => "ended"), wait(6_000, "waited", { ref: false })]);
  expect(first).toBe("ended");
});

test("a launcher that is not there, and one that may not be started, end at once", async () => {
  for (const file of ["/nowhere/launcher", "/usr"]) {
    const process_ = startProcess({ kind: "none", command: () => ({ file, args: [] }) }, "", CAPS);
    process_.send({ kind: "Q", body: Buffer.alloc(0) });
    expect(await process_.next()).toBeNull();
    expect((await process_.ended).code).toBe(127);
    process_.kill();
  }
});
