import type { Score } from "../../src/core/types.ts";
import { math } from "../../src/verifiers/math.ts";
import { attemptOf, CONTEXT } from "../verifiers/attempt.ts";

const verifier = math();

/** The score of one answer against one target, with default options. */
export function scoreOf(answer: string, target: string): Score {
  const score = verifier.score(attemptOf(answer, [target]), CONTEXT);
  if (score instanceof Promise) throw new TypeError("a rule verifier answers at once");
  return score;
}
