import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Engine from "libsql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConfigError, StoreError } from "../../../src/core/errors.ts";
import { openStore } from "../../../src/store/open.ts";
import { toStoreError } from "../../../src/store/sqlite/failure.ts";
import { openSqliteStore } from "../../../src/store/sqlite/store.ts";
import type { Store } from "../../../src/store/types.ts";
import { aBatch, anOutput, aRun, aScore, samplesOf } from "../records.ts";

const now = () => new Date("2026-05-05T05:05:05.000Z");
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "veridic-store-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes batches of ten until the store refuses; returns the number of whole batches, and the refusal. */
async function fill(store: Store, run: string): Promise<readonly [batches: number, refusal: unknown]> {
  for (let batch = 0; batch < 10_000; batch++) {
    try {
      await store.write(run, aBatch(10, batch * 10));
    } catch (thrown) {
      return [batch, thrown];
    }
  }
  throw new Error("the store was never full");
}

describe("a place that cannot be used", () => {
  test.each([
    { why: "an existing folder", path: "folder", code: "store_unwritable" },
    { why: "below a file", path: "file.txt/store.db", code: "store_unwritable" },
    { why: "deep below a file", path: "file.txt/deeper/store.db", code: "store_unwritable" },
    { why: "a name that no file can have", path: "x".repeat(300), code: "store_unwritable" },
    { why: "a device", path: "/dev/null", code: "store_unwritable" },
    { why: "a folder of the kernel", path: "/proc/veridic/store.db", code: "store_unwritable" },
    { why: "no path at all", path: "", code: "store_path" },
    { why: "blanks", path: "  ", code: "store_path" },
    { why: "a NUL character, where the system would cut the path", path: "a\0b", code: "store_path" },
    { why: "an engine that is not there", path: "postgres://me:secret@host/db", code: "store_engine" },
    { why: "an address, which the engine would call", path: "https://example.org/x", code: "store_engine" },
    { why: "the same in capitals", path: "LIBSQL://example.org", code: "store_engine" },
  ])("is a configuration error: $why", async ({ path, code }) => {
    mkdirSync(join(folder, "folder"), { recursive: true });
    writeFileSync(join(folder, "file.txt"), "text");
    const refusal = await openStore(path, { folder }).catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(ConfigError);
    expect(refusal).toMatchObject({ code });
    expect(`${refusal}`).not.toContain("secret");
    expect(readFileSync(join(folder, "file.txt"), "utf8")).toBe("text");
  });

  test("folders are made where they are missing, and odd names are names", async () => {
    for (const path of ["a/b c/store.db", "q?mode=ro.db", "file:x.db", "per%20cent.db", "ünï.db", "#1.db"]) {
      const store = await openStore(path, { folder });
      await store.createRun(aRun("0a"));
      await store.close();
      expect(statSync(join(folder, path)).size).toBeGreaterThan(0);
    }
  });
});

describe("a file that is no store", () => {
  test("of text is damaged, and stays as it is", async () => {
    const text = "not a database, but a text that is long enough to be taken for one. ".repeat(100);
    writeFileSync(join(folder, "text.db"), text);
    const refusal = openStore("text.db", { folder });
    await expect(refusal).rejects.toMatchObject({ name: "StoreError", code: "store_damaged" });
    expect(readFileSync(join(folder, "text.db"), "utf8")).toBe(text);
  });

  test("of another program is refused, and stays as it is", async () => {
    const path = join(folder, "other.db");
    const other = new Engine(path);
    other.exec("CREATE TABLE runs (mine TEXT)");
    other.close();
    const before = readFileSync(path);
    await expect(openStore(path)).rejects.toMatchObject({ name: "ConfigError", code: "store_foreign" });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test("but empty becomes one", async () => {
    writeFileSync(join(folder, "empty.db"), "");
    const store = await openStore("empty.db", { folder });
    expect(await store.listRuns()).toEqual([]);
    await store.close();
  });

  test("any more is reported as damaged when its pages are read", async () => {
    const path = join(folder, "damaged.db");
    const store = await openStore(path);
    await store.createRun(aRun("0a"));
    await store.write("0a", aBatch(2_000));
    await store.close();
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 8_192 * 8);
    writeFileSync(path, bytes);
    const reading = async () => {
      const damaged = await openStore(path);
      try {
        await samplesOf(damaged, "0a");
      } finally {
        await damaged.close();
      }
    };
    await expect(reading()).rejects.toMatchObject({ name: "StoreError", code: "store_damaged" });
  });
});

describe("a full store", () => {
  test("keeps whole batches, can be read, and is written again when there is room", async () => {
    const path = join(folder, "full.db");
    const full = await openSqliteStore(path, { now, pageLimit: 40 });
    await full.createRun(aRun("0a"));
    const [batches, refusal] = await fill(full, "0a");
    expect(refusal).toBeInstanceOf(StoreError);
    expect(refusal).toMatchObject({ code: "store_full" });
    expect(`${refusal}`).toMatch(/what was committed is kept/);
    expect(batches).toBeGreaterThan(5);
    expect(await samplesOf(full, "0a")).toHaveLength(batches * 10);
    const { outputs, scores } = await full.recorded("0a");
    expect([outputs.size, scores.size]).toEqual([batches * 10, batches * 10]);
    await full.close();

    const roomy = await openStore(path);
    await roomy.write("0a", aBatch(500, batches * 10));
    expect(await samplesOf(roomy, "0a")).toHaveLength(batches * 10 + 500);
    await roomy.close();
  });

  test("is written again when another run has been removed from it", async () => {
    const store = await openSqliteStore(join(folder, "removed.db"), { now, pageLimit: 60 });
    await store.createRun(aRun("0a"));
    await store.createRun(aRun("0b"));
    const [batches] = await fill(store, "0a");
    await expect(store.write("0b", aBatch(200))).rejects.toMatchObject({ code: "store_full" });
    await store.removeRun("0a");
    await store.write("0b", aBatch(batches * 5));
    expect(await samplesOf(store, "0b")).toHaveLength(batches * 5);
    await store.close();
  });

  test("that is full from the start says so", async () => {
    const opening = openSqliteStore(join(folder, "tiny.db"), { now, pageLimit: 1 });
    await expect(opening).rejects.toMatchObject({ name: "StoreError", code: "store_full" });
  });
});

describe("a store that another process is writing", () => {
  test("can be opened and read, and says that it is busy when it cannot be written", async () => {
    const path = join(folder, "busy.db");
    const store = await openSqliteStore(path, { now, busyMs: 20 });
    await store.createRun(aRun("0a"));
    await store.write("0a", { outputs: [anOutput(0)] });
    const other = new Engine(path);
    other.exec("BEGIN IMMEDIATE; UPDATE runs SET name = 'other'");
    const reader = await openSqliteStore(path, { now, busyMs: 20 });
    expect((await reader.findRun("0a")).name).toBe("support-bot");
    expect(await samplesOf(reader, "0a")).toHaveLength(1);
    await reader.close();
    const refusal = store.write("0a", { scores: [aScore(0)] });
    await expect(refusal).rejects.toMatchObject({ name: "StoreError", code: "store_busy" });
    other.exec("ROLLBACK");
    other.close();
    await store.write("0a", { scores: [aScore(0)] });
    expect((await store.recorded("0a")).scores.size).toBe(1);
    await store.close();
  });
});

describe("closing", () => {
  test("leaves everything in the one file", async () => {
    const path = join(folder, "closed.db");
    const store = await openStore(path);
    await store.createRun(aRun("0a"));
    await store.write("0a", aBatch(100));
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    await store.close();
    expect(existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0).toBe(0);
    const copied = join(folder, "copied.db");
    writeFileSync(copied, readFileSync(path));
    const copy = await openStore(copied);
    expect(await samplesOf(copy, "0a")).toHaveLength(100);
    await copy.close();
  });

  test("a store from which a run was removed is smaller", async () => {
    const path = join(folder, "shrunk.db");
    const store = await openStore(path);
    await store.createRun(aRun("0a"));
    await store.write("0a", aBatch(5_000));
    await store.close();
    const before = statSync(path).size;
    const again = await openStore(path);
    await again.removeRun("0a");
    await again.close();
    expect(statSync(path).size).toBeLessThan(before / 4);
  });
});

describe("the codes of the engine", () => {
  test.each([
    { why: "the disk is full", number: 13, code: "store_full" },
    { why: "a write failed", number: 10 | (3 << 8), code: "store_full" },
    { why: "a sync failed", number: 10 | (4 << 8), code: "store_full" },
    { why: "the shared memory could not grow", number: 10 | (19 << 8), code: "store_full" },
    { why: "a read failed, which is no lack of room", number: 10 | (1 << 8), code: "store_error" },
    { why: "read-only", number: 8, code: "store_unwritable" },
    { why: "read-only folder", number: 8 | (6 << 8), code: "store_unwritable" },
    { why: "not opened", number: 14, code: "store_unwritable" },
    { why: "malformed", number: 11, code: "store_damaged" },
    { why: "malformed index", number: 11 | (3 << 8), code: "store_damaged" },
    { why: "no database", number: 26, code: "store_damaged" },
    { why: "locked", number: 5, code: "store_busy" },
    { why: "a stale snapshot", number: 5 | (2 << 8), code: "store_busy" },
    { why: "a table lock", number: 6, code: "store_busy" },
    { why: "anything else", number: 1, code: "store_error" },
    { why: "no number at all", number: undefined, code: "store_error" },
  ])("$number is $code: $why", ({ number, code }) => {
    const cause = Object.assign(new Error("reason"), { rawCode: number });
    const error = toStoreError(cause, "x.db");
    expect(error).toMatchObject({ name: "StoreError", code, cause });
    expect(error.message).toMatch(/^the store x\.db .*: reason/);
  });
});
