import { StoreError } from "../core/errors.ts";
import { type Model, ModelError, type ModelReply, type ModelRequest, type ReasoningEffort } from "../core/model.ts";
import type { Json, ScoreError, Usage } from "../core/types.ts";
import { chargedUsage } from "../core/usage.ts";
import { toWire } from "../core/wire.ts";
import type { FieldMapping } from "./datasets/fields.ts";
import { fillPrompt, type Prompt } from "./prompt.ts";
import type { Work } from "./work.ts";

/** How a model is asked for the answers of a run. */
export interface InferencePlan {
  readonly model: string;
  readonly prompt: Prompt;
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly seed?: number | undefined;
  readonly stop?: readonly string[] | undefined;
  readonly reasoningEffort?: ReasoningEffort | undefined;
  /** What an answer is that the token limit cut: wrong, as far as it goes, or an error of its row. */
  readonly truncated: "wrong" | "error";
}

/** The request for one answer; the field that its row lacks, where there is none. */
export function requestFor(
  work: Work,
  plan: InferencePlan,
  mapping: FieldMapping,
): { readonly request: ModelRequest } | { readonly missing: string } {
  const filled = fillPrompt(plan.prompt, work.row ?? {}, mapping);
  if ("missing" in filled) return filled;
  const { images } = work.sample;
  const last = filled.messages.findLastIndex((message) => message.role === "user");
  const messages = filled.messages.map((message, index) =>
    index === last && images !== undefined ? { ...message, images } : message,
  );
  const { temperature, maxTokens, seed, stop, reasoningEffort } = plan;
  return {
    request: {
      messages,
      repetition: work.epoch,
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      // Each epoch is another answer, so each gets a seed of its own.
      ...(seed === undefined ? {} : { seed: seed + work.epoch - 1 }),
      ...(stop === undefined ? {} : { stop }),
      ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    },
  };
}

export function missingField(field: string): ScoreError {
  const message = `the row has no field "${field}" for the prompt`;
  return { stage: "sample", code: "missing_field", message, retryable: false };
}

/**
 * Asks for one answer. A model that gave none is a problem of the row, never a wrong answer. Rejects only for a spent
 * budget, an abort, and a reply that could not be recorded or kept: then there is nothing to go on with.
 */
export async function infer(
  work: Work,
  plan: InferencePlan,
  mapping: FieldMapping,
  model: Model,
  signal: AbortSignal,
): Promise<Work> {
  const asked = requestFor(work, plan, mapping);
  if ("missing" in asked) return { ...work, ask: false, problem: missingField(asked.missing) };
  try {
    return answered(work, await model.ask(asked.request, signal), plan);
  } catch (thrown) {
    if (signal.aborted || thrown instanceof StoreError) throw thrown;
    if (thrown instanceof ModelError && thrown.code === "budget") throw thrown;
    return { ...work, ask: false, problem: problemOf(thrown) };
  }
}

function answered(work: Work, reply: ModelReply, plan: InferencePlan): Work {
  const cut = reply.finishReason === "length" && plan.truncated === "error";
  const message = "the token limit cut the answer";
  const problem: ScoreError | null = cut ? { stage: "inference", code: "truncated", message, retryable: false } : null;
  return { ...work, ask: false, output: reply.text, problem, reply: replyToJson(reply) };
}

function problemOf(thrown: unknown): ScoreError {
  const code = thrown instanceof ModelError ? thrown.code : "exception";
  const retryable = thrown instanceof ModelError && thrown.retryable;
  return { stage: "inference", code, message: thrown instanceof Error ? thrown.message : String(thrown), retryable };
}

function replyToJson({ finishReason, reasoning, model, usage, cached, latencyMs, raw }: ModelReply): Json {
  const told = toWire({ finishReason, reasoning, model, usage, cached, latencyMs });
  return { ...(told as { readonly [key: string]: Json }), raw };
}

/** What the store keeps of a reply, for the figures of a run. */
export interface KeptReply {
  readonly finishReason: string;
  readonly usage: Usage | null;
}

export function keptReply(reply: Json): KeptReply | null {
  if (typeof reply !== "object" || reply === null || Array.isArray(reply)) return null;
  const { finish_reason: reason, usage, cached } = reply as { readonly [key: string]: Json };
  const told = usageFromJson(usage ?? null);
  // One reply is one call, whatever the model says of itself; a reply that was paid for before is none.
  const charged = told === null ? null : chargedUsage({ usage: { ...told, calls: 1 }, cached: cached === true });
  return { finishReason: String(reason), usage: charged };
}

/** Usage in wire form; null where there is none. */
function usageFromJson(json: Json): Usage | null {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return null;
  const usage = json as { readonly [key: string]: Json };
  const count = (name: string) => (typeof usage[name] === "number" ? usage[name] : 0);
  return {
    calls: count("calls"),
    inputTokens: count("input_tokens"),
    cachedTokens: count("cached_tokens"),
    outputTokens: count("output_tokens"),
    reasoningTokens: count("reasoning_tokens"),
    costUsd: typeof usage["cost_usd"] === "number" ? usage["cost_usd"] : null,
  };
}
