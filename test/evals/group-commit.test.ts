import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { StoreError } from "../../src/core/errors.ts";
import { groupCommit } from "../../src/evals/group-commit.ts";
import type { Batch, OutputRecord, Store } from "../../src/store/types.ts";

function record(index: number): OutputRecord {
  return { index, epoch: 1, sampleId: `s${index}`, row: null, output: "4", error: null, reply: null };
}

/** What a store was asked to write, in order; it fails where `failure` is given. */
function written(failure?: StoreError): { readonly store: Pick<Store, "write">; readonly batches: Batch[] } {
  const batches: Batch[] = [];
  const write = async (_runId: string, batch: Batch) => {
    batches.push(batch);
    if (failure !== undefined) throw failure;
  };
  return { store: { write }, batches };
}

test("what comes in one turn is one transaction, and nobody goes on before it is committed", async () => {
  const { store, batches } = written();
  const commit = groupCommit(store, "r", () => 0);
  let committed = 0;
  const all = [0, 1, 2].map(async (index) => {
    await commit(index === 2 ? { scores: [{ index, epoch: 1, scores: {} }] } : { outputs: [record(index)] });
    committed++;
    expect(batches).toHaveLength(1);
  });
  expect([batches.length, committed]).toEqual([0, 0]);
  await Promise.all(all);
  expect(committed).toBe(3);
  expect(batches).toEqual([{ outputs: [record(0), record(1)], scores: [{ index: 2, epoch: 1, scores: {} }] }]);
});

test("what comes later is a transaction of its own; what comes soon after one shares the next", async () => {
  const { store, batches } = written();
  let now = 0;
  const commit = groupCommit(store, "r", () => now);
  await commit({ outputs: [record(0)] });
  now += 5;
  await commit({ outputs: [record(1)] });
  now += 1;
  const soon = commit({ outputs: [record(2)] });
  await nextTurn();
  const sooner = commit({ outputs: [record(3)] });
  await Promise.all([soon, sooner]);
  expect(batches.map(({ outputs }) => outputs?.map(({ index }) => index))).toEqual([[0], [1], [2, 3]]);
});

test("a store that fails fails everyone who waits, and the next ones are tried anew", async () => {
  const full = new StoreError("store_full", "there is no room");
  const { store, batches } = written(full);
  const commit = groupCommit(store, "r", () => 0);
  const both = await Promise.allSettled([commit({ outputs: [record(0)] }), commit({ outputs: [record(1)] })]);
  expect(both.map((one) => one.status === "rejected" && one.reason)).toEqual([full, full]);
  await expect(commit({ outputs: [record(2)] })).rejects.toBe(full);
  expect(batches).toHaveLength(2);
});
