import { afterEach, describe, expect, test, vi } from "vitest";
import { type Gateway, openGateway } from "../../../src/doors/pi/gateway.ts";
import type { AskPi } from "../../../src/doors/pi/host.ts";
import failures from "../../cases/pi-failures.json" with { type: "json" };
import { piModel, registryOf, replyOf } from "./stand-in.ts";

const open: Gateway[] = [];
afterEach(async () => {
  for (const gateway of open.splice(0)) await gateway.close();
});

const plain = { model: piModel("acme/plain", { maxTokens: 100 }), key: "secret" };
const thinker = { model: piModel("acme/thinker", { reasoning: true }), key: "secret" };
const locked = { model: piModel("acme/locked") };
const question = { model: "acme/plain", messages: [{ role: "user", content: "A or B?" }] };

async function opened(ask: AskPi) {
  const gateway = await openGateway(registryOf([plain, thinker, locked]), ask);
  open.push(gateway);
  return async (body: unknown, token = gateway.token) => {
    const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
}

test("a call is put to Pi's model with Pi's key, and its reply comes back with what it took", async () => {
  const ask = vi.fn<AskPi>(async () =>
    replyOf("B", {
      content: [
        { type: "thinking", thinking: "hm" },
        { type: "text", text: "B" },
      ],
      responseModel: "m-1",
    }),
  );
  const post = await opened(ask);
  const messages = [
    { role: "system", content: "Be fair." },
    { role: "user", content: "A or B?" },
    { role: "assistant", content: "?" },
    { role: "user", content: "Once more." },
  ];
  expect(await post({ model: "acme/plain", messages, temperature: 1, max_tokens: 8_192 })).toEqual({
    status: 200,
    body: {
      object: "chat.completion",
      model: "m-1",
      choices: [
        { index: 0, message: { role: "assistant", content: "B", reasoning_content: "hm" }, finish_reason: "stop" },
      ],
      usage: {
        prompt_tokens: 15,
        completion_tokens: 5,
        total_tokens: 20,
        prompt_tokens_details: { cached_tokens: 4 },
      },
    },
  });
  const [model, conversation, options] = ask.mock.calls[0] ?? [];
  expect(model).toBe(plain.model);
  expect(conversation).toMatchObject({
    systemPrompt: "Be fair.",
    messages: [
      { role: "user", content: "A or B?" },
      { role: "assistant", content: [{ type: "text", text: "?" }], provider: "acme", model: "plain" },
      { role: "user", content: "Once more." },
    ],
  });
  expect(options).toMatchObject({ apiKey: "secret", maxTokens: 100, maxRetries: 0, temperature: 1 });
  expect(options).not.toHaveProperty("reasoning");
});

test("a model that reasons is asked to, and gets no temperature, which it would refuse", async () => {
  const ask = vi.fn<AskPi>(async () => replyOf("B"));
  const post = await opened(ask);
  await post({ ...question, model: "acme/thinker", temperature: 1 });
  await post({ ...question, model: "acme/thinker", reasoning_effort: "high" });
  expect(ask.mock.calls.map(([, , options]) => [options.reasoning, options.temperature])).toEqual([
    ["medium", undefined],
    ["high", undefined],
  ]);
});

test("nobody without the token of this gateway gets anything", async () => {
  const ask = vi.fn<AskPi>(async () => replyOf("B"));
  const post = await opened(ask);
  for (const token of ["", "wrong", "x".repeat(64)]) expect(await post(question, token)).toMatchObject({ status: 401 });
  expect(ask).not.toHaveBeenCalled();
});

test.each([
  ["no JSON", "{", 400],
  ["no conversation", { model: "acme/plain" }, 400],
  ["a conversation of images", { model: "acme/plain", messages: [{ role: "user", content: [] }] }, 400],
  ["a model without provider", { ...question, model: "plain" }, 400],
  ["a model that Pi does not know", { ...question, model: "acme/other" }, 404],
  ["a model that Pi has no key for", { ...question, model: "acme/locked" }, 401],
])("%s is refused", async (_what, body, status) => {
  const post = await opened(async () => replyOf("B"));
  const answer = await post(body);
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).not.toContain("pass show");
});

describe("a failure of Pi's provider", () => {
  test.each(failures)("has a status: $why", async ({ said, status }) => {
    const told = await opened(async () => replyOf("", { stopReason: "error", errorMessage: said }));
    expect(await told(question)).toMatchObject({ status, body: { error: { message: said } } });
    const thrown = await opened(async () => {
      throw new Error(said);
    });
    expect(await thrown(question)).toMatchObject({ status });
  });

  test("that is a filter's is a refusal of the model, and no failure to try again", async () => {
    const errorMessage = "Provider finish_reason: content_filter";
    const post = await opened(async () => replyOf("", { stopReason: "error", errorMessage }));
    expect(await post(question)).toMatchObject({
      status: 200,
      body: { choices: [{ finish_reason: "content_filter" }] },
    });
  });

  test.each([
    ["length", "length"],
    ["toolUse", "tool_calls"],
  ] as const)("an end by %s is told as %s", async (stopReason, finish) => {
    const post = await opened(async () => replyOf("B", { stopReason }));
    expect(await post(question)).toMatchObject({ body: { choices: [{ finish_reason: finish }] } });
  });
});

test("a caller that leaves ends the call to the model", async () => {
  let ended: (() => void) | undefined;
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const stop = new AbortController();
  const gateway = await openGateway(registryOf([plain]), (_model, _conversation, { signal }) => {
    signal.addEventListener("abort", () => ended?.());
    stop.abort();
    return end.then(() => replyOf("", { stopReason: "aborted" }));
  });
  open.push(gateway);
  const call = fetch(`${gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.token}` },
    body: JSON.stringify(question),
    signal: stop.signal,
  });
  await expect(call).rejects.toThrow(/abort/i);
  await end;
});
