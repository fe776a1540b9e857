import { messageOf } from "./errors.ts";
import { broken, toScore } from "./score.ts";
import type { Broken, LooseScore, Score, ScoreNotes, Stage } from "./types.ts";

/**
 * Calls plug-in code, and turns whatever comes out into a score: a throw or a rejection is a broken check of that
 * stage. The one place where foreign code is caught; plug-ins throw plainly.
 */
export function boundary(
  stage: Stage,
  work: () => LooseScore | Promise<LooseScore>,
  read: (loose: unknown, stage: Stage) => Score = toScore,
): Score | Promise<Score> {
  try {
    const result = work();
    return isPromise(result)
      ? result.then(
          (loose) => read(loose, stage),
          (thrown: unknown) => failure(stage, thrown),
        )
      : read(result, stage);
  } catch (thrown) {
    return failure(stage, thrown);
  }
}

/** True for anything that can be awaited. */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** The broken score of something that was thrown. What knows the kind of its failure says so with a `code`. */
export function failure(stage: Stage, thrown: unknown, notes?: ScoreNotes): Broken {
  const code = typeof thrown === "object" && thrown !== null && "code" in thrown ? thrown.code : undefined;
  const word = typeof code === "string" ? code.toLowerCase() : "exception";
  return broken(stage, word, messageOf(thrown), notes === undefined ? {} : { notes });
}
