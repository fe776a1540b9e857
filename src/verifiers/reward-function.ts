import * as v from "valibot";
import { failure } from "../core/boundary.ts";
import { defineVerifier } from "../core/define.ts";
import { broken, skip } from "../core/score.ts";
import type { RewardFunction } from "../core/types.ts";
import { range, rangeOf, timeLimit } from "./python/limits.ts";
import { scoreOfReturned } from "./python/returned.ts";
import { columnsOf } from "./reward-function/columns.ts";

const options = v.object({
  reward: v.pipe(
    v.string(),
    v.minLength(1),
    v.description(
      "A registered name, with or without `@version`; or a file such as `reward.py#brevity`; or an address.",
    ),
  ),
  targetColumn: v.pipe(
    v.optional(v.pipe(v.string(), v.minLength(1))),
    v.description("A further name of the column that holds the target, beside `target`, `ground_truth` and `label`."),
  ),
  timeLimit,
  range,
});

/**
 * A reward function scores the row: it is called with lists of `prompts`, `completions` and columns, and returns a list of
 * rewards. Where it says None the row is left out. What it raises, and a reward that is missing or off the range, are
 * errors of the row, never 0. Reasons: `returned`.
 */
export const rewardFunction = defineVerifier({
  type: "reward_function",
  summary: "A reward function scores the row: one that was registered, a file, or an address.",
  options,
  aliases: { function: { to: "reward" }, rewardFunction: { to: "reward" } },
  create: ({ reward, targetColumn, timeLimit: seconds, range: pair }, tools) => {
    const scale = rangeOf(pair);
    // Read for the fingerprint of the run alone: it is called by its name.
    if (isFile(reward)) tools.readFile?.(reward.replace(/#.*$/s, ""), `${tools.place}.reward`);
    tools.prepares?.(async (powers) => void (await powers.reward?.(reward)));
    return async (attempt, context) => {
      if (context.reward === undefined) {
        return broken("verifier", "no_rewards", "reward functions cannot be called here");
      }
      let call: RewardFunction;
      try {
        call = await context.reward(reward);
      } catch (thrown) {
        return failure("verifier", thrown);
      }
      const limits = { limitMs: seconds * 1_000, signal: context.signal };
      const reply = await call(columnsOf(attempt, targetColumn), limits);
      if (reply.value === null) return skip("the reward function does not apply to this row");
      return scoreOfReturned(reply, scale);
    };
  },
});

/** Names have no slash, dot or number sign. */
function isFile(reward: string): boolean {
  return !/^https?:\/\//i.test(reward) && /[./\\#]/.test(reward);
}
