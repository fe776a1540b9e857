import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Engine from "libsql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "../../../src/store/open.ts";
import { aBatch, aRun, samplesOf } from "../records.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "veridic-store-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("rows that a removal left behind when it was cut short go with the next one, and no run gets them", async () => {
  const path = join(folder, "cut.db");
  const store = await openStore(path);
  for (const id of ["0a", "0b", "0c"]) {
    await store.createRun(aRun(id));
    await store.write(id, aBatch(10));
  }
  // What the first transaction of a removal of 0c leaves: the run is gone, its rows are not.
  const engine = new Engine(path);
  engine.exec("INSERT INTO removals SELECT key FROM runs WHERE id = '0c'; DELETE FROM runs WHERE id = '0c'");
  const rows = () => engine.prepare("SELECT (SELECT count(*) FROM outputs), (SELECT count(*) FROM scores)").raw().all();
  expect(rows()).toEqual([[30, 30]]);

  await store.createRun(aRun("0d"));
  expect(await samplesOf(store, "0d")).toEqual([]);
  await store.write("0d", aBatch(3));
  await store.removeRun("0a");
  expect(rows()).toEqual([[13, 13]]);
  expect(engine.prepare("SELECT * FROM removals").raw().all()).toEqual([]);
  expect(await samplesOf(store, "0b")).toHaveLength(10);
  expect(await samplesOf(store, "0d")).toHaveLength(3);
  engine.close();
  await store.close();
});
