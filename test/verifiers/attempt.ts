import type { Attempt, Context } from "../../src/core/types.ts";

/** A row of the shared vectors for verifiers. */
export interface VerifierRow {
  readonly verifier: string;
  readonly options?: object;
  readonly prediction: unknown;
  readonly ground_truth: unknown;
  readonly expect: { readonly is_correct: boolean; readonly confident?: boolean };
  readonly why: string;
}

export const CONTEXT: Context = { signal: new AbortController().signal };

/** What a verifier sees of an answer and its targets, where nothing else matters. */
export function attemptOf(answer: string | null, targets: readonly string[]): Attempt {
  return { input: "", output: answer ?? "", answer, targets, metadata: {} };
}
