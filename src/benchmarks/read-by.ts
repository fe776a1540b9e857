import { isPromise } from "../core/boundary.ts";
import { type PipelineParts, scoreSample } from "../core/pipeline.ts";
import type { Score, Verifier } from "../core/types.ts";

/** A pipeline as a reading: the answer that was judged, and the rule that found it, stay with the score. */
export function readBy(parts: PipelineParts): Verifier {
  const noting: PipelineParts = { ...parts, verifier: keepRule(parts.verifier) };
  return (attempt, context) => {
    const { answer, score } = scoreSample(
      noting,
      {
        input: attempt.input,
        output: attempt.output,
        target: attempt.targets,
        choices: attempt.choices,
        metadata: attempt.metadata,
      },
      context,
    );
    const withAnswer = (done: Score): Score => ({ ...done, answer });
    return isPromise(score) ? score.then(withAnswer) : withAnswer(score);
  };
}

function keepRule(verifier: Verifier): Verifier {
  return (attempt, context) => {
    const rule = attempt.extraction?.rule;
    const score = verifier(attempt, context);
    if (rule === undefined) return score;
    const noted = (done: Score): Score => ({ ...done, metadata: { ...done.metadata, rule } });
    return isPromise(score) ? score.then(noted) : noted(score);
  };
}
