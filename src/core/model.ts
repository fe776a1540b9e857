import type { ImageSource, Json, Usage } from "./types.ts";

/** One message of a conversation. Images stand before the text. */
export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
  readonly images?: readonly ImageSource[];
}

/** A JSON Schema that the reply must follow, where the provider can hold a model to one. */
export interface ReplySchema {
  /** Letters, digits, `_` and `-`: providers want one. */
  readonly name: string;
  readonly schema: { readonly [key: string]: Json };
}

export type ReasoningEffort = "none" | "minimal" | "low" | "medium" | "high";

/** What a model is asked. Everything here shapes the answer, so all of it is in the key of a recorded reply. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly temperature?: number;
  readonly seed?: number;
  readonly maxTokens?: number;
  readonly stop?: readonly string[];
  readonly schema?: ReplySchema;
  /** How many alternatives are wanted beside each token, 0 for the tokens' own log-probabilities alone. */
  readonly topLogprobs?: number;
  readonly reasoningEffort?: ReasoningEffort;
  /** Which of several independent answers to the same request this is, from 1; never sent, part of a cache's key. */
  readonly repetition?: number;
}

/** Natural logarithms. */
export interface TokenLogprob {
  readonly token: string;
  readonly logprob: number;
  readonly top: readonly { readonly token: string; readonly logprob: number }[];
}

/** `length`: the token limit cut it. `refusal`: the model or a filter of the provider declined. */
export type FinishReason = "stop" | "length" | "refusal" | "tool" | "other";

export interface ModelReply {
  /** The answer without reasoning; empty where the model gave none. */
  readonly text: string;
  readonly reasoning: string | null;
  readonly finishReason: FinishReason;
  /** Null where they were not asked for, or the provider gives none. */
  readonly logprobs: readonly TokenLogprob[] | null;
  readonly usage: Usage;
  /** The model's name as the provider reports it. */
  readonly model: string | null;
  /** The provider's answer as it came. */
  readonly raw: Json;
  /** Whether it came from a cache or a recording, so that its tokens are not charged again. */
  readonly cached: boolean;
  /** Milliseconds from sending the call to this reply, all waiting left out; absent where it was not measured. */
  readonly latencyMs?: number;
}

/** What can be asked of a model beside text. */
export interface ModelAbilities {
  readonly images: boolean;
  readonly schema: boolean;
  readonly logprobs: boolean;
}

export interface Model {
  /** As the user wrote it, aliases resolved: `openai:gpt-5.5`. */
  readonly id: string;
  readonly abilities: ModelAbilities;
  /** Rejects with a `ModelError` when there is no reply; a refusal, a cut or an empty text is a reply. */
  ask(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
}

export type ModelErrorCode =
  | "auth"
  | "bad_request"
  | "unknown_model"
  | "rate_limit"
  | "overloaded"
  | "transport"
  | "timeout"
  | "bad_reply"
  /** The program of a solver ended instead. */
  | "exited"
  | "no_recording"
  | "budget";

/**
 * What a failure says of other calls. `call`: nothing. `account`: as far as one refusal can tell, every call of this model
 * would be refused, for its name, key, address or credit. `run`: nothing more is sent.
 */
export type FaultScope = "call" | "account" | "run";

/** There is no reply. `retryable` where the same call may succeed later. Its message holds no key and no payload. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly code: ModelErrorCode;
  readonly retryable: boolean;
  /** How long the provider asks to wait, in milliseconds; null where it does not say. */
  readonly retryAfterMs: number | null;
  /** Of the last answer; null where there was none. */
  readonly status: number | null;
  readonly scope: FaultScope;

  constructor(
    code: ModelErrorCode,
    message: string,
    details: {
      readonly retryable?: boolean;
      readonly retryAfterMs?: number | null;
      readonly status?: number | null;
      /** Default `run` for a spent budget, else `call`. */
      readonly scope?: FaultScope;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.retryable = details.retryable ?? false;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.status = details.status ?? null;
    this.scope = details.scope ?? (code === "budget" ? "run" : "call");
  }

  /** The same failure in other words or of another scope: all that is not named stays. */
  with(changes: { readonly message?: string; readonly scope?: FaultScope; readonly cause?: unknown }): ModelError {
    const { code, message, retryable, retryAfterMs, status, scope, cause } = this;
    const kept = { message, scope, cause, ...changes };
    return new ModelError(code, kept.message, {
      retryable,
      retryAfterMs,
      status,
      scope: kept.scope,
      cause: kept.cause,
    });
  }

  /** The same failure of another scope, with what that comes from. */
  of(scope: FaultScope, why: string): ModelError {
    return this.with({ scope, message: `${this.message}; ${why}`, cause: this });
  }
}
