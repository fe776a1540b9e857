import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../src/core/errors.ts";
import { ModelError, type ModelErrorCode } from "../../../src/core/model.ts";
import { decideRetry, withRetry } from "../../../src/models/traffic/retry.ts";
import cases from "../../cases/retry.json" with { type: "json" };
import { asked, failureOf, fakeModel, never, refused, replied } from "./fake-model.ts";
import { createVirtualClock } from "./virtual-clock.ts";

describe("what comes after a failed attempt", () => {
  test.each(cases)("$why", ({ error, schedule, attempts, spentMs, random, waitMs, giveUp }) => {
    const failure = new ModelError(error.code as ModelErrorCode, "failed", error);
    const decision = decideRetry({ error: failure, attempts, spentMs: spentMs ?? 0 }, schedule, () => random ?? 0);
    expect(decision).toEqual(giveUp === undefined ? { waitMs } : { giveUp });
  });
});

test("a refusal that passes is a reply, and the waits lie between the attempts", async () => {
  const clock = createVirtualClock();
  const times: number[] = [];
  const model = fakeModel((n) => {
    times.push(clock.now());
    if (n < 2) throw refused(1000);
    return replied("Paris");
  });
  const began = clock.now();
  const reply = await clock.run(withRetry(model, { clock, random: () => 0.5 }).ask(asked("?"), never));
  expect(reply.text).toBe("Paris");
  expect(times.map((time) => time - began)).toEqual([0, 1250, 2500]);
});

test("the last error is passed on with the number of attempts", async () => {
  const clock = createVirtualClock();
  const model = fakeModel(() => {
    throw new ModelError("overloaded", "the provider is overloaded", { retryable: true, status: 503 });
  });
  const retried = withRetry(model, { clock, random: () => 0, maxRetries: 2 });
  const failure = await failureOf(clock.run(retried.ask(asked("?"), never)));
  expect(failure).toMatchObject({
    message: "the provider is overloaded (3 attempts; no retry is left)",
    code: "overloaded",
    status: 503,
    retryable: true,
    cause: { message: "the provider is overloaded" },
  });
  expect(model.asks).toHaveLength(3);
});

test("no retries means one request, and the error says so", async () => {
  const clock = createVirtualClock();
  const model = fakeModel(() => {
    throw refused(10);
  });
  const failure = await failureOf(withRetry(model, { clock, random: () => 0, maxRetries: 0 }).ask(asked("?"), never));
  expect(failure).toMatchObject({ message: "too many requests (1 attempt; retries are off)" });
  expect(model.asks).toHaveLength(1);
  expect(clock.pending).toBe(0);
});

test("what cannot pass is not sent again and keeps its words", async () => {
  const clock = createVirtualClock();
  const auth = new ModelError("auth", "the key was refused", { status: 401 });
  const model = fakeModel(() => {
    throw auth;
  });
  expect(await failureOf(withRetry(model, { clock, random: () => 0 }).ask(asked("?"), never))).toBe(auth);
  expect(model.asks).toHaveLength(1);
});

test("a mistake in code is no failure of a model", async () => {
  const clock = createVirtualClock();
  const model = fakeModel(() => {
    throw new TypeError("undefined is not a function");
  });
  expect(await failureOf(withRetry(model, { clock, random: () => 0 }).ask(asked("?"), never))).toBeInstanceOf(
    TypeError,
  );
  expect(model.asks).toHaveLength(1);
});

test("an abort ends the wait with its own reason", async () => {
  const clock = createVirtualClock();
  const controller = new AbortController();
  const model = fakeModel(() => {
    throw refused(5000);
  });
  const work = withRetry(model, { clock, random: () => 0 }).ask(asked("?"), controller.signal);
  const enough = clock.sleep(100, never).then(() => controller.abort(new Error("enough")));
  expect(await failureOf(clock.run(work))).toMatchObject({ message: "enough" });
  await enough;
  expect(model.asks).toHaveLength(1);
});

test("an abort during an attempt shows its own reason, whatever the socket made of it", async () => {
  const clock = createVirtualClock();
  const controller = new AbortController();
  const model = fakeModel((n) => {
    controller.abort(new Error("enough"));
    throw new ModelError("transport", "socket closed", { retryable: n === 0 });
  });
  const retried = withRetry(model, { clock, random: () => 0 });
  for (const _attempt of ["one that may pass", "one that may not"]) {
    expect(await failureOf(retried.ask(asked("?"), controller.signal))).toMatchObject({ message: "enough" });
  }
});

test.each([-1, 0.5, Number.NaN])("%s retries are refused at once", (maxRetries) => {
  const clock = createVirtualClock();
  expect(() =>
    withRetry(
      fakeModel(() => replied("")),
      { clock, random: () => 0, maxRetries },
    ),
  ).toThrow(ConfigError);
});

test("no call comes before its time, waits stay in bounds, and the number of attempts is kept", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        maxRetries: fc.integer({ min: 0, max: 6 }),
        baseDelayMs: fc.integer({ min: 0, max: 2000 }),
        maxDelayMs: fc.integer({ min: 0, max: 20_000 }),
        maxWaitMs: fc.integer({ min: 0, max: 60_000 }),
        deadlineMs: fc.option(fc.integer({ min: 1, max: 100_000 })),
      }),
      fc.array(fc.option(fc.integer({ min: 0, max: 80_000 })), { maxLength: 8 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      async (schedule, refusals, fraction) => {
        const clock = createVirtualClock();
        const times: number[] = [];
        const model = fakeModel((n) => {
          times.push(clock.now());
          const asksFor = refusals[n];
          if (asksFor === undefined) return replied("done");
          throw refused(asksFor);
        });
        const retried = withRetry(model, { ...schedule, clock, random: () => fraction });
        await clock.run(Promise.allSettled([retried.ask(asked("?"), never)]));
        expect(times.length).toBeLessThanOrEqual(1 + schedule.maxRetries);
        for (const [n, time] of times.slice(1).entries()) {
          const gap = time - (times[n] ?? 0);
          const asksFor = refusals[n] ?? 0;
          expect(gap).toBeGreaterThanOrEqual(asksFor - 1e-6);
          expect(gap).toBeLessThanOrEqual(asksFor + Math.max(schedule.maxDelayMs, schedule.baseDelayMs) + 1e-6);
          expect(asksFor).toBeLessThanOrEqual(schedule.maxWaitMs);
        }
        const took = (times.at(-1) ?? 0) - (times[0] ?? 0);
        if (schedule.deadlineMs !== null) expect(took).toBeLessThan(schedule.deadlineMs);
      },
    ),
    { numRuns: 200 },
  );
});

test.each([
  { why: "a wait above the ceiling would be asked of the next call too", wait: 61_000, scope: "account" },
  { why: "a wait that was kept to says nothing of the next call", wait: 10, scope: "call" },
])("$why", async ({ wait, scope }) => {
  const clock = createVirtualClock();
  const model = fakeModel(() => {
    throw refused(wait);
  });
  const retried = withRetry(model, { clock, random: () => 0, maxRetries: 1 });
  expect(await failureOf(clock.run(retried.ask(asked("?"), never)))).toMatchObject({ scope });
});
