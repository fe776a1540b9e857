import type { ModelReply, TokenLogprob } from "../../../src/core/model.ts";
import { noUsage } from "../../../src/core/usage.ts";

/** A judge's reply with this text. */
export function replyOf(text: string, more: Partial<ModelReply> = {}): ModelReply {
  return {
    text,
    reasoning: null,
    finishReason: "stop",
    logprobs: null,
    usage: noUsage,
    model: null,
    raw: null,
    cached: false,
    ...more,
  };
}

/** Sampled tokens; those with alternatives as a map of token to probability. */
export function tokensOf(tokens: readonly (string | Readonly<Record<string, number>>)[]): readonly TokenLogprob[] {
  return tokens.map((token) => {
    if (typeof token === "string") return { token, logprob: 0, top: [] };
    const top = Object.entries(token).map(([one, probability]) => ({ token: one, logprob: Math.log(probability) }));
    return { token: top[0]?.token ?? "", logprob: top[0]?.logprob ?? 0, top };
  });
}
