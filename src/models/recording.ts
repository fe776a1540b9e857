import * as v from "valibot";
import type { ModelAbilities, ModelReply } from "../core/model.ts";
import type { Json } from "../core/types.ts";

/** One recorded reply: a line of a recording. */
export interface Recorded {
  /** Of the request without the model: `requestKey(request)`. */
  readonly key: string;
  /** The id of the model that was asked. */
  readonly model: string;
  /** What it could do: judges ask by that, so a replay must be able to do the same and no more. */
  readonly abilities?: ModelAbilities | undefined;
  readonly reply: ModelReply;
}

const count = v.pipe(v.number(), v.minValue(0));
const token = v.object({ token: v.string(), logprob: v.number() });
const replySchema = v.object({
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
  latency_ms: v.optional(count),
  raw: v.unknown(),
});
const lineSchema = v.object({
  key: v.string(),
  model: v.string(),
  abilities: v.optional(v.object({ images: v.boolean(), schema: v.boolean(), logprobs: v.boolean() })),
  reply: replySchema,
});

/** The line, with its line break. */
export function toLine({ key, model, abilities, reply }: Recorded): string {
  return `${JSON.stringify({ key, model, abilities, reply: replyToJson(reply) })}\n`;
}

/** Null for what is no line of a recording. */
export function readLine(line: string): Recorded | null {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    // Whether a broken line matters is for the reader of the file: the last one may be torn.
    return null;
  }
  const result = v.safeParse(lineSchema, json);
  if (!result.success) return null;
  const { key, model, abilities, reply } = result.output;
  return { key, model, abilities, reply: readReply(reply) };
}

/** A reply as it is kept for later: whole. What the provider sent stands under `raw` as it came. */
export function replyToJson(reply: ModelReply): Json {
  const { text, reasoning, finishReason, logprobs, usage, raw, latencyMs } = reply;
  const kept = {
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
    ...(latencyMs === undefined ? {} : { latency_ms: latencyMs }),
  };
  // Typed lists are JSON, but not to the compiler.
  return { ...(kept as unknown as { readonly [key: string]: Json }), raw };
}

/** Null for what is no kept reply. One that is read here is `cached`: it was paid for before. */
export function replyFromJson(json: unknown): ModelReply | null {
  const result = v.safeParse(replySchema, json);
  return result.success ? readReply(result.output) : null;
}

function readReply({ usage, latency_ms: latencyMs, ...reply }: v.InferOutput<typeof replySchema>): ModelReply {
  return {
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
    ...(latencyMs === undefined ? {} : { latencyMs }),
  };
}
