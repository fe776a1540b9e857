/** What a comparison is about, and what judges say of it. Everything here is plain data. */

import type { ScoreError } from "../core/types.ts";

/** An observation that goes with a candidate: the output of a test, a log, a diff. */
export interface Evidence {
  readonly label: string;
  readonly content: string;
}

/** One of the rivals. A judge sees it as A or B alone; `id` and `summary` come back in the result. */
export interface Candidate {
  readonly id: string;
  readonly content: string;
  readonly summary?: string;
  readonly evidence?: readonly Evidence[];
}

/** One narrow question. */
export interface Criterion {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** How much it counts beside the others, at least 0; absent is 1. */
  readonly weight?: number;
}

/** Which side was shown first: `original` is A then B, `swapped` is B then A. */
export type Order = "original" | "swapped";

/** One comparison in both orders by one model: two calls. */
export interface Look {
  /** Id of the candidate that is A, by the smaller id; see `pairOf`. */
  readonly a: string;
  readonly b: string;
  readonly criterion: string;
  /** From 1. */
  readonly repetition: number;
  readonly model: string;
}

/** How a score was read from the reply. `mock` is no judgement at all. */
export type VoteSource = "schema" | "logprobs" | "text" | "mock";

interface Cast extends Look {
  readonly order: Order;
  /** Of the model, at least 0; only ratios count. */
  readonly weight: number;
  /** The beginning of the judge's reply. */
  readonly excerpt?: string;
}

/** One judge call that could be read. Scores are in 0..1 and belong to the candidates `a` and `b`, not to the slots. */
export interface ReadVote extends Cast {
  readonly scoreA: number;
  readonly scoreB: number;
  readonly source: VoteSource;
  readonly error?: never;
}

/** One judge call without a score. It is counted, and takes part in nothing else. */
export interface UnreadableVote extends Cast {
  readonly scoreA: null;
  readonly scoreB: null;
  readonly error: ScoreError;
  readonly source?: never;
}

export type Vote = ReadVote | UnreadableVote;
