import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import type { ModelRequest } from "../../src/core/model.ts";
import { isLanguageModel, type LanguageModel, languageModel } from "../../src/models/language-model.ts";

const never = () => new AbortController().signal;
const hello: ModelRequest = { messages: [{ role: "user", content: "Hi" }] };

function given(doGenerate: (options: unknown) => Promise<unknown>): LanguageModel {
  return { specificationVersion: "v3", provider: "acme.chat", modelId: "m", doGenerate };
}

const failing = (error: object) =>
  languageModel(given(() => Promise.reject(Object.assign(new Error("secret-key"), error))));

describe("a language model of the AI SDK", () => {
  test("is known by what it can do", () => {
    expect(isLanguageModel(given(async () => ({})))).toBe(true);
    for (const other of [null, "openai:gpt-4o", {}, { doGenerate: 1, modelId: "m", provider: "p" }]) {
      expect(isLanguageModel(other)).toBe(false);
    }
  });

  test.each(["error", { unified: "error", raw: "server_error" }])(
    "that broke off (%j) gave no answer",
    async (finishReason) => {
      const content = [{ type: "text", text: "CORRECT" }];
      const model = languageModel(given(async () => ({ content, finishReason })));
      await expect(model.ask(hello, never())).rejects.toMatchObject({ code: "transport", retryable: true });
    },
  );

  test("is asked in its own words", async () => {
    let asked: unknown;
    const model = languageModel(
      given(async (options) => {
        asked = options;
        return { content: [] };
      }),
    );
    const { signal } = new AbortController();
    const png = Buffer.from("iVBORw0KGgo=", "base64");
    await model.ask(
      {
        messages: [
          { role: "system", content: "S" },
          { role: "user", content: "What?", images: [png, "https://x.test/a"] },
        ],
        temperature: 0,
        seed: 1,
        maxTokens: 9,
        stop: ["x"],
        topLogprobs: 3,
        schema: { name: "v", schema: { type: "object" } },
      },
      signal,
    );
    expect(model.id).toBe("acme.chat:m");
    expect(asked).toEqual({
      prompt: [
        { role: "system", content: "S" },
        {
          role: "user",
          content: [
            { type: "file", mediaType: "image/png", data: "iVBORw0KGgo=" },
            { type: "file", mediaType: "image/*", data: new URL("https://x.test/a") },
            { type: "text", text: "What?" },
          ],
        },
      ],
      abortSignal: signal,
      temperature: 0,
      seed: 1,
      maxOutputTokens: 9,
      stopSequences: ["x"],
      responseFormat: { type: "json", name: "v", schema: { type: "object" } },
    });
  });

  test.each([
    [
      "version 6",
      { unified: "length", raw: "max" },
      { inputTokens: { total: 5, cacheRead: 2 }, outputTokens: { total: 7, reasoning: 3 } },
    ],
    ["version 5", "length", { inputTokens: 5, cachedInputTokens: 2, outputTokens: 7, reasoningTokens: 3 }],
  ])("answers as %s does", async (_, finishReason, usage) => {
    const content = [
      { type: "reasoning", text: "hm" },
      { type: "text", text: "Par" },
      { type: "text", text: "is" },
    ];
    const response = { modelId: "m-1", timestamp: new Date(0), body: { id: 1 } };
    const model = languageModel(given(async () => ({ content, finishReason, usage, response, warnings: [] })));
    expect(await model.ask(hello, never())).toEqual({
      text: "Paris",
      reasoning: "hm",
      finishReason: "length",
      logprobs: null,
      usage: { calls: 1, inputTokens: 5, cachedTokens: 2, outputTokens: 7, reasoningTokens: 3, costUsd: null },
      model: "m-1",
      raw: { id: 1 },
      cached: false,
    });
  });

  test.each([[{}], [null], [{ content: "text" }], [{ content: [], usage: 1n }]])(
    "without content is a bad reply: %#",
    async (result) => {
      const answer = languageModel(given(async () => result)).ask(hello, never());
      await expect(answer).rejects.toMatchObject({ code: "bad_reply", retryable: true });
    },
  );

  test.each([
    [
      { statusCode: 429, isRetryable: true, responseHeaders: { "Retry-After": "2" } },
      { code: "rate_limit", retryable: true, retryAfterMs: 2000 },
    ],
    [
      { statusCode: 404, isRetryable: false, responseBody: '{"error":{"code":"model_not_found"}}' },
      { code: "unknown_model", retryable: false },
    ],
    [
      { statusCode: 500, isRetryable: true, responseBody: "<html>" },
      { code: "transport", retryable: true },
    ],
    [{ name: "AI_LoadAPIKeyError" }, { code: "auth", retryable: false }],
    [{ name: "AI_NoSuchModelError" }, { code: "unknown_model", retryable: false }],
  ])("that fails says how, and keeps nothing of the request: %j", async (error, expected) => {
    const thrown: unknown = await failing({ ...error, requestBodyValues: "secret-key" })
      .ask(hello, never())
      .catch((reason: unknown) => reason);
    expect(thrown).toMatchObject({ name: "ModelError", ...expected });
    expect(inspect(thrown, { depth: 20 })).not.toContain("secret-key");
  });

  test("gives back the reason of a caller who gives up", async () => {
    const caller = new AbortController();
    const reason = new Error("enough");
    const model = languageModel(
      given(async () => {
        caller.abort(reason);
        throw new DOMException("aborted", "AbortError");
      }),
    );
    await expect(model.ask(hello, caller.signal)).rejects.toBe(reason);
  });
});
