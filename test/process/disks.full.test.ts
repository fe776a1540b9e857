import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { makeFolder, runProgram } from "./program.ts";
import { writeRecordedEval } from "./recorded-eval.ts";
import { mountDisk, whyNoDisk } from "./small-disk.ts";
import { expectEqual, lookInto, tellRun } from "./stored-run.ts";

// Processes are slow to start where the machine has other work.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const ROWS = 5_000;

async function whyNot(): Promise<string | null> {
  await using folder = makeFolder();
  return whyNoDisk(folder.at("disk"));
}

const why = process.env["VERIDIC_REQUIRE_ALL"] === "1" ? null : await whyNot();
const describeDisk = why === null ? describe : describe.skip;

describeDisk(`a small disk${why === null ? "" : ` (skipped: none can be mounted here: ${why})`}`, () => {
  test("that fills up in mid run ends it with 3; what was committed stays, and resumes when there is room", async () => {
    await using folder = makeFolder();
    await using disk = mountDisk(folder.at("disk"), 2);
    await writeRecordedEval(folder, ROWS);
    const store = "disk/store.db";
    const full = await runProgram(["eval", "eval.json", "--store", store, "--json"], { folder: folder.path });
    expect([full.code, JSON.parse(full.out)]).toMatchObject([3, { error: { code: "store_full" } }]);
    expect(full.err).toContain("what was committed is kept");
    expect(full.err).not.toMatch(/\n\s+at /);

    // Again with no more room: it fails the same way, and takes nothing with it.
    const again = await runProgram(["runs", "resume", "latest", "--store", store, "--json"], { folder: folder.path });
    expect(again.code).toBe(3);
    disk.grow(64);
    const held = await lookInto(folder.at(store));
    expect(held).toMatchObject({ integrity: "ok", runs: 1 });
    expect(held?.scores).toBeGreaterThan(0);
    expect(held?.scores).toBeLessThan(ROWS);
    const resumed = await runProgram(["runs", "resume", "latest", "--store", store, "--json"], { folder: folder.path });
    expect([resumed.code, JSON.parse(resumed.out)]).toMatchObject([0, { status: "complete", samples: ROWS }]);
    expect((await runProgram(["eval", "eval.json", "--store", "whole.db"], { folder: folder.path })).code).toBe(0);
    expectEqual(await tellRun(folder, store), await tellRun(folder, "whole.db"));
  });

  test("that is read-only is told before anything is scored", async () => {
    await using folder = makeFolder();
    await using disk = mountDisk(folder.at("disk"), 3);
    await writeRecordedEval(folder, 10);
    const argv = ["eval", "eval.json", "--store", join(disk.path, "store.db"), "--json"];
    expect((await runProgram(argv, { folder: folder.path })).code).toBe(0);
    disk.lock();
    const locked = await runProgram(argv, { folder: folder.path });
    expect([locked.code, JSON.parse(locked.out)]).toMatchObject([2, { error: { code: "store_unwritable" } }]);
    expect(locked.err).toContain("--store");
  });

  test("that is full when results are written to a file is told, and leaves no half export", async () => {
    await using folder = makeFolder();
    await using disk = mountDisk(folder.at("disk"), 1);
    await writeRecordedEval(folder, ROWS);
    expect((await runProgram(["eval", "eval.json", "--store", "s.db"], { folder: folder.path })).code).toBe(0);
    const output = join(disk.path, "rows.jsonl");
    const argv = ["runs", "export", "latest", "--store", "s.db", "--output", output];
    const exported = await runProgram(argv, { folder: folder.path });
    expect(exported.code).toBe(2);
    expect(exported.err).toMatch(/no space/i);
    expect(exported.err).not.toMatch(/\n\s+at /);
    await expect(folder.read("disk/rows.jsonl")).rejects.toThrow("ENOENT");
    const results = join(disk.path, "results.jsonl");
    const verified = await runProgram(["verify", "--input", "rows.jsonl", "--output", results], {
      folder: folder.path,
    });
    expect([verified.code, verified.out]).toEqual([2, ""]);
    expect(verified.err).toMatch(/no space/i);
    expect(verified.err).not.toMatch(/\n\s+at /);
  });
});

describe("a store in a folder that may not be written", () => {
  test("is refused with a way out, in one document with --json", async () => {
    await using folder = makeFolder();
    await writeRecordedEval(folder, 10);
    expect((await runProgram(["eval", "eval.json", "--store", "s.db"], { folder: folder.path })).code).toBe(0);
    chmodSync(folder.at("s.db"), 0o444);
    chmodSync(folder.path, 0o555);
    try {
      for (const argv of [
        ["eval", "eval.json"],
        ["runs", "resume", "latest"],
      ]) {
        const options = { folder: folder.path, rights: false };
        const { code, out, err } = await runProgram([...argv, "--store", "s.db", "--json"], options);
        expect([code, JSON.parse(out)]).toMatchObject([2, { error: { code: "store_unwritable" } }]);
        expect(err).toContain("--store");
        expect(err).not.toMatch(/\n\s+at /);
      }
    } finally {
      chmodSync(folder.path, 0o755);
    }
  });
});
