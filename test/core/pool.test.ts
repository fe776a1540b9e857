import fc from "fast-check";
import { expect, test } from "vitest";
import { pool } from "../../src/core/pool.ts";

async function collect<T>(results: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const result of results) all.push(result);
  return all;
}

/** Resolves after so many turns of the event loop, so that work finishes out of order without any clock. */
async function after<T>(turns: number, value: T): Promise<T> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  return value;
}

test("results keep the order of the source, whichever finishes first", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ turns: fc.nat(4), late: fc.boolean() }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 8 }),
      async (items, limit) => {
        const numbered = items.map((item, index) => ({ ...item, index }));
        const results = await collect(
          pool(numbered, limit, ({ turns, late, index }) => (late ? after(turns, index) : index)),
        );
        expect(results).toEqual(numbered.map((item) => item.index));
      },
    ),
    { numRuns: 60 },
  );
});

test("unordered results are the same set", async () => {
  const results = await collect(pool([3, 0, 2, 1], 3, (turns) => after(turns, turns), { ordered: false }));
  expect([...results].sort()).toEqual([0, 1, 2, 3]);
  expect(results[0]).not.toBe(3);
});

test("no more than the limit is under way, and the source is read no faster than results are taken", async () => {
  let running = 0;
  let most = 0;
  let read = 0;
  const source = function* () {
    for (; read < 1_000; ) yield read++;
  };
  const results = pool(source(), 4, async (item) => {
    most = Math.max(most, ++running);
    await after(1, null);
    running--;
    return item;
  });
  for (let taken = 0; taken < 10; taken++) await results.next();
  expect(most).toBeLessThanOrEqual(4);
  expect(read).toBeLessThanOrEqual(16);
  await results.return();
});

test("the first failure ends the pool and nothing is left unhandled", async () => {
  const work = pool([1, 2, 3, 4], 4, async (item) => {
    await after(item, null);
    if (item % 2 === 0) throw new Error(`item ${item}`);
    return item;
  });
  await expect(collect(work)).rejects.toThrow("item 2");
});

test("an abort ends it", async () => {
  const stop = new AbortController();
  const results = pool([1, 2, 3], 1, (item) => item, { signal: stop.signal });
  await results.next();
  stop.abort(new Error("enough"));
  await expect(results.next()).rejects.toThrow("enough");
});
