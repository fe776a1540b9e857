import type { Json } from "../core/types.ts";
import type { StoredSample } from "../store/types.ts";
import { readMapping } from "./datasets/fields.ts";
import { isRow } from "./datasets/jsonl.ts";
import { readSample } from "./datasets/sample.ts";
import type { EvalPlan } from "./plan.ts";
import { type Work, workSample } from "./work.ts";

/**
 * Work from outputs that are already stored: for rescoring and retrying, without the data set. Scores that are sound
 * are kept where the same scorer gave them (`keep`), so a retry asks only what broke.
 */
export async function* storedWork(
  samples: AsyncIterable<StoredSample>,
  plan: EvalPlan,
  wanted: (sample: StoredSample) => boolean,
  /** Whether answers that a model failed to give are asked for again; never where the outputs are another run's. */
  askAgain = false,
): AsyncGenerator<readonly Work[], void, void> {
  const mapping = readMapping(plan.config.dataset.fields);
  for await (const stored of samples) {
    if (!wanted(stored)) continue;
    const row = isRow(stored.row) ? stored.row : null;
    const work: Work = {
      index: stored.index,
      epoch: stored.epoch,
      sampleId: stored.sampleId,
      row,
      output: stored.output,
      problem: stored.error,
      ask: askAgain && stored.error?.stage === "inference",
      reply: stored.reply,
      sample: workSample(row === null ? null : readSample(row, mapping)),
      keep: soundScores(stored.scores),
    };
    yield [work];
  }
}

/** The scores that did not break. */
function soundScores(scores: Readonly<Record<string, Json>> | null): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(scores ?? {}).filter(
      ([, score]) => typeof score === "object" && score !== null && !Array.isArray(score) && !("error" in score),
    ),
  );
}
