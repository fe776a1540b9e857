import fc from "fast-check";
import { expect, test } from "vitest";
import { ConfigError } from "../../../src/core/errors.ts";
import { ModelError } from "../../../src/core/model.ts";
import { createConcurrency } from "../../../src/models/traffic/concurrency.ts";
import { failureOf, never, refused } from "./fake-model.ts";
import { createVirtualClock } from "./virtual-clock.ts";

test("2,000 calls of 200 ms at 50 take no more than 1.15 times the ideal 8 s, given or found", async () => {
  for (const options of [{ start: 50 }, { cap: 50 }]) {
    const clock = createVirtualClock();
    const concurrency = createConcurrency(options);
    const began = clock.now();
    await clock.run(
      Promise.all(Array.from({ length: 2000 }, () => concurrency.run(() => clock.sleep(200, never), never))),
    );
    expect(clock.now() - began).toBeGreaterThanOrEqual(8000);
    expect(clock.now() - began).toBeLessThanOrEqual(1.15 * 8000);
  }
});

test("the limit rises only while it is reached", async () => {
  const concurrency = createConcurrency({ start: 4, cap: 32 });
  for (let call = 0; call < 100; call++) await concurrency.run(async () => {}, never);
  expect(concurrency.limit).toBe(4);
});

test("refusals of one moment lower the limit once", async () => {
  const clock = createVirtualClock();
  const concurrency = createConcurrency({ start: 20 });
  const fail = async () => {
    await clock.sleep(100, never);
    throw refused();
  };
  await clock.run(Promise.allSettled(Array.from({ length: 20 }, () => concurrency.run(fail, never))));
  expect(concurrency.limit).toBe(14);
});

test("a broken connection says nothing about the load", async () => {
  const concurrency = createConcurrency({ start: 10 });
  const reset = () => Promise.reject(new ModelError("transport", "connection reset", { retryable: true }));
  await failureOf(concurrency.run(reset, never));
  expect(concurrency.limit).toBe(10);
  await failureOf(concurrency.run(() => Promise.reject(new ModelError("overloaded", "busy")), never));
  expect(concurrency.limit).toBe(7);
});

test("a provider that bears ten calls is used well, and the limit comes back when it bears more", async () => {
  const clock = createVirtualClock();
  const concurrency = createConcurrency({ start: 40 });
  let bears = 10;
  let underWay = 0;
  let refusals = 0;
  const call = async (): Promise<void> => {
    if (underWay >= bears) {
      refusals++;
      throw refused();
    }
    underWay++;
    await clock.sleep(100, never);
    underWay--;
  };
  const persist = async (): Promise<void> => {
    for (;;) {
      try {
        return await concurrency.run(call, never);
      } catch {
        await clock.sleep(50, never);
      }
    }
  };
  const began = clock.now();
  await clock.run(Promise.all(Array.from({ length: 500 }, persist)));
  // The ideal is 5 s.
  expect(clock.now() - began).toBeLessThan(7500);
  expect(refusals).toBeLessThan(250);
  expect(concurrency.limit).toBeLessThanOrEqual(16);
  bears = 1000;
  await clock.run(Promise.all(Array.from({ length: 1000 }, persist)));
  expect(concurrency.limit).toBe(40);
});

test("whoever is aborted while waiting leaves the line and takes no place", async () => {
  const clock = createVirtualClock();
  const concurrency = createConcurrency({ start: 1 });
  const controller = new AbortController();
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(name);
    await clock.sleep(10, never);
  };
  const first = concurrency.run(work("first"), never);
  const second = failureOf(concurrency.run(work("second"), controller.signal));
  const third = concurrency.run(work("third"), never);
  expect(concurrency.waiting).toBe(2);
  controller.abort(new Error("enough"));
  expect(concurrency.waiting).toBe(1);
  expect(await second).toMatchObject({ message: "enough" });
  await clock.run(Promise.all([first, third]));
  expect(order).toEqual(["first", "third"]);
  expect(concurrency.running).toBe(0);
});

test("an aborted signal is refused before anything runs", async () => {
  const concurrency = createConcurrency();
  const failure = await failureOf(concurrency.run(async () => "sent", AbortSignal.abort(new Error("enough"))));
  expect(failure).toMatchObject({ message: "enough" });
});

test("hundreds of calls on one signal print no warning about listeners", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  const { signal } = new AbortController();
  const concurrency = createConcurrency({ start: 2 });
  await Promise.all(Array.from({ length: 300 }, () => concurrency.run(async () => {}, signal)));
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", note);
  expect(warnings).toEqual([]);
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("a concurrency of %s is refused", (start) => {
  expect(() => createConcurrency({ start })).toThrow(ConfigError);
});

test("the limit stays between 1 and the cap, is never passed, and everybody is served in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ start: fc.integer({ min: 1, max: 20 }), cap: fc.integer({ min: 1, max: 20 }) }),
      fc.array(fc.record({ ms: fc.integer({ min: 0, max: 50 }), fate: fc.constantFrom("ok", "ok", "429", "reset") }), {
        maxLength: 120,
      }),
      async (options, calls) => {
        const clock = createVirtualClock();
        const concurrency = createConcurrency(options);
        const begun: number[] = [];
        let running = 0;
        const work = (index: number, ms: number, fate: string) => async () => {
          begun.push(index);
          running++;
          // A place is taken before the work that was given it begins.
          expect(concurrency.running).toBeGreaterThanOrEqual(running);
          expect(running).toBeLessThanOrEqual(Math.min(20, options.cap));
          await clock.sleep(ms, never);
          running--;
          expect(concurrency.limit).toBeGreaterThanOrEqual(1);
          expect(concurrency.limit).toBeLessThanOrEqual(options.cap);
          if (fate === "429") throw refused();
          if (fate === "reset") throw new ModelError("transport", "reset");
          return index;
        };
        const all = calls.map(({ ms, fate }, index) => concurrency.run(work(index, ms, fate), never));
        const ends = await clock.run(Promise.allSettled(all));
        expect(begun).toEqual(calls.map((_, index) => index));
        // An expectation that fails inside a call would show as a rejection of a call that was to succeed.
        expect(ends.map(({ status }) => status === "fulfilled")).toEqual(calls.map(({ fate }) => fate === "ok"));
        expect(concurrency.running).toBe(0);
      },
    ),
    { numRuns: 60 },
  );
});
