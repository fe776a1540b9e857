import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurns } from "../../src/models/turns.ts";

/** Work of one millisecond each, by a clock that only work moves. What follows on it counts as well. */
function workshop(pieces: number) {
  let now = 0;
  let turn = 0;
  const done: { piece: number; turn: number }[] = [];
  const inTurn = createTurns(() => now);
  for (let piece = 0; piece < pieces; piece++) {
    const arrived = new Promise<void>((resolve) => {
      inTurn(resolve);
    });
    void arrived.then(async () => {
      await Promise.resolve();
      now++;
      done.push({ piece, turn });
    });
  }
  return {
    done,
    turns: async (count: number) => {
      for (; count > 0; count--) {
        await nextTurn();
        turn++;
      }
    },
  };
}

test("a burst is worked off in order, three milliseconds a turn", async () => {
  const { done, turns } = workshop(10);
  await turns(1);
  // This test's own turn may begin before or after the one that is served.
  expect(done.length).toBeLessThanOrEqual(6);
  await turns(12);
  expect(done.map(({ piece }) => piece)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(new Set(done.map(({ turn }) => turn)).size).toBeGreaterThanOrEqual(3);
});

test("what comes alone is not kept waiting, also after a burst", async () => {
  const { done, turns } = workshop(1);
  await Promise.resolve();
  await turns(1);
  expect(done).toEqual([{ piece: 0, turn: 0 }]);
});

test("work that comes while other work is done is done as well", async () => {
  const inTurn = createTurns();
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    inTurn(() => {
      order.push("first");
      inTurn(() => {
        order.push("second");
        resolve();
      });
    });
  });
  expect(order).toEqual(["first", "second"]);
});
