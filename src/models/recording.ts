import * as v from "valibot";
import type { ModelReply } from "../core/model.ts";
import type { Json } from "../core/types.ts";

/** One recorded reply: a line of a recording. */
export interface Recorded {
  /** Of the request without the model: `requestKey(request)`. */
  readonly key: string;
  /** The id of the model that was asked. */
  readonly model: string;
  readonly reply: ModelReply;
}

const count = v.pipe(v.number(), v.minValue(0));
const token = v.object({ token: v.string(), logprob: v.number() });
const schema = v.object({
  key: v.string(),
  model: v.string(),
  reply: v.object({
    text: v.string(),
    reasoning: v.nullable(v.string()),
    finish_reason: v.picklist(["stop", "length", "refusal", "tool", "other"]),
    logprobs: v.nullable(v.array(v.object({ ...token.entries, top: v.array(token) }))),
    usage: v.object({
      calls: count,
      input_tokens: count,
      cached_tokens: count,
      output_tokens: count,
      reasoning_tokens: count,
      cost_usd: v.nullable(count),
    }),
    model: v.nullable(v.string()),
    raw: v.unknown(),
  }),
});

/** The line, with its line break. What the provider sent stands under `raw` as it came. */
export function toLine({ key, model, reply }: Recorded): string {
  const { text, reasoning, finishReason, logprobs, usage, raw } = reply;
  const line = {
    key,
    model,
    reply: {
      text,
      reasoning,
      finish_reason: finishReason,
      logprobs,
      usage: {
        calls: usage.calls,
        input_tokens: usage.inputTokens,
        cached_tokens: usage.cachedTokens,
        output_tokens: usage.outputTokens,
        reasoning_tokens: usage.reasoningTokens,
        cost_usd: usage.costUsd,
      },
      model: reply.model,
      raw,
    },
  };
  return `${JSON.stringify(line)}\n`;
}

/** Null for what is no line of a recording. A reply that is read here is `cached`: it was paid for before. */
export function readLine(line: string): Recorded | null {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    // Whether a broken line matters is for the reader of the file: the last one may be torn.
    return null;
  }
  const result = v.safeParse(schema, json);
  if (!result.success) return null;
  const { key, model, reply } = result.output;
  const { usage } = reply;
  return {
    key,
    model,
    reply: {
      text: reply.text,
      reasoning: reply.reasoning,
      finishReason: reply.finish_reason,
      logprobs: reply.logprobs,
      usage: {
        calls: usage.calls,
        inputTokens: usage.input_tokens,
        cachedTokens: usage.cached_tokens,
        outputTokens: usage.output_tokens,
        reasoningTokens: usage.reasoning_tokens,
        costUsd: usage.cost_usd,
      },
      model: reply.model,
      raw: reply.raw as Json,
      cached: true,
    },
  };
}
