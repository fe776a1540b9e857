import { messageOf, StoreError } from "../core/errors.ts";
import { type Model, ModelError, type ModelReply, type ModelRequest, type ReasoningEffort } from "../core/model.ts";
import type { Solver } from "../core/solver.ts";
import type { Json, ScoreError, Usage } from "../core/types.ts";
import { chargedUsage } from "../core/usage.ts";
import { toWire } from "../core/wire.ts";
import type { SolverChoice } from "../models/solver/choice.ts";
import type { FieldMapping } from "./datasets/fields.ts";
import { type FewShot, withExamples } from "./few-shot.ts";
import { fillPrompt, type Prompt } from "./prompt.ts";
import { solverRequestFor } from "./solver-request.ts";
import type { Work } from "./work.ts";

/** How the answers of a run are asked for. */
export interface InferencePlan {
  /** The name of the model, or of the solver. */
  readonly model: string;
  /** What is asked in place of a model; null for a model. */
  readonly solver: SolverChoice | null;
  /** Without messages where a solver is told the input alone. */
  readonly prompt: Prompt;
  readonly fewShot: FewShot | null;
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly seed?: number | undefined;
  readonly stop?: readonly string[] | undefined;
  readonly reasoningEffort?: ReasoningEffort | undefined;
  /** What an answer is that the token limit cut: wrong, as far as it goes, or an error of its row. */
  readonly truncated: "wrong" | "error";
}

/** What is evaluated, ready to be asked. */
export type Candidate =
  | { readonly plan: InferencePlan; readonly model: Model }
  | { readonly plan: InferencePlan; readonly solver: Solver };

/** The request for one answer; the field that its row lacks, where there is none. */
export function requestFor(
  work: Work,
  plan: InferencePlan,
  mapping: FieldMapping,
): { readonly request: ModelRequest } | { readonly missing: string } {
  const row = work.row ?? {};
  const filled = fillPrompt(plan.prompt, row, mapping);
  if ("missing" in filled) return filled;
  const { images } = work.sample;
  const last = filled.messages.findLastIndex((message) => message.role === "user");
  const asked = filled.messages.map((message, index) =>
    index === last && images !== undefined ? { ...message, images } : message,
  );
  const messages = plan.fewShot === null ? asked : withExamples(asked, plan.fewShot, { row, mapping });
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

/** What came of asking for one answer. */
export interface Inferred {
  readonly work: Work;
  /** A refusal that may not be the row's own: the account's, or the model's. Then `work` holds it as its problem. */
  readonly refusal: ModelError | null;
  /** Whether the model was heard in this run, and whether it answered: a reply that was kept says neither. */
  readonly heard: "answer" | "failure" | null;
}

/**
 * Asks for one answer. A model or a solver that gave none is a problem of the row, never a wrong answer. Rejects only where
 * nothing more is sent (a spent budget, a model that refuses everything), for an abort, and for a reply that could not be
 * recorded or kept: then there is nothing to go on with.
 */
export async function infer(
  work: Work,
  candidate: Candidate,
  mapping: FieldMapping,
  signal: AbortSignal,
): Promise<Inferred> {
  const { plan } = candidate;
  const asked = requestFor(work, plan, mapping);
  const lacking = (field: string): Inferred => unasked({ ...work, ask: false, problem: missingField(field) });
  if ("missing" in asked) return lacking(asked.missing);
  try {
    if ("model" in candidate) return answered(work, await candidate.model.ask(asked.request, signal), plan);
    const told = solverRequestFor(work, plan, asked.request, mapping);
    if ("missing" in told) return lacking(told.missing);
    return answered(work, await candidate.solver.solve(told.request, signal), plan);
  } catch (thrown) {
    if (signal.aborted || thrown instanceof StoreError) throw thrown;
    const failed: Work = { ...work, ask: false, problem: problemOf(thrown) };
    if (!(thrown instanceof ModelError)) return { work: failed, refusal: null, heard: "failure" };
    if (thrown.scope === "run") throw thrown;
    if (thrown.scope === "account") return { work: failed, refusal: thrown, heard: null };
    return { work: failed, refusal: null, heard: "failure" };
  }
}

function unasked(work: Work): Inferred {
  return { work, refusal: null, heard: null };
}

function answered(work: Work, reply: ModelReply, plan: InferencePlan): Inferred {
  const cut = reply.finishReason === "length" && plan.truncated === "error";
  const message = "the token limit cut the answer";
  const problem: ScoreError | null = cut ? { stage: "inference", code: "truncated", message, retryable: false } : null;
  return {
    work: { ...work, ask: false, output: reply.text, problem, reply: replyToJson(reply) },
    refusal: null,
    heard: reply.cached ? null : "answer",
  };
}

function problemOf(thrown: unknown): ScoreError {
  const code = thrown instanceof ModelError ? thrown.code : "exception";
  const retryable = thrown instanceof ModelError && thrown.retryable;
  return { stage: "inference", code, message: messageOf(thrown), retryable };
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
