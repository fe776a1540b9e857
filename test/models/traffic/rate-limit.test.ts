import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../src/core/errors.ts";
import { readRateHeaders, readReset } from "../../../src/models/traffic/rate-headers.ts";
import { createRateLimit } from "../../../src/models/traffic/rate-limit.ts";
import { type AnswerHeaders, readRetryAfter } from "../../../src/models/traffic/retry-after.ts";
import headerCases from "../../cases/rate-headers.json" with { type: "json" };
import { failureOf, never } from "./fake-model.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const DATE = Date.UTC(2026, 0, 5, 12);

describe("how long a refusal asks to wait", () => {
  test.each(headerCases.retryAfter)("$why", ({ headers, ms }) => {
    expect(readRetryAfter(headers as AnswerHeaders, DATE)).toBe(ms);
  });
});

describe("when a limit is set back", () => {
  test.each(headerCases.reset)("$why", ({ text, ms }) => {
    expect(readReset(text, DATE)).toBe(ms);
  });
});

describe("what an answer says about limits", () => {
  test.each(headerCases.limits)("$why", ({ headers, limits }) => {
    expect(readRateHeaders(headers as AnswerHeaders, DATE)).toEqual({
      requests: null,
      tokens: null,
      pauseMs: null,
      ...limits,
    });
  });
});

test("headers of any text give times that are not negative, or none", () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9.msdhTZ:+-]{0,30}$/), fc.double().map(String));
  fc.assert(
    fc.property(text, text, (one, other) => {
      const headers = {
        "retry-after": one,
        "retry-after-ms": other,
        "x-ratelimit-remaining-requests": other,
        "x-ratelimit-reset-requests": one,
        "x-ratelimit-scope": "global",
      };
      const { requests, pauseMs } = readRateHeaders(headers, DATE);
      for (const ms of [readReset(one, DATE), readRetryAfter(headers, DATE), requests?.resetMs ?? null, pauseMs]) {
        if (ms !== null) expect(ms).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test("a refusal of one call does not hold the others", async () => {
  const clock = createVirtualClock();
  const rate = createRateLimit({ clock });
  rate.learn({ "retry-after": "30" });
  const began = clock.now();
  await clock.run(rate.take(10, never));
  expect(clock.now()).toBe(began);
});

test("a refusal that says it is global holds everybody, no longer than it says", async () => {
  const clock = createVirtualClock();
  const rate = createRateLimit({ clock });
  rate.learn({ "retry-after": "30", "x-ratelimit-scope": "global" });
  const began = clock.now();
  await clock.run(Promise.all([rate.take(10, never), rate.take(10, never)]));
  expect(clock.now() - began).toBe(30_000);
});

test("what is left of a limit is used, and the next call waits for the reset", async () => {
  const clock = createVirtualClock();
  const rate = createRateLimit({ clock });
  rate.learn({ "x-ratelimit-remaining-requests": "2", "x-ratelimit-reset-requests": "1m0s" });
  const began = clock.now();
  const times = await clock.run(
    Promise.all([1, 2, 3, 4].map(() => rate.take(10, never).then(() => clock.now() - began))),
  );
  expect(times).toEqual([0, 0, 60_000, 60_000]);
});

test("an answer that was overtaken does not raise what is left", async () => {
  const clock = createVirtualClock();
  const rate = createRateLimit({ clock });
  rate.learn({ "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "10s" });
  rate.learn({ "x-ratelimit-remaining-requests": "5", "x-ratelimit-reset-requests": "10s" });
  const began = clock.now();
  await clock.run(rate.take(1, never));
  expect(clock.now() - began).toBe(10_000);
});

test("a limit that keeps telling of plenty never holds a call", async () => {
  const clock = createVirtualClock();
  const rate = createRateLimit({ clock });
  const began = clock.now();
  for (let call = 0; call < 2000; call++) {
    await clock.run(rate.take(1, never));
    rate.learn({ "x-ratelimit-remaining-requests": "490", "x-ratelimit-reset-requests": "1.2s" });
    await clock.run(clock.sleep(120, never));
  }
  expect(clock.now() - began).toBe(2000 * 120);
});

test("tokens that are left are counted too", async () => {
  const clock = createVirtualClock();
  const rate = createRateLimit({ clock });
  rate.learn({
    "anthropic-ratelimit-tokens-remaining": "100",
    "anthropic-ratelimit-tokens-reset": "2026-01-05T12:00:20Z",
  });
  const began = clock.now();
  const times = await clock.run(
    Promise.all([60, 60, 30].map((tokens) => rate.take(tokens, never).then(() => clock.now() - began))),
  );
  // The third would fit, but it asked later: nobody is overtaken.
  expect(times).toEqual([0, 20_000, 20_000]);
});

test("a reset above the ceiling is not waited for, and the error says so", async () => {
  const clock = createVirtualClock();
  const rate = createRateLimit({ clock, maxWaitMs: 5000 });
  rate.learn({ "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "6h" });
  expect(await failureOf(clock.run(rate.take(1, never)))).toMatchObject({
    code: "rate_limit",
    retryAfterMs: 21_600_000,
    message: "the provider takes no call for 21600 s, and at most 5 s are waited",
  });
});

test("a configured pace is waited for, however long the line", async () => {
  const clock = createVirtualClock();
  const rate = createRateLimit({ clock, requestsPerMinute: 1 });
  const began = clock.now();
  const times = await clock.run(
    Promise.all(Array.from({ length: 5 }, () => rate.take(1, never).then(() => clock.now() - began))),
  );
  expect(times).toEqual([0, 60_000, 120_000, 180_000, 240_000]);
});

test("tokens that were reserved and not used let the next call go earlier", async () => {
  const clock = createVirtualClock();
  const rate = createRateLimit({ clock, tokensPerMinute: 6000 });
  await clock.run(rate.take(1000, never));
  const began = clock.now();
  const next = rate.take(100, never);
  rate.settle(1000, 0);
  await clock.run(next);
  expect(clock.now() - began).toBeLessThanOrEqual(1);
});

test("when the last who waits has left, no timer stays behind", async () => {
  const clock = createVirtualClock();
  const rate = createRateLimit({ clock, requestsPerMinute: 1 });
  await clock.run(rate.take(1, never));
  const controller = new AbortController();
  const waiting = failureOf(rate.take(1, controller.signal));
  controller.abort(new Error("enough"));
  expect(await waiting).toMatchObject({ message: "enough" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(clock.pending).toBe(0);
});

test.each([0, -5, Number.NaN])("a rate of %s is refused", (requestsPerMinute) => {
  expect(() => createRateLimit({ clock: createVirtualClock(), requestsPerMinute })).toThrow(ConfigError);
});

test("no minute, however it is cut, sees more than the limit, and everybody is served in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 200 }),
      fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 1, maxLength: 120 }),
      async (requestsPerMinute, gaps) => {
        const clock = createVirtualClock();
        const rate = createRateLimit({ clock, requestsPerMinute });
        const sent: number[] = [];
        const order: number[] = [];
        const calls: Promise<void>[] = [];
        const ask = async () => {
          for (const [index, gap] of gaps.entries()) {
            await clock.sleep(gap, never);
            calls.push(
              rate.take(1, never).then(() => {
                sent.push(clock.now());
                order.push(index);
              }),
            );
          }
          await Promise.all(calls);
        };
        await clock.run(ask());
        expect(order).toEqual(gaps.map((_, index) => index));
        for (const [first, time] of sent.entries()) {
          const within = sent.filter((other, index) => index >= first && other < time + 60_000 - 1e-3);
          expect(within.length).toBeLessThanOrEqual(requestsPerMinute);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("tokens keep their limit in any minute, but for the last call of it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 100, max: 5000 }),
      fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 40 }),
      async (tokensPerMinute, amounts) => {
        const clock = createVirtualClock();
        const rate = createRateLimit({ clock, tokensPerMinute });
        const sent: { time: number; tokens: number }[] = [];
        const all = amounts.map((tokens) =>
          rate.take(tokens, never).then(() => sent.push({ time: clock.now(), tokens })),
        );
        await clock.run(Promise.all(all));
        expect(sent.map(({ tokens }) => tokens)).toEqual(amounts);
        for (const [first, { time }] of sent.entries()) {
          const within = sent.filter((other, index) => index >= first && other.time < time + 60_000 - 1e-3);
          const allButLast = within.slice(0, -1).reduce((sum, { tokens }) => sum + tokens, 0);
          expect(allButLast).toBeLessThanOrEqual(tokensPerMinute + 1);
        }
      },
    ),
    { numRuns: 100 },
  );
});
