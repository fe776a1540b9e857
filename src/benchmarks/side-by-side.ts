import { isPromise } from "../core/boundary.ts";
import type { Json, Score, Verifier } from "../core/types.ts";

/** One way to read and compare an answer. */
export interface Reading {
  readonly name: string;
  readonly score: Verifier;
}

/**
 * Several readings of one answer, of which one counts. The others are reported under their names in `values`, so that a
 * gap between them shows; what each found is in `metadata`. A reading that broke has no value of its own, and where it
 * is the counting one the score is broken.
 */
export function sideBySide(readings: readonly Reading[], counting: string): Verifier {
  return (attempt, context) => {
    const scores = readings.map((reading) => reading.score(attempt, context));
    if (!scores.some((score) => isPromise(score))) return merged(readings, counting, scores as readonly Score[]);
    return Promise.all(scores).then((done) => merged(readings, counting, done));
  };
}

function merged(readings: readonly Reading[], counting: string, scores: readonly Score[]): Score {
  const values: Record<string, number> = {};
  const found: Record<string, Json> = {};
  let counted: Score | undefined;
  for (const [index, { name }] of readings.entries()) {
    const score = scores[index];
    if (score === undefined) continue;
    if (name === counting) counted = score;
    if (score.value !== null) values[name] = score.value;
    found[name] = told(score);
  }
  if (counted === undefined) throw new TypeError(`no reading is called ${counting}`);
  return { ...counted, values, metadata: { ...counted.metadata, counting, readings: found } };
}

function told(score: Score): Json {
  const { answer = null, raw } = score;
  const rule = score.metadata?.["rule"];
  return {
    answer,
    ...(rule === undefined ? {} : { rule }),
    ...(raw === undefined ? {} : { raw }),
    ...(score.error === undefined ? {} : { error: `${score.error.stage}:${score.error.code}` }),
  };
}
