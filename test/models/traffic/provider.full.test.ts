import { afterEach, describe, expect, test } from "vitest";
import { ModelError } from "../../../src/core/model.ts";
import { createRandom } from "../../../src/core/random.ts";
import { type Models, openModels } from "../../../src/models/open.ts";
import { type Clock, systemClock } from "../../../src/models/traffic/clock.ts";
import type { AttemptRecord, TrafficOptions } from "../../../src/models/traffic/traffic.ts";
import { createTrafficControl } from "../../../src/models/traffic/traffic-control.ts";
import { faultStorm, type ModelServer, type ModelServerOptions, startModelServer } from "../../../src/testing.ts";
import { asked, failureOf, never } from "./fake-model.ts";

/** Real sockets, and a clock on which twenty seconds pass in one, so that nobody waits for a provider's seconds. */
const HASTE = 20;
const hasty: Clock = {
  now: () => systemClock.now() * HASTE,
  date: () => systemClock.date(),
  sleep: (ms, signal) => systemClock.sleep(ms / HASTE, signal),
};

const KEY = "sk-very-secret-0123456789";
const PROVIDERS = ["openai", "openai-responses", "google", "anthropic"];

const open: (ModelServer | Models)[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function start(server: ModelServerOptions, traffic: TrafficOptions) {
  const served = await startModelServer({ key: KEY, ...server });
  const attempts: AttemptRecord[] = [];
  const control = createTrafficControl({
    clock: hasty,
    random: createRandom(11).fraction,
    observe: (attempt) => attempts.push(attempt),
    ...traffic,
  });
  const models = openModels({
    variables: { TEST_KEY: KEY },
    folder: "/",
    deployments: Object.fromEntries(
      PROVIDERS.map((provider) => [
        provider,
        { provider, base_url: `${served.url}/v1`, model: "m-1", api_key_env: "TEST_KEY" },
      ]),
    ),
    traffic: control.wrap,
    heard: control.learn,
  });
  open.push(served, models);
  return { served, attempts, model: (provider: string) => models.model(`deployment:${provider}`) };
}

describe("every fifth request is refused, and asks to wait a second", () => {
  test.each(["seconds", "date", "milliseconds", "body"] as const)("in the form of %s", async (form) => {
    const waitMs = 1000;
    const { served, attempts, model } = await start(
      { misbehave: ({ index }) => (index % 5 === 4 ? { kind: "rate_limit", waitMs, form } : null) },
      { concurrency: 10, timeoutMs: null },
    );
    const one = await model(form === "body" ? "google" : "openai");
    const texts = await Promise.all(
      Array.from({ length: 40 }, async (_, row) => (await one.ask(asked(`row ${row}`), never)).text),
    );
    expect(texts).toEqual(Array.from({ length: 40 }, (_, row) => `row ${row}`));
    const refusals = attempts.filter(({ failure }) => failure === "rate_limit").length;
    expect(served.requests).toHaveLength(40 + refusals);
    const sent = new Map<string, number>();
    for (const { prompt, at } of served.requests) {
      const before = sent.get(prompt);
      // A date is whole seconds of the wall's clock, so up to one of them may be over when it arrives.
      const least = form === "date" ? 0 : waitMs / HASTE;
      if (before !== undefined) expect(at - before).toBeGreaterThanOrEqual(least);
      sent.set(prompt, at);
    }
  });
});

test.each(PROVIDERS)("a storm of every fault loses no row and turns none into another answer: %s", async (provider) => {
  const rows = 100;
  const maxRetries = 3;
  const { served, attempts, model } = await start(
    { misbehave: faultStorm({ seed: 3, share: 0.2 }) },
    { concurrency: 16, maxRetries, timeoutMs: 20_000 },
  );
  const one = await model(provider);
  const ends = await Promise.allSettled(
    Array.from({ length: rows }, async (_, row) => (await one.ask(asked(`row ${row}`), never)).text),
  );
  for (const [row, end] of ends.entries()) {
    if (end.status === "fulfilled") expect(end.value).toBe(`row ${row}`);
    else {
      expect(end.reason).toBeInstanceOf(ModelError);
      expect(["rate_limit", "overloaded", "transport", "timeout", "bad_reply"]).toContain(end.reason.code);
      expect(JSON.stringify([end.reason.message, String(end.reason.cause)])).not.toContain(KEY);
    }
  }
  expect(ends.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(rows * 0.95);
  expect(attempts.filter(({ failure }) => failure !== null).length).toBeGreaterThan(5);
  // A call that was late may have left before it arrived.
  expect(served.requests.length).toBeLessThanOrEqual(attempts.length);
  expect(attempts.length).toBeLessThanOrEqual(rows * (1 + maxRetries));
});

test("an abort reaches the socket of a call that hangs", async () => {
  const { served, model } = await start({ misbehave: () => ({ kind: "hang" }) }, { timeoutMs: null });
  const one = await model("anthropic");
  const controller = new AbortController();
  const call = failureOf(one.ask(asked("?"), controller.signal));
  while (served.requests.length === 0) await systemClock.sleep(1, never);
  controller.abort(new Error("enough"));
  expect(await call).toMatchObject({ message: "enough" });
});

test("what the headers say is left of a limit is kept to", async () => {
  const { served, model } = await start(
    { headers: { "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "4s" } },
    { concurrency: 1 },
  );
  const one = await model("openai");
  await one.ask(asked("a"), never);
  await one.ask(asked("b"), never);
  const [first, second] = served.requests.map(({ at }) => at);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(4000 / HASTE);
});
