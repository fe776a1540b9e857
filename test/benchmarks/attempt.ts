import type { Attempt, Context, Score, Verifier } from "../../src/core/types.ts";

const context: Context = { signal: new AbortController().signal };

/** One output as a benchmark's scoring sees it. */
export async function scored(
  scoring: Verifier,
  output: string,
  targets: readonly string[],
  more: Partial<Attempt> = {},
): Promise<Score> {
  return scoring({ input: "", output, answer: output, targets, metadata: {}, ...more }, context);
}
