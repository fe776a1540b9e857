import { afterEach, describe, expect, test } from "vitest";
import { type FinishReason, type Model, ModelError } from "../../src/core/model.ts";
import { type Models, type OpenModelsOptions, openModels } from "../../src/models/open.ts";
import { createTraffic } from "../../src/models/traffic/traffic.ts";
import { faultStorm } from "../../src/testing/fault-storm.ts";
import { type ModelServer, type ModelServerOptions, startModelServer } from "../../src/testing/model-server.ts";
import type { ServerFault } from "../../src/testing/server-fault.ts";

/** Each wire format as the provider that speaks it. */
const PROVIDERS = ["openai", "openai-responses", "google", "anthropic"] as const;

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

async function serve(
  provider: string,
  options: ModelServerOptions,
  open: Partial<OpenModelsOptions> = {},
): Promise<{ readonly model: Model; readonly server: ModelServer }> {
  const server = await startModelServer({ key: "key-1", ...options });
  const deployments = { a: { provider, base_url: `${server.url}/v1`, model: "model-1", api_key_env: "K" } };
  const models: Models = openModels({ variables: { K: "key-1" }, folder: ".", deployments, ...open });
  opened.push(server, models);
  return { model: await models.model("deployment:a"), server };
}

const never = () => new AbortController().signal;
const say = (content: string) => ({ messages: [{ role: "user", content }] }) as const;

describe.each(PROVIDERS)("%s through a socket", (provider) => {
  test("asks, and reads text, thoughts and tokens", async () => {
    const { model, server } = await serve(provider, {
      answer: (prompt) => ({ text: `You said: ${prompt}`, reasoning: "hm, well", cachedTokens: 2 }),
    });
    const reply = await model.ask({ ...say("What is {{two}} plus two?"), temperature: 0 }, never());
    expect(reply).toMatchObject({
      text: "You said: What is {{two}} plus two?",
      reasoning: "hm, well",
      finishReason: "stop",
    });
    expect(reply.usage).toMatchObject({ calls: 1, cachedTokens: 2, costUsd: null });
    expect(reply.usage.outputTokens).toBeGreaterThan(8);
    expect(reply.model).toBe("model-1");
    expect(server.requests).toHaveLength(1);
  });

  test.each(["stop", "length", "refusal", "tool", "other"] as const)(
    "tells that it ended by %s",
    async (finishReason: FinishReason) => {
      const { model } = await serve(provider, { answer: () => ({ text: "Well", finishReason }) });
      expect((await model.ask(say("?"), never())).finishReason).toBe(finishReason);
    },
  );

  test("gives log-probabilities where it can", async () => {
    const { model } = await serve(provider, { answer: () => "Yes indeed" });
    const { logprobs } = await model.ask({ ...say("?"), topLogprobs: 2 }, never());
    expect(logprobs?.map(({ token, top }) => [token, top.length]) ?? null).toEqual(
      model.abilities.logprobs
        ? [
            ["Yes", 2],
            [" indeed", 2],
          ]
        : null,
    );
  });

  test("gives the JSON of a schema as text", async () => {
    const { model } = await serve(provider, { answer: () => '{"pass":true}' });
    const schema = { name: "verdict", schema: { type: "object", properties: { pass: { type: "boolean" } } } };
    const reply = await model.ask({ ...say("?"), schema }, never());
    expect([reply.text, reply.finishReason]).toEqual(['{"pass":true}', "stop"]);
  });

  const faults: readonly (readonly [ServerFault, object])[] = [
    [
      { kind: "rate_limit", waitMs: 3_000, form: "seconds" },
      { code: "rate_limit", retryable: true, retryAfterMs: 3_000 },
    ],
    [
      { kind: "rate_limit", waitMs: 250, form: "milliseconds" },
      { code: "rate_limit", retryable: true, retryAfterMs: 250 },
    ],
    [
      { kind: "rate_limit", waitMs: 250, form: "body" },
      { code: "rate_limit", retryable: true, retryAfterMs: 250 },
    ],
    [
      { kind: "rate_limit", waitMs: 250, form: "none" },
      { code: "rate_limit", retryable: true, retryAfterMs: null },
    ],
    [
      { kind: "status", status: 400 },
      { code: "bad_request", retryable: false },
    ],
    [
      { kind: "status", status: 401 },
      { code: "auth", retryable: false },
    ],
    [
      { kind: "status", status: 404 },
      { code: "unknown_model", retryable: false },
    ],
    [
      { kind: "status", status: 500 },
      { code: "transport", retryable: true },
    ],
    [
      { kind: "status", status: 503 },
      { code: "overloaded", retryable: true },
    ],
    [{ kind: "reset" }, { code: "transport", retryable: true }],
    [
      { kind: "reset", midway: true },
      { code: "transport", retryable: true },
    ],
    [{ kind: "hang" }, { code: "timeout", retryable: true }],
    [
      { kind: "hang", midway: true },
      { code: "timeout", retryable: true },
    ],
    [
      { kind: "drip", ms: 100, bytes: 1 },
      { code: "timeout", retryable: true },
    ],
    [{ kind: "truncated" }, { code: "bad_reply", retryable: true }],
    [{ kind: "wrong_type" }, { code: "bad_reply", retryable: true }],
    [{ kind: "empty" }, { code: "bad_reply", retryable: true }],
    [
      { kind: "huge", bytes: 500_000 },
      { code: "bad_reply", retryable: true },
    ],
    [{ kind: "error_in_ok" }, { code: "transport", retryable: true }],
  ];

  test.each(faults)("names the fault %j", async (fault, expected) => {
    // Only what must run out of time has little of it: the machine may be busy.
    const timeoutMs = "code" in expected && expected.code === "timeout" ? 100 : 10_000;
    const { model } = await serve(provider, { misbehave: () => fault }, { timeoutMs });
    await expect(model.ask(say("?"), never())).rejects.toMatchObject({ name: "ModelError", ...expected });
  });

  test("waits until a date at least", async () => {
    const fault: ServerFault = { kind: "rate_limit", waitMs: 30_000, form: "date" };
    const { model } = await serve(provider, { misbehave: () => fault });
    const wait = await model.ask(say("?"), never()).catch(({ retryAfterMs }) => retryAfterMs);
    expect(wait).toBeGreaterThanOrEqual(29_000);
    expect(wait).toBeLessThanOrEqual(32_000);
  });

  test("is slow without being wrong", async () => {
    const { model } = await serve(provider, {
      answer: () => "Paris",
      misbehave: () => ({ kind: "drip", ms: 1, bytes: 64 }),
    });
    expect((await model.ask(say("?"), never())).text).toBe("Paris");
  });
});

test("a storm of faults loses no call and changes no answer", async () => {
  const traffic = createTraffic({ maxRetries: 6, concurrency: 20, baseDelayMs: 1, timeoutMs: 1_000 });
  const { model, server } = await serve(
    "openai",
    { answer: (prompt) => `answer to ${prompt}`, misbehave: faultStorm({ seed: 7, share: 0.2 }) },
    { traffic: (model) => traffic.wrap(model), heard: traffic.learn },
  );
  const rows = Array.from({ length: 200 }, (_, row) => `question ${row}`);
  const ends = await Promise.all(
    rows.map((row) =>
      model.ask(say(row), never()).then(
        ({ text }) => text,
        (thrown: ModelError) => thrown,
      ),
    ),
  );
  for (const [row, end] of ends.entries()) {
    if (end instanceof ModelError)
      expect([row, end.retryable, end.message]).toEqual([row, true, expect.not.stringContaining("key-1")]);
    else expect(end).toBe(`answer to ${rows[row]}`);
  }
  expect(ends.filter((end) => end instanceof ModelError).length).toBeLessThan(5);
  const times = new Map<string, number>();
  for (const { prompt } of server.requests) times.set(prompt, (times.get(prompt) ?? 0) + 1);
  expect(times.size).toBe(rows.length);
  expect(Math.max(...times.values())).toBeLessThanOrEqual(7);
});
