import type { Attempt, Json } from "../../core/types.ts";

/** An attempt as a function in Python sees it. Images are left out: they are paths and bytes that it cannot reach. */
export function sampleOf(attempt: Attempt): Json {
  const { input, output, answer, targets, choices, referenceResponse, metadata } = attempt;
  return {
    input,
    output,
    answer,
    target: targets[0] ?? null,
    targets,
    choices: choices ?? null,
    reference_response: referenceResponse ?? null,
    metadata,
  };
}
