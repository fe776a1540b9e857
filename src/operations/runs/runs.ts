import * as v from "valibot";
import { readOptions } from "../../core/options.ts";
import { type RunKind, runKind } from "../../evals/run-kind.ts";
import { type RunSummary, summarizeRun } from "../../evals/run-summary.ts";
import type { RunRecord } from "../../store/types.ts";
import type { Environment, Operation } from "../environment.ts";
import { durationOf } from "../eval/execute.ts";
import { type RunInput, runInput } from "./resume.ts";
import { readRun, withStore } from "./stored-run.ts";

export const listInput = v.object({
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  store: v.optional(v.string()),
});

/** The runs of the store, newest first. */
export async function* listRuns(
  given: v.InferInput<typeof listInput>,
  environment: Environment,
): Operation<readonly RunRecord[]> {
  const input = readOptions({ schema: listInput }, given, "list");
  return yield* withStore(input.store, environment, async (store) => {
    return await store.listRuns(input.limit);
  });
}

/** The summary of a run, made anew from what is stored: also of one that was killed before it had any. */
export async function* showRun(given: RunInput, environment: Environment): Operation<RunSummary> {
  const input = readOptions({ schema: runInput }, given, "show");
  return yield* withStore(input.store, environment, async (store) => {
    const { run, plan } = await readRun(store, input.run);
    return await summarizeRun(store, run, plan, durationOf(run));
  });
}

/** A run for people: the summary of an eval, or the record of a run of another kind with the result that is kept in it. */
export type ShownRun =
  | { readonly kind: "eval"; readonly summary: RunSummary }
  | { readonly kind: Exclude<RunKind, "eval">; readonly record: RunRecord };

/** Shows a run of whatever kind. */
export async function* showAnyRun(given: RunInput, environment: Environment): Operation<ShownRun> {
  const input = readOptions({ schema: runInput }, given, "show");
  const record = yield* withStore(input.store, environment, (store) => store.findRun(input.run));
  const kind = runKind(record.config);
  if (kind !== null && kind !== "eval") return { kind, record };
  return { kind: "eval", summary: yield* showRun({ ...input, run: record.id }, environment) };
}

export const removeInput = v.object({
  run: v.string(),
  store: v.optional(v.string()),
  /** Also when other runs read its outputs. */
  force: v.optional(v.boolean()),
});

/** Removes a run with its outputs and scores. */
export async function* removeRun(
  given: v.InferInput<typeof removeInput>,
  environment: Environment,
): Operation<RunRecord> {
  const input = readOptions({ schema: removeInput }, given, "rm");
  return yield* withStore(input.store, environment, async (store) => {
    const run = await store.findRun(input.run);
    await store.removeRun(run.id, { force: input.force ?? false });
    return run;
  });
}
