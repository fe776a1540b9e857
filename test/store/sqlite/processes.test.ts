import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Engine from "libsql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "../../../src/store/open.ts";
import { aBatch, keysOf, samplesOf } from "../records.ts";
import { linesOf, startWorker } from "./processes.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "veridic-store-"));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function integrityOf(path: string): unknown {
  const engine = new Engine(path);
  try {
    return engine.prepare("PRAGMA integrity_check").raw().all();
  } finally {
    engine.close();
  }
}

/** Milliseconds; starting a process takes seconds on a busy machine. */
const PATIENCE = 60_000;

describe("a writer that is killed", { timeout: PATIENCE }, () => {
  test("leaves whole batches only, loses none that it was told was committed, and can be followed by another", async () => {
    const path = join(folder, "killed.db");
    const rows = 400;
    let whole = 0;
    for (const acknowledgements of [1, 4, 9]) {
      const writer = startWorker(["write", path, whole, 1_000_000, rows]);
      let last = -1;
      let heard = 0;
      for await (const line of writer.lines) {
        last = Number(line);
        // The next batch is being written by now.
        if (++heard === acknowledgements) writer.process.kill("SIGKILL");
      }
      const { code, complaint } = await writer.ended;
      expect([code, complaint]).toEqual([null, ""]);
      expect(heard).toBeGreaterThanOrEqual(acknowledgements);

      expect(integrityOf(path)).toEqual([["ok"]]);
      const store = await openStore(path);
      const { outputs, scores } = await store.recorded("shared");
      const samples = await samplesOf(store, "shared");
      await store.close();
      expect(outputs.size % rows).toBe(0);
      expect(scores.size).toBe(outputs.size);
      expect(outputs.size).toBeGreaterThanOrEqual((last + 1) * rows);
      expect(samples).toHaveLength(outputs.size);
      expect(samples.every((sample, index) => sample.index === index && sample.scores !== null)).toBe(true);
      whole = outputs.size / rows;
    }
  });
});

describe("a process that keeps replies", { timeout: PATIENCE }, () => {
  test("loses none that it was told was kept when it is killed, whoever else keeps some meanwhile", async () => {
    const path = join(folder, "replies.db");
    const killed = startWorker(["keep", path, 0, 1_000_000]);
    const other = startWorker(["keep", path, 2_000_000, 2_000_050]);
    let last = -1;
    for await (const line of killed.lines) {
      last = Number(line);
      if (last === 40) killed.process.kill("SIGKILL");
    }
    expect(last).toBeGreaterThanOrEqual(40);
    expect(await other.ended).toEqual({ code: 0, complaint: "" });
    expect(integrityOf(path)).toEqual([["ok"]]);
    const store = await openStore(path);
    for (let reply = 0; reply <= last; reply++) {
      expect(await store.replies.get(`${reply}`)).toEqual({ text: `reply ${reply}` });
    }
    expect(await store.replies.get("2000049")).toEqual({ text: "reply 2000049" });
    await store.close();
  });

  test("finds what it cannot read missing, and may replace it", async () => {
    const path = join(folder, "spoilt.db");
    const store = await openStore(path);
    await store.replies.put("k", { text: "sound" });
    const engine = new Engine(path);
    engine.exec('UPDATE replies SET reply = \'{"text": "torn\'');
    engine.close();
    expect(await store.replies.get("k")).toBeNull();
    await store.replies.put("k", { text: "again" });
    expect(await store.replies.get("k")).toEqual({ text: "again" });
    await store.close();
  });
});

describe("several processes", { timeout: PATIENCE }, () => {
  test("make one store, write one run, and are read meanwhile", async () => {
    const path = join(folder, "shared.db");
    const writers = [1, 2, 3].map(() => startWorker(["write", path, 0, 30, 20]));
    const first = Promise.race(
      writers.map(async (writer) => (await writer.lines[Symbol.asyncIterator]().next()).value),
    );
    expect(await first).toBe("0");
    const reader = await openStore(path);
    let seen = 0;
    let ended = false;
    const all = Promise.all(writers.map((writer) => writer.ended)).finally(() => {
      ended = true;
    });
    while (!ended) {
      const samples = await samplesOf(reader, "shared");
      expect(samples.length).toBeGreaterThanOrEqual(seen);
      expect(samples.every((sample) => sample.scores !== null)).toBe(true);
      seen = samples.length;
      await new Promise((later) => setTimeout(later, 5));
    }
    expect(await all).toEqual(writers.map(() => ({ code: 0, complaint: "" })));
    const { outputs, scores } = aBatch(600);
    expect(await samplesOf(reader, "shared")).toEqual(outputs.map((one, index) => ({ ...one, ...scores[index] })));
    expect(keysOf(await samplesOf(reader, "shared"))).toHaveLength(600);
    await reader.close();
    expect(integrityOf(path)).toEqual([["ok"]]);
  });
});

describe("opening", { timeout: PATIENCE }, () => {
  test("loads the engine, and nothing loads it before", async () => {
    expect(await linesOf(startWorker(["open", join(folder, "new.db")]))).toEqual(["not loaded", "loaded", "closed"]);
  });

  test("in a folder that may not be written is refused and leaves nothing there", async () => {
    const locked = join(folder, "locked");
    mkdirSync(locked);
    chmodSync(locked, 0o555);
    for (const path of [join(locked, "store.db"), join(locked, "deeper", "store.db")]) {
      const lines = await linesOf(startWorker(["open", path], { rights: false }));
      expect(lines).toEqual(["not loaded", "ConfigError store_unwritable"]);
    }
    expect(readdirSync(locked)).toEqual([]);
  });

  test("a file that may only be read is refused", async () => {
    const path = join(folder, "readable.db");
    const store = await openStore(path);
    await store.close();
    chmodSync(path, 0o444);
    expect(await linesOf(startWorker(["open", path], { rights: false }))).toContain("ConfigError store_unwritable");
  });
});
