import type { Model, ModelReply, ModelRequest } from "../core/model.ts";

/**
 * A model that costs nothing and always answers the same. `mock:echo` repeats the text of the last user message;
 * `mock:TEXT` answers TEXT. Tokens are counted as four characters each.
 */
export function mockModel(answer: string): Model {
  return {
    id: `mock:${answer}`,
    abilities: { images: true, schema: false, logprobs: false },
    ask: async (request, signal) => {
      signal.throwIfAborted();
      return reply(request, answer === "echo" ? lastUserText(request) : answer);
    },
  };
}

function reply(request: ModelRequest, text: string): ModelReply {
  const asked = request.messages.reduce((length, message) => length + message.content.length, 0);
  return {
    text,
    reasoning: null,
    finishReason: "stop",
    logprobs: null,
    // The cost is known here: there is none.
    usage: {
      calls: 1,
      inputTokens: tokens(asked),
      cachedTokens: 0,
      outputTokens: tokens(text.length),
      reasoningTokens: 0,
      costUsd: 0,
    },
    model: "mock",
    raw: { text },
    cached: false,
  };
}

function lastUserText(request: ModelRequest): string {
  return request.messages.findLast((message) => message.role === "user")?.content ?? "";
}

function tokens(characters: number): number {
  return Math.ceil(characters / 4);
}
