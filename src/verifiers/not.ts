import * as v from "valibot";
import { isPromise } from "../core/boundary.ts";
import { defineVerifier } from "../core/define.ts";
import { isPass } from "../core/score.ts";
import type { Score } from "../core/types.ts";

const options = v.object({
  verifier: v.pipe(v.unknown(), v.description("The verifier whose verdict is turned round.")),
});

/**
 * Turns a verdict round: `value` becomes 1 - value, `pass` its opposite. It is as sure as the verdict was, so where a
 * mismatch was not confident, neither is the pass that it becomes. What is broken or skipped stays so: a check that
 * did not take place has no opposite. `no_answer` stays wrong: an output without an answer has not avoided a wrong
 * one. Reasons: `not_` and the reason of the verifier (`not_match`), `no_answer`.
 */
export const not = defineVerifier({
  type: "not",
  summary: "The opposite of another verifier's verdict.",
  options,
  create: (given, { build, place }) => {
    const verifier = build.verifier(given.verifier, `${place}.verifier`);
    return (attempt, context) => {
      const score = verifier.score(attempt, context);
      return isPromise(score) ? score.then(turnedRound) : turnedRound(score);
    };
  },
});

function turnedRound(score: Score): Score {
  if (score.value === null || score.reason === "no_answer") return score;
  const { value, pass, reason } = score;
  // Half is its own opposite, and without a threshold half passes: here the opposite must be said.
  const turned = pass === null && value !== 0.5 ? null : !isPass(score);
  return { ...score, value: 1 - value, pass: turned, reason: `not_${reason}` };
}
