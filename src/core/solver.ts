import type { Message, ModelReply } from "./model.ts";
import type { Json, Metadata } from "./types.ts";

/**
 * What a solver is told of one answer that is wanted. The target and other fields of the row stay here: a solver that
 * saw them could answer with them. What is in `metadata` was asked for by name.
 */
export interface SolverRequest {
  /** The row's id, or `row-<number>`. */
  readonly id: string;
  /** Which of several independent answers to the row this is, from 1. */
  readonly epoch: number;
  readonly input: Json;
  /** The text of the last user message, where the eval has a prompt. */
  readonly prompt?: string;
  /** The whole conversation, where the eval has a prompt. Images are in `images`. */
  readonly messages?: readonly Message[];
  readonly choices?: readonly string[];
  /** As the row has them: paths, addresses or `data:` URLs. */
  readonly images?: readonly string[];
  /** Where the eval has a seed: its own for each epoch. */
  readonly seed?: number;
  /** The fields of the row that the eval names for the solver. */
  readonly metadata: Metadata;
}

/** What a solver may answer: a text, or a text with what is known of how it came about. */
export type SolverAnswer =
  | string
  | {
      readonly output: string;
      readonly reasoning?: string | null;
      /** Default `stop`; `length` counts as cut by the token limit, `refusal` as refused. */
      readonly finishReason?: string | null;
      readonly usage?: {
        readonly inputTokens?: number;
        readonly cachedTokens?: number;
        readonly outputTokens?: number;
        readonly reasoningTokens?: number;
      } | null;
      /** US dollars. */
      readonly costUsd?: number | null;
      /** Kept with the answer. */
      readonly metadata?: Metadata;
    };

/** A function that is evaluated in place of a model. The signal is aborted when nobody waits for the answer any more. */
export type SolverFunction = (
  request: SolverRequest,
  context: { readonly signal: AbortSignal },
) => SolverAnswer | Promise<SolverAnswer>;

/** A solver that is ready to be asked: a function, a program, or an endpoint. */
export interface Solver {
  /** For people: `./bot.ts#answer`. */
  readonly id: string;
  /** Rejects with a `ModelError`, or with what a function threw, where there is no answer. */
  solve(request: SolverRequest, signal: AbortSignal): Promise<ModelReply>;
  /** Rejects with a `ConfigError` where it is known that none of its calls could arrive. Asks nothing. */
  reach?(signal: AbortSignal): Promise<void>;
  /** Ends what it started. Calls under way fail. */
  close(): Promise<void>;
}
