import type { ScoringTools } from "../../src/benchmarks/benchmark.ts";
import type { Attempt, Context, Score, Verifier } from "../../src/core/types.ts";
import { builderWith } from "../../src/operations/config/modules.ts";

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

/** What a benchmark's scoring is made with. */
export function tools(variant: string): ScoringTools {
  return { variant, build: builderWith([]), place: "scorer" };
}
