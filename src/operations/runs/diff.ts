import * as v from "valibot";
import { ConfigError } from "../../core/errors.ts";
import { readOptions } from "../../core/options.ts";
import { diffRuns, type RunDiff } from "../../evals/run-diff.ts";
import type { Environment, Operation } from "../environment.ts";
import { readRun, withStore } from "./stored-run.ts";

export const diffInput = v.object({
  a: v.string(),
  b: v.string(),
  /** Only this scorer; by default every one that both runs have. */
  scorer: v.optional(v.string()),
  /** How many flipped rows are listed at most; default 20. */
  flips: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  store: v.optional(v.string()),
});

export type DiffInput = v.InferInput<typeof diffInput>;

/** Compares two runs sample by sample: what changed, and whether that is more than chance. */
export async function* diffStoredRuns(given: DiffInput, environment: Environment): Operation<RunDiff> {
  const input = readOptions({ schema: diffInput }, given, "diff");
  return yield* withStore(input.store, environment, async (store) => {
    const a = await readRun(store, input.a);
    const b = await readRun(store, input.b);
    const common = a.plan.scorers.filter((name) => b.plan.scorers.includes(name));
    const wanted = input.scorer === undefined ? common : [input.scorer];
    for (const name of wanted) {
      if (!common.includes(name)) throw ConfigError.unknownName("unknown_scorer", "scorer", name, common, "--scorer");
    }
    if (wanted.length === 0) {
      throw new ConfigError("nothing_common", `runs ${a.run.id} and ${b.run.id} have no scorer in common`, {
        expected: "two runs with a scorer of the same name",
        got: `${a.plan.scorers.join(", ")} and ${b.plan.scorers.join(", ")}`,
        hint: "rescore one of them with the scorers of the other",
      });
    }
    return await diffRuns({ store, a, b, scorers: wanted, flips: input.flips ?? 20 });
  });
}
