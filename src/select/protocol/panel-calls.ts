import { type Model, ModelError, type ModelReply, type ModelRequest } from "../../core/model.ts";
import { shorten } from "../../core/text.ts";
import type { ScoreError } from "../../core/types.ts";
import type { Reading } from "../../prompts/reading.ts";
import type { SelectionPrompt } from "../../prompts/selection/material.ts";
import { secondAsking } from "../../prompts/selection/second-asking.ts";
import { isForGood } from "../tally/refused-judges.ts";
import type { CallPurpose, SelectContext } from "./context.ts";

/** A question to one judge. */
export interface Asked<Read> {
  readonly model: string;
  readonly prompt: SelectionPrompt;
  readonly purpose: Omit<CallPurpose, "asking" | "slots" | "model">;
  readonly read: (reply: ModelReply) => Reading<Read>;
}

/** What became of it: read, or not readable after all. `excerpt` is the beginning of the last reply. */
export type Judged<Read> =
  | { readonly read: Read; readonly excerpt: string; readonly error?: never }
  | { readonly error: ScoreError; readonly excerpt?: string; readonly read?: never };

export interface PanelCalls {
  /** Null where the call was not made: the budget is spent, or somebody stopped it. Rejects where the log fails. */
  ask<Read>(asked: Asked<Read>): Promise<Judged<Read> | null>;
  /** Why no further calls are made; null while they are. */
  readonly spent: string | null;
}

/** Repetitions are to differ, or five of them are one: 0 would give near-copies. Models that think take no other value. */
const TEMPERATURE = 1;
/** Enough for six observations and the thinking before them; a reply that is cut is no vote. */
const MAX_TOKENS = 8_192;

/** The beginning of a reply that an artefact shows. */
const EXCERPT = 500;

type Sent = { readonly reply: ModelReply } | { readonly error: ScoreError } | null;

/**
 * Calls of the judges of one comparison. What the log has is not asked again. The first call of each model and prompt
 * beginning runs to its end before others with that beginning go out, so that a provider's cache can serve them. An
 * unreadable reply is asked for once more.
 */
export function createPanelCalls(context: SelectContext): PanelCalls {
  const warming = new Map<string, Promise<void>>();
  const unusable = new Map<string, ScoreError>();
  let spent: string | null = null;

  const make = async (model: Model, request: ModelRequest, purpose: CallPurpose): Promise<Sent> => {
    const known = unusable.get(purpose.model);
    if (known !== undefined) return { error: known };
    if (spent !== null || context.signal.aborted) return null;
    let reply: ModelReply;
    try {
      reply = await model.ask(request, context.signal);
    } catch (thrown) {
      if (context.signal.aborted) return null;
      if (!(thrown instanceof ModelError)) throw thrown;
      if (thrown.code === "budget") {
        spent ??= thrown.message;
        return null;
      }
      const { code, message, retryable } = thrown;
      const error: ScoreError = { stage: "judge", code, message, retryable };
      if (isForGood(error)) unusable.set(purpose.model, error);
      await context.calls.keep({ request, purpose, reply: null, error });
      return { error };
    }
    await context.calls.keep({ request, purpose, reply, error: null });
    return { reply };
  };

  const send = async (request: ModelRequest, prefixKey: string, purpose: CallPurpose): Promise<Sent> => {
    const found = context.calls.find(purpose.model, request);
    if (found !== null) return { reply: found };
    const model = await context.model(purpose.model);
    const key = `${purpose.model} ${prefixKey}`;
    const first = warming.get(key);
    if (first !== undefined) {
      await first;
      return make(model, request, purpose);
    }
    const making = make(model, request, purpose);
    // A call that fails has warmed nothing, but whoever waits for it need not wait longer.
    warming.set(
      key,
      making.then(
        () => {},
        () => {},
      ),
    );
    return making;
  };

  return {
    get spent() {
      return spent;
    },
    ask: async ({ model, prompt, purpose, read }) => {
      const { slots, prefixKey } = prompt;
      const request = requestOf(prompt, purpose.repetition);
      const about = { ...purpose, model, slots };
      const sent = await send(request, prefixKey, { ...about, asking: 1 });
      if (sent === null || "error" in sent) return sent;
      const reading = read(sent.reply);
      if (reading.unread === undefined) return { read: reading.read, excerpt: excerptOf(sent.reply) };
      const messages = secondAsking(request.messages, sent.reply.text, reading.unread);
      if (messages === null) return { error: errorOf(reading.unread), excerpt: excerptOf(sent.reply) };
      const again = await send({ ...request, messages }, prefixKey, { ...about, asking: 2 });
      if (again === null || "error" in again) return again;
      const second = read(again.reply);
      const excerpt = excerptOf(again.reply);
      return second.unread === undefined ? { read: second.read, excerpt } : { error: errorOf(second.unread), excerpt };
    },
  };
}

/** The request that asks for it first. */
function requestOf({ messages, schema, topLogprobs }: SelectionPrompt, repetition: number): ModelRequest {
  return {
    messages,
    temperature: TEMPERATURE,
    maxTokens: MAX_TOKENS,
    ...(schema === undefined ? {} : { schema }),
    ...(topLogprobs === undefined ? {} : { topLogprobs }),
    repetition,
  };
}

export function errorOf({ code, message }: NonNullable<Reading<unknown>["unread"]>): ScoreError {
  return { stage: "judge", code, message, retryable: false };
}

export function excerptOf({ text }: ModelReply): string {
  return shorten(text, EXCERPT);
}
