import fc from "fast-check";
import { expect, test } from "vitest";
import { ModelError, type ModelRequest } from "../../../src/core/model.ts";
import { createMemoryCache, withCache } from "../../../src/models/traffic/cache.ts";
import { asked, failureOf, fakeModel, never, replied, slow } from "./fake-model.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const key = (request: ModelRequest, model: string) => JSON.stringify([model, request]);

test("three rows of five repetitions: asked once each, then never again, then only what changed", async () => {
  const store = createMemoryCache();
  const model = fakeModel((n) => replied(`answer ${n}`));
  const cached = withCache(model, { store, key });
  const run = async (prompts: readonly string[]) => {
    const texts: string[] = [];
    for (const prompt of prompts) {
      for (let repetition = 1; repetition <= 5; repetition++) {
        texts.push((await cached.ask(asked(prompt, { repetition }), never)).text);
      }
    }
    return texts;
  };
  const first = await run(["a", "b", "c"]);
  expect(new Set(first).size).toBe(15);
  expect(await run(["a", "b", "c"])).toEqual(first);
  expect(model.asks).toHaveLength(15);
  await run(["a", "b", "c!"]);
  expect(model.asks).toHaveLength(20);
});

test("a repeated call keeps the first reply's figures and is marked", async () => {
  const model = fakeModel(() => replied("yes"));
  const cached = withCache(model, { store: createMemoryCache(), key });
  const first = await cached.ask(asked("?"), never);
  const second = await cached.ask(asked("?"), never);
  expect(first.cached).toBe(false);
  expect(second).toEqual({ ...first, cached: true });
});

test("models do not share replies", async () => {
  const store = createMemoryCache();
  const one = withCache(
    fakeModel(() => replied("one"), "fake:one"),
    { store, key },
  );
  const two = withCache(
    fakeModel(() => replied("two"), "fake:two"),
    { store, key },
  );
  expect((await one.ask(asked("?"), never)).text).toBe("one");
  expect((await two.ask(asked("?"), never)).text).toBe("two");
});

test("a failure is not kept", async () => {
  const model = fakeModel((n) => {
    if (n === 0) throw new ModelError("transport", "reset", { retryable: true });
    return replied("yes");
  });
  const cached = withCache(model, { store: createMemoryCache(), key });
  expect(await failureOf(cached.ask(asked("?"), never))).toMatchObject({ code: "transport" });
  expect(await cached.ask(asked("?"), never)).toMatchObject({ text: "yes", cached: false });
});

test("identical calls under way share one, and one of them is charged", async () => {
  const clock = createVirtualClock();
  const model = fakeModel(slow(clock, 100));
  const cached = withCache(model, { store: createMemoryCache(), key });
  const replies = await clock.run(Promise.all([1, 2, 3].map(() => cached.ask(asked("?"), never))));
  expect(model.asks).toHaveLength(1);
  expect(replies.map((reply) => reply.cached)).toEqual([false, true, true]);
});

test("identical calls under way share a failure, and the next asks again", async () => {
  const clock = createVirtualClock();
  const model = fakeModel(async () => {
    await clock.sleep(10, never);
    throw new ModelError("overloaded", "busy");
  });
  const cached = withCache(model, { store: createMemoryCache(), key });
  const both = await clock.run(Promise.allSettled([1, 2].map(() => cached.ask(asked("?"), never))));
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(model.asks).toHaveLength(1);
  await failureOf(clock.run(cached.ask(asked("?"), never)));
  expect(model.asks).toHaveLength(2);
});

test("one who leaves does not end the call of the others, and the next in line is charged", async () => {
  const clock = createVirtualClock();
  const model = fakeModel(slow(clock, 100));
  const cached = withCache(model, { store: createMemoryCache(), key });
  const controller = new AbortController();
  const first = failureOf(cached.ask(asked("?"), controller.signal));
  const second = cached.ask(asked("?"), never);
  controller.abort(new Error("enough"));
  expect(await first).toMatchObject({ message: "enough" });
  expect(await clock.run(second)).toMatchObject({ text: "yes", cached: false });
});

test("when the last one leaves the call is aborted, and a new one asks afresh", async () => {
  const clock = createVirtualClock();
  const signals: AbortSignal[] = [];
  const model = fakeModel((n, request, signal) => {
    signals.push(signal);
    return slow(clock, 100)(n, request, signal);
  });
  const cached = withCache(model, { store: createMemoryCache(), key });
  const controller = new AbortController();
  const left = failureOf(cached.ask(asked("?"), controller.signal));
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort(new Error("enough"));
  const again = cached.ask(asked("?"), never);
  expect(await left).toMatchObject({ message: "enough" });
  expect(await clock.run(again)).toMatchObject({ text: "yes" });
  expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
});

test("a store that fails is not hidden", async () => {
  const broken = () => {
    throw new Error("the disk is full");
  };
  const model = fakeModel(() => replied("yes"));
  const unread = withCache(model, { store: { get: broken, put: () => {} }, key });
  const unwritten = withCache(model, { store: { get: () => null, put: async () => broken() }, key });
  expect(await failureOf(unread.ask(asked("?"), never))).toMatchObject({ message: "the disk is full" });
  expect(await failureOf(unwritten.ask(asked("?"), never))).toMatchObject({ message: "the disk is full" });
});

test("memory is bounded: the oldest reply leaves", async () => {
  const store = createMemoryCache(2);
  for (const name of ["a", "b", "c"]) await store.put(name, replied(name));
  expect([await store.get("a"), await store.get("b"), await store.get("c")].map((reply) => reply?.text)).toEqual([
    undefined,
    "b",
    "c",
  ]);
});

test("of each thing asked exactly one reply is charged, whatever overlaps", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ prompt: fc.integer({ min: 0, max: 4 }), at: fc.integer({ min: 0, max: 200 }) }), {
        maxLength: 40,
      }),
      async (calls) => {
        const clock = createVirtualClock();
        const cached = withCache(fakeModel(slow(clock, 50)), { store: createMemoryCache(), key });
        const replies = await clock.run(
          Promise.all(
            calls.map(async ({ prompt, at }) => {
              await clock.sleep(at, never);
              return { prompt, reply: await cached.ask(asked(String(prompt)), never) };
            }),
          ),
        );
        const charged = replies.filter(({ reply }) => !reply.cached).map(({ prompt }) => prompt);
        expect([...charged].sort()).toEqual([...new Set(calls.map(({ prompt }) => prompt))].sort());
      },
    ),
    { numRuns: 100 },
  );
});
