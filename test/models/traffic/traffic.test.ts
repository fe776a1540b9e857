import { expect, test } from "vitest";
import { ModelError, type ModelRequest } from "../../../src/core/model.ts";
import { createRandom } from "../../../src/core/random.ts";
import { createBudget } from "../../../src/models/traffic/budget.ts";
import { createMemoryCache, withCache } from "../../../src/models/traffic/cache.ts";
import { type AttemptRecord, createTraffic, withTraffic } from "../../../src/models/traffic/traffic.ts";
import { createTrafficControl } from "../../../src/models/traffic/traffic-control.ts";
import { asked, failureOf, fakeModel, never, refused, replied, slow } from "./fake-model.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const key = (request: ModelRequest, model: string) => JSON.stringify([model, request]);

test("every fifth request refused: all rows pass, none before its time, the others go on, no wait in the latency", async () => {
  const clock = createVirtualClock();
  const attempts: AttemptRecord[] = [];
  const sent: { prompt: string; at: number }[] = [];
  const model = fakeModel(async (n, request) => {
    const prompt = request.messages[0]?.content ?? "";
    sent.push({ prompt, at: clock.now() });
    await clock.sleep(20, never);
    if (n % 5 === 4) throw refused(1000);
    return replied("yes");
  });
  const traffic = withTraffic(model, {
    concurrency: 10,
    clock,
    random: () => 0.3,
    observe: (attempt) => attempts.push(attempt),
  });
  const rows = Array.from({ length: 40 }, (_, row) => traffic.ask(asked(`row ${row}`), never));
  const replies = await clock.run(Promise.all(rows));
  expect(replies.map((reply) => reply.text)).toEqual(Array.from({ length: 40 }, () => "yes"));

  const refusals = attempts.filter((attempt) => attempt.failure === "rate_limit").length;
  expect(refusals).toBeGreaterThanOrEqual(8);
  expect(model.asks).toHaveLength(40 + refusals);
  expect(attempts.map((attempt) => attempt.latencyMs)).toEqual(attempts.map(() => 20));
  for (const { prompt } of sent) {
    const times = sent.filter((one) => one.prompt === prompt).map(({ at }) => at);
    for (const [n, time] of times.slice(1).entries()) expect(time - (times[n] ?? 0)).toBeGreaterThanOrEqual(1020);
  }
  // The first refusal comes at 20 ms and is repeated after a second: what was not refused does not wait for it.
  const start = sent[0]?.at ?? 0;
  expect(sent.filter(({ at }) => at < start + 1000).length).toBeGreaterThanOrEqual(40);
});

test("2,000 calls of 200 ms at 50 through all layers take no more than 1.15 times the ideal 8 s", async () => {
  const clock = createVirtualClock();
  const budget = createBudget({ maxCalls: 2000, maxCostUsd: 1000 });
  const traffic = withCache(withTraffic(fakeModel(slow(clock, 200)), { concurrency: 50, clock, budget }), {
    store: createMemoryCache(),
    key,
  });
  const began = clock.now();
  await clock.run(Promise.all(Array.from({ length: 2000 }, (_, row) => traffic.ask(asked(`row ${row}`), never))));
  expect(clock.now() - began).toBeLessThanOrEqual(1.15 * 8000);
  expect(clock.pending).toBe(0);
});

test("a storm of faults loses no row, and sends no more than rows and retries allow", async () => {
  const clock = createVirtualClock();
  const random = createRandom(7);
  const model = fakeModel(async (_n, _request, signal) => {
    const fate = random.below(10);
    await clock.sleep(20, signal);
    if (fate === 0) throw refused(100);
    if (fate === 1) throw new ModelError("transport", "reset", { retryable: true });
    if (fate === 2) await clock.sleep(1_000_000, signal);
    return replied("yes");
  });
  const traffic = withTraffic(model, {
    concurrency: 20,
    maxRetries: 2,
    timeoutMs: 500,
    baseDelayMs: 50,
    clock,
    random: random.fraction,
  });
  const ends = await clock.run(
    Promise.allSettled(Array.from({ length: 500 }, (_, row) => traffic.ask(asked(`row ${row}`), never))),
  );
  const failures = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  expect(failures.length).toBeGreaterThan(0);
  for (const failure of failures) {
    expect(failure).toMatchObject({ name: "ModelError", retryable: true });
    expect(["rate_limit", "transport", "timeout"]).toContain(failure.code);
    expect(failure.message).toContain("3 attempts");
  }
  expect(model.asks.length).toBeLessThanOrEqual(500 * 3);
  expect(model.asks.length).toBeGreaterThan(500);
});

test("what is in the cache costs no call, not even of a spent budget", async () => {
  const clock = createVirtualClock();
  const budget = createBudget({ maxCalls: 1 });
  const model = fakeModel(() => replied("yes"));
  const traffic = withCache(withTraffic(model, { clock, budget }), { store: createMemoryCache(), key });
  await clock.run(traffic.ask(asked("a"), never));
  expect(await clock.run(traffic.ask(asked("a"), never))).toMatchObject({ text: "yes", cached: true });
  expect(await failureOf(clock.run(traffic.ask(asked("b"), never)))).toMatchObject({ code: "budget" });
  expect(model.asks).toHaveLength(1);
});

test("retries count as calls of the budget, which ends them", async () => {
  const clock = createVirtualClock();
  const model = fakeModel(() => {
    throw refused();
  });
  const traffic = withTraffic(model, { clock, random: () => 0, budget: createBudget({ maxCalls: 2 }) });
  expect(await failureOf(clock.run(traffic.ask(asked("?"), never)))).toMatchObject({
    code: "budget",
    message: "all 2 calls of the budget are made (at attempt 3)",
  });
  expect(model.asks).toHaveLength(2);
});

test("once the budget is spent nobody waits in line to hear it", async () => {
  const clock = createVirtualClock();
  const traffic = withTraffic(fakeModel(slow(clock, 1000)), {
    clock,
    concurrency: 1,
    budget: createBudget({ maxCalls: 1 }),
  });
  const began = clock.now();
  const first = traffic.ask(asked("a"), never);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await failureOf(traffic.ask(asked("b"), never))).toMatchObject({ code: "budget" });
  expect(clock.now()).toBe(began);
  await clock.run(first);
});

test("tokens that a reply did not use are free for the next call", async () => {
  const clock = createVirtualClock();
  const traffic = withTraffic(
    fakeModel(() => replied("yes")),
    { clock, tokensPerMinute: 6000 },
  );
  const began = clock.now();
  for (let call = 0; call < 3; call++) await clock.run(traffic.ask(asked("?", { maxTokens: 1000 }), never));
  // As estimated, each would have kept the next one waiting for ten seconds.
  expect(clock.now() - began).toBeLessThan(1000);
});

test("the total deadline ends a call in the middle of an attempt", async () => {
  const clock = createVirtualClock();
  const traffic = withTraffic(fakeModel(slow(clock, 10_000)), { clock, timeoutMs: null, deadlineMs: 3000 });
  const began = clock.now();
  expect(await failureOf(clock.run(traffic.ask(asked("?"), never)))).toMatchObject({ code: "timeout" });
  expect(clock.now() - began).toBe(3000);
});

test("a call that is late is tried again, and its time begins when it is sent", async () => {
  const clock = createVirtualClock();
  const model = fakeModel((n, request, signal) => slow(clock, n === 0 ? 5000 : 900)(n, request, signal));
  const traffic = createTraffic({ clock, concurrency: 1, timeoutMs: 1000, random: () => 0 });
  const one = traffic.wrap(model);
  const replies = await clock.run(Promise.all([1, 2, 3].map((row) => one.ask(asked(`${row}`), never))));
  expect(replies).toHaveLength(3);
  expect(model.asks).toHaveLength(4);
});

test("models of one provider share its limits, other providers do not", async () => {
  const clock = createVirtualClock();
  const control = createTrafficControl({ clock, concurrency: 1 });
  const models = ["a:one", "a:two", "b:one"].map((id) => control.wrap(fakeModel(slow(clock, 100), id), id.slice(0, 1)));
  const began = clock.now();
  const ends = await clock.run(
    Promise.all(models.map((model) => model.ask(asked("?"), never).then(() => clock.now() - began))),
  );
  expect(ends).toEqual([100, 200, 100]);
});

test("headers hold up the provider that sent them, and no other", async () => {
  const clock = createVirtualClock();
  const control = createTrafficControl(() => ({ clock }));
  control.learn({ "retry-after": "5", "x-ratelimit-scope": "global" }, "a");
  const began = clock.now();
  const ends = await clock.run(
    Promise.all(
      ["a", "b"].map((provider) =>
        control
          .wrap(
            fakeModel(() => replied("yes")),
            provider,
          )
          .ask(asked("?"), never)
          .then(() => clock.now() - began),
      ),
    ),
  );
  expect(ends).toEqual([5000, 0]);
});

test("attempts are told with what became of them", async () => {
  const clock = createVirtualClock();
  const attempts: AttemptRecord[] = [];
  const model = fakeModel(async (n, request, signal) => {
    if (n === 0) throw new ModelError("overloaded", "busy", { retryable: true });
    if (n === 1) return slow(clock, 5000)(n, request, signal);
    if (n === 2) throw new TypeError("a mistake in code");
    return replied("yes");
  });
  const traffic = withTraffic(model, {
    clock,
    timeoutMs: 1000,
    random: () => 0,
    observe: (attempt) => attempts.push(attempt),
  });
  await failureOf(clock.run(traffic.ask(asked("?"), never)));
  await clock.run(traffic.ask(asked("?"), never));
  expect(attempts.map(({ failure, latencyMs }) => [failure, latencyMs])).toEqual([
    ["overloaded", 0],
    ["timeout", 1000],
    ["exception", 0],
    [null, 0],
  ]);
});

test("fifty calls on one signal print no warning, and its abort ends them all", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  const clock = createVirtualClock();
  const controller = new AbortController();
  const paced = withTraffic(fakeModel(slow(clock, 60_000)), { clock, concurrency: 25, deadlineMs: 100_000 });
  const traffic = withCache(paced, { store: createMemoryCache(), key });
  const rows = Array.from({ length: 50 }, (_, row) => failureOf(traffic.ask(asked(`${row}`), controller.signal)));
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort(new Error("enough"));
  for (const failure of await Promise.all(rows)) expect(failure).toMatchObject({ message: "enough" });
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", note);
  expect(warnings).toEqual([]);
  expect(clock.pending).toBe(0);
});
