import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Engine from "libsql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "../../../src/store/open.ts";
import { connect } from "../../../src/store/sqlite/connection.ts";
import { type Migration, migrate, migrations } from "../../../src/store/sqlite/migrations.ts";
import { aBatch, aRun, samplesOf } from "../records.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "veridic-store-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What version 1 writes, word for word; it stays as it is when newer versions come. */
const VERSION_1 = `
  CREATE TABLE runs (
    key INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, status TEXT NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, parent TEXT, outputs_of TEXT NOT NULL, samples INTEGER,
    epochs INTEGER NOT NULL, model TEXT, config TEXT NOT NULL, fingerprint TEXT NOT NULL, summary TEXT NOT NULL);
  CREATE INDEX runs_by_age ON runs (created_at, key);
  CREATE INDEX runs_by_outputs ON runs (outputs_of);
  CREATE TABLE outputs (
    run INTEGER NOT NULL, row_index INTEGER NOT NULL, epoch INTEGER NOT NULL, sample_id TEXT NOT NULL, row TEXT,
    output TEXT, error TEXT, reply TEXT, PRIMARY KEY (run, row_index, epoch));
  CREATE TABLE scores (
    run INTEGER NOT NULL, row_index INTEGER NOT NULL, epoch INTEGER NOT NULL, scores TEXT NOT NULL,
    PRIMARY KEY (run, row_index, epoch));
  CREATE TABLE removals (run INTEGER PRIMARY KEY);
  CREATE TABLE veridic_store (version INTEGER NOT NULL);
  INSERT INTO veridic_store VALUES (1);
  INSERT INTO runs VALUES (7, '0a', 'bot', 'complete', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z', NULL,
    '0a', 2, 1, 'mock:x', '{"a":1}', '"f"', 'null');
  INSERT INTO outputs VALUES (7, 0, 1, '"s0"', '{"question":"q0"}', '"o0"', NULL, NULL);
  INSERT INTO outputs VALUES (7, 1, 1, '"s1"', NULL, NULL,
    '{"stage":"inference","code":"timeout","message":"m","retryable":true}', '{"finish_reason":"stop"}');
  INSERT INTO scores VALUES (7, 0, 1, '{"accuracy":{"value":1}}');
`;

function versionsOf(path: string): unknown {
  const engine = new Engine(path);
  try {
    return engine.prepare("SELECT version FROM veridic_store").raw().all();
  } finally {
    engine.close();
  }
}

describe("a store of version 1", () => {
  test("is brought to the newest version with everything in it, and can be written", async () => {
    const path = join(folder, "version-1.db");
    const old = new Engine(path);
    old.exec(VERSION_1);
    old.close();
    const store = await openStore(path);
    const run = aRun("0a", {
      name: "bot",
      status: "complete",
      updatedAt: "2026-01-01T00:00:01.000Z",
      samples: 2,
      model: "mock:x",
      config: { a: 1 },
      fingerprint: "f",
    });
    expect(await store.listRuns()).toEqual([run]);
    expect(await samplesOf(store, "0a")).toEqual([
      {
        index: 0,
        epoch: 1,
        sampleId: "s0",
        row: { question: "q0" },
        output: "o0",
        error: null,
        reply: null,
        scores: { accuracy: { value: 1 } },
      },
      {
        index: 1,
        epoch: 1,
        sampleId: "s1",
        row: null,
        output: null,
        error: { stage: "inference", code: "timeout", message: "m", retryable: true },
        reply: { finish_reason: "stop" },
        scores: null,
      },
    ]);
    await store.write("0a", aBatch(3));
    expect(await samplesOf(store, "0a")).toHaveLength(3);
    await store.removeRun("0a");
    await store.replies.put("k", "kept");
    expect(await store.replies.get("k")).toBe("kept");
    await store.close();
    expect(versionsOf(path)).toEqual([[migrations.length]]);
  });
});

describe("a store of a newer version", () => {
  test("is refused with both versions named, and stays as it is", async () => {
    const path = join(folder, "newer.db");
    const newer = new Engine(path);
    newer.exec("CREATE TABLE veridic_store (version INTEGER); INSERT INTO veridic_store VALUES (99)");
    newer.close();
    const before = readFileSync(path);
    const refusal = openStore(path);
    await expect(refusal).rejects.toMatchObject({ name: "ConfigError", code: "store_newer" });
    await expect(refusal).rejects.toThrow(/newer veridic.*version 99.*update veridic/);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe("migrate", () => {
  const second: Migration = (connection) => connection.execute("ALTER TABLE runs ADD COLUMN extra TEXT");
  const broken: Migration = (connection) => connection.execute("ALTER TABLE nowhere ADD COLUMN extra TEXT");

  test("takes only the steps that are missing", async () => {
    const connection = await connect(":memory:");
    migrate(connection);
    migrate(connection, [...migrations, second]);
    migrate(connection, [...migrations, second]);
    expect(connection.prepare("SELECT extra FROM runs").all([])).toEqual([]);
    expect(connection.prepare("SELECT version FROM veridic_store").all([])).toEqual([[migrations.length + 1]]);
    connection.close();
  });

  test("takes all steps or none", async () => {
    const connection = await connect(":memory:");
    migrate(connection);
    expect(() => migrate(connection, [...migrations, second, broken])).toThrow(/nowhere/);
    expect(() => connection.prepare("SELECT extra FROM runs")).toThrow(/no such column/);
    expect(connection.prepare("SELECT version FROM veridic_store").all([])).toEqual([[migrations.length]]);
    connection.close();
  });

  test("leaves an empty file empty when its first step fails", async () => {
    const connection = await connect(":memory:");
    expect(() => migrate(connection, [broken])).toThrow(/nowhere/);
    expect(connection.prepare("SELECT name FROM sqlite_master").all([])).toEqual([]);
    connection.close();
  });
});
