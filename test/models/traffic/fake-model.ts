import { type Model, ModelError, type ModelReply, type ModelRequest } from "../../../src/core/model.ts";
import type { Clock } from "../../../src/models/traffic/clock.ts";

export const never = new AbortController().signal;

export function asked(text: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return { messages: [{ role: "user", content: text }], ...more };
}

export function replied(text: string, more: Partial<ModelReply> = {}): ModelReply {
  return {
    text,
    reasoning: null,
    finishReason: "stop",
    logprobs: null,
    usage: { calls: 1, inputTokens: 3, cachedTokens: 0, outputTokens: 1, reasoningTokens: 0, costUsd: 0.01 },
    model: "fake-1",
    raw: null,
    cached: false,
    ...more,
  };
}

export const refused = (retryAfterMs: number | null = null) =>
  new ModelError("rate_limit", "too many requests", { retryable: true, retryAfterMs, status: 429 });

/** A model that does what the function does with the n-th request, from 0. */
export function fakeModel(
  answer: (n: number, request: ModelRequest, signal: AbortSignal) => ModelReply | Promise<ModelReply>,
  id = "fake:one",
): Model & { readonly asks: readonly ModelRequest[] } {
  const asks: ModelRequest[] = [];
  return {
    id,
    abilities: { images: false, schema: false, logprobs: false },
    asks,
    ask: async (request, signal) => {
      const n = asks.length;
      asks.push(request);
      return answer(n, request, signal);
    },
  };
}

/** Replies after so many milliseconds. */
export function slow(clock: Clock, ms: number, text = "yes") {
  return async (_n: number, _request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
    await clock.sleep(ms, signal);
    return replied(text);
  };
}

/** What a promise was rejected with. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (thrown) {
    return thrown;
  }
  throw new Error("expected a failure, and there was none");
}
