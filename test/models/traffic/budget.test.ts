import fc from "fast-check";
import { expect, test } from "vitest";
import { ConfigError } from "../../../src/core/errors.ts";
import { ModelError } from "../../../src/core/model.ts";
import { createBudget } from "../../../src/models/traffic/budget.ts";
import { failureOf, never, replied } from "./fake-model.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const costing = (costUsd: number | null, cached = false) =>
  replied("yes", {
    cached,
    usage: { calls: 1, inputTokens: 1, cachedTokens: 0, outputTokens: 1, reasoningTokens: 0, costUsd },
  });

test("exactly so many calls are sent, and the next is refused for good", async () => {
  const budget = createBudget({ maxCalls: 3 });
  const ends = await Promise.allSettled(
    Array.from({ length: 5 }, () => budget.run("m", async () => costing(null), never)),
  );
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected", "rejected"]);
  expect(await failureOf(budget.run("m", async () => costing(null), never))).toMatchObject({
    code: "budget",
    retryable: false,
    message: "all 3 calls of the budget are made",
  });
  expect(() => budget.check()).toThrow(ModelError);
  expect(budget.spent.calls).toBe(3);
});

test("a call that failed was sent, so it counts", async () => {
  const budget = createBudget({ maxCalls: 1 });
  await failureOf(budget.run("m", () => Promise.reject(new ModelError("transport", "reset")), never));
  expect(budget.spent).toEqual({ calls: 1, costUsd: 0, unpricedCalls: 0 });
  expect(() => budget.check()).toThrow("all 1 calls of the budget are made");
});

test("ten calls of ten cents fit into a dollar, and no eleventh", async () => {
  const budget = createBudget({ maxCostUsd: 1 });
  const ends = await Promise.allSettled(
    Array.from({ length: 20 }, () => budget.run("m", async () => costing(0.1), never)),
  );
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  expect(budget.spent.costUsd).toBeCloseTo(1, 9);
});

test("what fits exactly fits, although the sum of the prices is a hair above", async () => {
  const budget = createBudget({ maxCostUsd: 0.3 });
  for (let call = 0; call < 3; call++) await budget.run("m", async () => costing(0.1), never);
  expect(budget.spent.calls).toBe(3);
});

test("the error names what is spent and what the next call may cost", async () => {
  const budget = createBudget({ maxCostUsd: 0.25 });
  for (let call = 0; call < 2; call++) await budget.run("m", async () => costing(0.1), never);
  expect(await failureOf(budget.run("m", async () => costing(0.1), never))).toMatchObject({
    message: "$0.2 of the budget of $0.25 are spent and the next call may cost $0.1",
  });
});

test("a call of unknown price counts as a call, not as money, and it is said once", async () => {
  const told: string[] = [];
  const budget = createBudget({ maxCalls: 5, maxCostUsd: 0.15, onUnpriced: (model) => told.push(model) });
  for (let call = 0; call < 3; call++) await budget.run("local", async () => costing(null), never);
  expect(told).toEqual(["local"]);
  expect(budget.spent).toEqual({ calls: 3, costUsd: 0, unpricedCalls: 3 });
  await budget.run("paid", async () => costing(0.2), never);
  expect(await failureOf(budget.run("paid", async () => costing(0.2), never))).toMatchObject({
    message: "$0.2 of the budget of $0.15 are spent (not counting 3 calls whose price is not known)",
  });
});

test("a recorded reply costs nothing", async () => {
  const budget = createBudget({ maxCostUsd: 1 });
  await budget.run("m", async () => costing(5, true), never);
  expect(budget.spent.costUsd).toBe(0);
});

test("the first call of a model goes alone while its price is not known, then the others follow", async () => {
  const clock = createVirtualClock();
  const budget = createBudget({ maxCostUsd: 1 });
  const begun: number[] = [];
  const call = async () => {
    begun.push(clock.now());
    await clock.sleep(100, never);
    return costing(0.01);
  };
  const began = clock.now();
  await clock.run(Promise.all(Array.from({ length: 10 }, () => budget.run("m", call, never))));
  expect(begun.map((time) => time - began)).toEqual([0, ...Array.from({ length: 9 }, () => 100)]);
});

test("an estimate lets all go at once, and what it reserved and did not spend is free again", async () => {
  const clock = createVirtualClock();
  const budget = createBudget({ maxCostUsd: 1 });
  const call = async () => {
    await clock.sleep(100, never);
    return costing(0.1);
  };
  const began = clock.now();
  const ends = await clock.run(Promise.allSettled(Array.from({ length: 8 }, () => budget.run("m", call, never, 0.4))));
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
  expect(budget.spent.costUsd).toBeLessThanOrEqual(1);
  expect(clock.now() - began).toBeLessThanOrEqual(600);
});

test("whoever is aborted while waiting for money leaves, and those behind go on", async () => {
  const clock = createVirtualClock();
  const budget = createBudget({ maxCostUsd: 1 });
  const controller = new AbortController();
  const call = async () => {
    await clock.sleep(100, never);
    return costing(0.01);
  };
  const first = budget.run("m", call, never);
  const second = failureOf(budget.run("m", call, controller.signal));
  const third = budget.run("m", call, never);
  controller.abort(new Error("enough"));
  expect(await second).toMatchObject({ message: "enough" });
  await clock.run(Promise.all([first, third]));
  expect(budget.spent.calls).toBe(2);
});

test.each([-1, Number.NaN])("a budget of %s is refused", (limit) => {
  expect(() => createBudget({ maxCalls: limit })).toThrow(ConfigError);
  expect(() => createBudget({ maxCostUsd: limit })).toThrow(ConfigError);
});

test("with calls of one price the money is never overdrawn and never left lying, and everybody is answered", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 2000 }),
      fc.array(fc.record({ ms: fc.integer({ min: 0, max: 30 }), fails: fc.boolean() }), { maxLength: 60 }),
      async (cents, limitCents, calls) => {
        const clock = createVirtualClock();
        const budget = createBudget({ maxCostUsd: limitCents / 100 });
        const work = (ms: number, fails: boolean) => async () => {
          await clock.sleep(ms, never);
          if (fails) throw new ModelError("transport", "reset");
          return costing(cents / 100);
        };
        const ends = await clock.run(
          Promise.allSettled(calls.map(({ ms, fails }) => budget.run("m", work(ms, fails), never))),
        );
        const paid = ends.filter(({ status }) => status === "fulfilled").length;
        expect(budget.spent.costUsd).toBeCloseTo((paid * cents) / 100, 6);
        const refused = ends.some((end) => end.status === "rejected" && end.reason.code === "budget");
        if (refused) expect((paid + 1) * cents).toBeGreaterThan(limitCents);
        // The price of the first is not known before it is paid.
        expect(paid * cents).toBeLessThanOrEqual(Math.max(limitCents, limitCents > 0 ? cents : 0));
      },
    ),
    { numRuns: 100 },
  );
});
