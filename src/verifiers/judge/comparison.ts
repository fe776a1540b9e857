import type { Model } from "../../core/model.ts";
import { missingTarget } from "../../core/score.ts";
import type { Attempt, Score } from "../../core/types.ts";
import { addUsage } from "../../core/usage.ts";
import { type PairScores, readPair } from "../../prompts/pair-reply.ts";
import { notesOf, shareOf } from "./absolute.ts";
import { type Asked, askJudge } from "./ask.ts";
import { judgeRequest } from "./request.ts";
import type { JudgeSettings } from "./settings.ts";

/**
 * The output against another response, in both orders, since judges favour a place. It wins with more signs for it
 * than against it: a win and a tie is a win, a win and a loss is a tie, and a tie is neither right nor wrong. One order
 * that cannot be read leaves nothing to say.
 */
export async function judgePair(
  settings: JudgeSettings,
  attempt: Attempt,
  output: string,
  model: Model,
  signal: AbortSignal,
): Promise<Score> {
  const other = attempt.referenceResponse ?? attempt.targets[0];
  if (other === undefined) return missingTarget();
  const ask = async (pair: readonly [string, string]) => {
    const request = judgeRequest(settings, attempt, { output, pair }, model.abilities);
    if ("error" in request) return request;
    return askJudge(model, request, (text) => readPair(text, settings.scale), signal);
  };
  const [first, second] = await Promise.all([ask([output, other]), ask([other, output])]);
  if ("value" in first) return first;
  if ("value" in second) return second;
  const asked: Asked<PairScores> = {
    ...first,
    replies: [...first.replies, ...second.replies],
    usage: addUsage(first.usage, second.usage),
  };
  const error = first.error ?? second.error;
  if (first.read === null || second.read === null || error !== null) {
    const fault = error ?? { stage: "judge", code: "exception", message: "nothing to read", retryable: false };
    return { value: null, error: fault, ...notesOf(settings, model, asked, {}) };
  }
  const orders: readonly PairScores[] = [first.read, [second.read[1], second.read[0]]];
  const signs = orders.map(([mine, theirs]) => Math.sign(mine - theirs));
  const sum = signs.reduce((total, sign) => total + sign, 0);
  const mean = (at: 0 | 1) => orders.reduce((total, order) => total + order[at], 0) / orders.length;
  const values = { output: shareOf(mean(0), settings.scale), reference: shareOf(mean(1), settings.scale) };
  const outcome = sum > 0 ? WIN : sum < 0 ? LOSS : TIE;
  const detail = {
    orders: orders.map((order) => [...order]),
    flipped: signs[0] === -(signs[1] ?? 0) && sum === 0 && signs[0] !== 0,
  };
  return {
    value: settings.format === "score" ? values.output : outcome.value,
    pass: outcome.pass,
    // Both orders say the same, or the judge follows the place.
    confident: signs[0] === signs[1],
    reason: outcome.reason,
    values,
    ...notesOf(settings, model, asked, detail),
  };
}

const WIN = { value: 1, pass: true, reason: "preferred" };
const LOSS = { value: 0, pass: false, reason: "not_preferred" };
const TIE = { value: 0.5, pass: null, reason: "tie" };
