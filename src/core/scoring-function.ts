/** What the rest of veridic knows of scoring functions of the user's: how one is named, called and answers. */

import type { Json, ScoreError } from "./types.ts";

/** A program in Python that holds a function which scores. */
export interface ScoringProgram {
  readonly source: string;
  /** The file's name, or what stands for it, as messages and tracebacks show it. */
  readonly shown: string;
  /** The function that is called. */
  readonly name: string;
  /** `sample`: called with one sample. `rewards`: called with `prompts`, `completions` and columns, all of them lists. */
  readonly form: "sample" | "rewards";
}

export interface FunctionCall {
  /** The sample, or a map of columns by name. */
  readonly argument: Json;
  /** Milliseconds of wall clock for this call alone, not counting how long it waits for its turn. */
  readonly limitMs: number;
  /** Whether this call gets a process of its own, which no call before it could have changed; default false. */
  readonly fresh?: boolean | undefined;
}

/** What a function returned, as plain data, or why there is nothing. Never both. */
export type FunctionReply =
  | { readonly value: Json; readonly error?: never }
  | { readonly value?: never; readonly error: ScoreError };

/** Where scoring functions in Python run: in processes that stay for many calls, and see nothing of the machine. */
export interface ScoringFunctions {
  /** What holds the processes: `bubblewrap`, `docker`, `podman`, or `none` where that was demanded. */
  readonly kind: string;
  /** Rejects with a `ConfigError` for a program that does not load, or has no such function. */
  load(program: ScoringProgram, signal?: AbortSignal): Promise<void>;
  /** Never rejects but for an abort. */
  call(program: ScoringProgram, call: FunctionCall, signal?: AbortSignal): Promise<FunctionReply>;
}
