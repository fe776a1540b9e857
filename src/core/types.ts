/** The types every floor shares. They say what a check sees and what it may answer; nothing here runs. */

import type { Model } from "./model.ts";
import type { Sandbox } from "./sandbox.ts";
import type { FunctionReply, ScoringFunctions } from "./scoring-function.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Metadata = Readonly<Record<string, Json>>;

/** Tokens and money of model calls. `costUsd` is null where a price is not known, never 0. */
export interface Usage {
  readonly calls: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  readonly costUsd: number | null;
  /** Replies that came from a cache or a recording. They are in no other figure; absent where there are none. */
  readonly cachedReplies?: number;
}

export type Stage = "sample" | "inference" | "extractor" | "verifier" | "judge" | "sandbox" | "store";

/** Where a check broke, and how. `code` is one lower-case word documented per stage; `message` is for people. */
export interface ScoreError {
  readonly stage: Stage;
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
}

export interface ScoreNotes {
  /** What was judged, after the extractors. */
  readonly answer?: string | null;
  /** A one-line trace of a rule, or a judge's raw text. */
  readonly raw?: string;
  readonly explanation?: string;
  /** Named sub-scores in 0..1. On the wire: `dimensions`. */
  readonly values?: Readonly<Record<string, number>>;
  readonly usage?: Usage;
  readonly metadata?: Metadata;
}

/** A check that was carried out. `value` is in 0..1; `pass` is null where no threshold is declared. */
export interface Verdict extends ScoreNotes {
  readonly value: number;
  readonly pass: boolean | null;
  readonly confident: boolean;
  /** A short machine-readable word, documented per verifier: `match`, `mismatch`, `no_answer`, … */
  readonly reason: string;
  readonly error?: never;
  readonly skipped?: never;
}

/** A check that could not be carried out. It says nothing about the output. */
export interface Broken extends ScoreNotes {
  readonly value: null;
  readonly error: ScoreError;
  readonly skipped?: never;
}

/** A check left out on purpose. */
export interface Skipped extends ScoreNotes {
  readonly value: null;
  readonly skipped: string;
  readonly error?: never;
}

/** Wrong is `value: 0`. Broken is `value: null` with an `error`. The compiler makes you look. */
export type Score = Verdict | Broken | Skipped;

/** A path, a URL, or bytes. */
export type ImageSource = string | Uint8Array;

/** What an extractor found. `ambiguous` means several readings were possible, so a verifier should not be sure. */
export interface Extraction {
  readonly text: string;
  /** Which rule found it: `box`, `marker`, `cue`, … */
  readonly rule?: string;
  /** Offsets into the text that the extractor was given, in UTF-16 units, end exclusive. */
  readonly span?: readonly [from: number, to: number];
  readonly ambiguous?: boolean;
}

export interface ExtractorInput {
  readonly choices?: readonly string[] | undefined;
}

/** Text in, what was found out; null when nothing was found. Must not throw for any text. */
export type Extractor = (text: string, input: ExtractorInput) => Extraction | string | null;

/** What a verifier sees. `targets` is any-of; empty when nothing is expected. */
export interface Attempt {
  readonly input: string;
  readonly output: string;
  /** What the extractors found in `output`; null when they found nothing. */
  readonly answer: string | null;
  /** The same with the rule that found it; null or absent without extractors. */
  readonly extraction?: Extraction | null;
  readonly targets: readonly string[];
  readonly choices?: readonly string[] | undefined;
  readonly images?: readonly ImageSource[] | undefined;
  readonly referenceResponse?: string | undefined;
  readonly metadata: Metadata;
}

/** How calls that fail for a passing reason are sent again; what is absent is as the run says. */
export interface Retries {
  /** How often; 0 means never. */
  readonly most?: number;
  /** Milliseconds before the first time; each further wait is longer. */
  readonly delayMs?: number;
}

/** All power that a plug-in gets. It is injected, so plug-ins import neither models, nor a sandbox, nor the store. */
export interface Context {
  readonly signal: AbortSignal;
  /** Milliseconds that a check by code of the user's own may take; absent means no limit. Time of models is left out. */
  readonly timeLimitMs?: number;
  /** The model of that name; absent where no models may be asked. Throws `ConfigError` for a name that is none. */
  model?(id: string, retries?: Retries): Promise<Model>;
  /** Where unread programs run; absent where none may. Throws `ConfigError` with the remedy where none works. */
  sandbox?(): Promise<Sandbox>;
  /** Where scoring functions in Python run; absent where none may. Throws `ConfigError` with the remedy as `sandbox` does. */
  functions?(): Promise<ScoringFunctions>;
  /**
   * The reward function of that name or place, with rewards on a scale of its own; absent where none
   * may be called. Throws `ConfigError` for one that is not there or does not load.
   */
  reward?(name: string): Promise<RewardFunction>;
}

/**
 * Calls a reward function with columns, each a list of one: `prompts`, `completions`, and fields of the row by name. The
 * value is the one reward, on a scale of its own, and null where it does not apply. Never rejects but for an abort.
 */
export type RewardFunction = (
  columns: Json,
  limits: { readonly limitMs: number; readonly signal: AbortSignal },
) => Promise<FunctionReply>;

export type Verifier = (attempt: Attempt, context: Context) => Score | Promise<Score>;

/** What a plug-in's verifier may return: a full score, a part of one, a number in 0..1, or a boolean. */
export type LooseScore = Score | (Partial<Verdict> & { readonly value: number }) | number | boolean;
export type LooseVerifier = (attempt: Attempt, context: Context) => LooseScore | Promise<LooseScore>;
