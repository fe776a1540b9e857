import * as v from "valibot";
import { ConfigError } from "../../core/errors.ts";
import { readOptions } from "../../core/options.ts";
import { openDataset } from "../../evals/datasets/open.ts";
import { readErrorLimit } from "../../evals/gates.ts";
import { chosen } from "../../evals/plan.ts";
import { fingerprintFromJson } from "../../evals/run-config.ts";
import { datasetWork } from "../../evals/source.ts";
import { storedWork } from "../../evals/stored-work.ts";
import type { Environment, Operation } from "../environment.ts";
import { concurrencyOf, executeRun } from "../eval/execute.ts";
import { outcomeOf, type RunOutcome } from "../eval/outcome.ts";
import { runModels } from "../powers/run-models.ts";
import { loadRun, refuseChangedFiles, withStore } from "./stored-run.ts";

/** What may be spent by this execution alone: requests to models, and US dollars. */
export const budgetEntries = {
  maxCalls: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  maxCost: v.optional(v.pipe(v.number(), v.minValue(0))),
};

export const runInput = v.object({
  /** A run's id, the beginning of one, or `latest`. */
  run: v.string(),
  store: v.optional(v.string()),
  concurrency: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  ...budgetEntries,
});

export type RunInput = v.InferInput<typeof runInput>;

/** Scores the rows that a killed, interrupted or failed run did not get to. What is there stays as it is. */
export async function* resumeRun(given: RunInput, environment: Environment): Operation<RunOutcome> {
  const input = readOptions({ schema: runInput }, given, "resume");
  return yield* withStore(input.store, environment, async function* (store) {
    const { run, kept, plan, needs } = await loadRun(store, input.run);
    refuseChangedFiles(run);
    const limit = kept.maxErrors === null ? null : readErrorLimit(kept.maxErrors, "max_errors");
    const { scores: recorded, outputs } = await store.recorded(run.id);
    const concurrency = concurrencyOf(input.concurrency);
    const access = await runModels([plan], concurrency, environment, {
      maxCalls: input.maxCalls,
      maxCostUsd: input.maxCost,
      folder: kept.folder,
      store: input.store,
      asks: run.outputsOf === run.id,
    });
    await access.prepare(needs);
    const common = { plan, store, run, concurrency, access };
    if (run.outputsOf !== run.id) {
      // A rescored run reads another run's outputs, so the data set is not needed.
      const work = storedWork(store.samples(run.id), plan, (sample) => !recorded.has(sample));
      const summary = yield* executeRun({ ...common, work, total: null, keepOutputs: false }, environment);
      return outcomeOf(summary, limit);
    }
    const dataset = await openDataset(chosen(plan.config.dataset, kept.selection), { baseFolder: kept.folder });
    const work = await datasetWork(dataset, plan, environment.signal);
    const before = fingerprintFromJson(run.fingerprint).dataset;
    if (before !== null && before.sha256 !== work.fingerprint.sha256) {
      throw new ConfigError("changed_data", `${dataset.name} has changed since run ${run.id} began`, {
        expected: `the ${before.rows} rows it began with`,
        got: `${work.fingerprint.rows} rows with other content`,
        hint: "put the file back, or start a new run",
      });
    }
    if (work.answers === null || recorded.size < work.answers) await access.reachAll();
    yield { type: "note", text: `run ${run.id}: ${recorded.size} answers of ${work.samples} rows are there` };
    const summary = yield* executeRun(
      {
        ...common,
        work:
          plan.config.inference === null
            ? work.items((key) => recorded.has(key))
            : bothOf(
                // Answers that a model gave and that were not scored yet are there: they are not asked for again.
                storedWork(store.samples(run.id), plan, (sample) => !recorded.has(sample)),
                work.items((key) => recorded.has(key) || outputs.has(key)),
              ),
        total: work.answers === null ? null : Math.max(0, work.answers - recorded.size),
        keepOutputs: true,
      },
      environment,
    );
    return outcomeOf(summary, limit);
  });
}

async function* bothOf<T>(first: AsyncIterable<T>, second: AsyncIterable<T>): AsyncGenerator<T, void, void> {
  yield* first;
  yield* second;
}

/** Scores anew what errored, from the stored outputs: only the scorers that broke, in the same run. */
export async function* retryRun(given: RunInput, environment: Environment): Operation<RunOutcome> {
  const input = readOptions({ schema: runInput }, given, "retry");
  return yield* withStore(input.store, environment, async function* (store) {
    const { run, kept, plan, needs } = await loadRun(store, input.run);
    const limit = kept.maxErrors === null ? null : readErrorLimit(kept.maxErrors, "max_errors");
    const concurrency = concurrencyOf(input.concurrency);
    let errored = 0;
    const counted = (sample: Parameters<typeof hasError>[0]) => {
      const wanted = hasError(sample);
      if (wanted) errored++;
      return wanted;
    };
    const work = storedWork(store.samples(run.id), plan, counted, run.outputsOf === run.id);
    const access = await runModels([plan], concurrency, environment, {
      maxCalls: input.maxCalls,
      maxCostUsd: input.maxCost,
      folder: kept.folder,
      store: input.store,
      fresh: true,
      asks: run.outputsOf === run.id,
    });
    await access.prepare(needs);
    await access.reachAll();
    const summary = yield* executeRun(
      {
        plan,
        store,
        run,
        concurrency,
        access,
        work,
        total: null,
        keepOutputs: false,
        // What errored is asked again; what nobody got to is left.
        whole: run.status === "complete",
      },
      environment,
    );
    if (errored === 0) yield { type: "note", text: `nothing of run ${run.id} had errored, so nothing was asked again` };
    return outcomeOf(summary, limit, "retry");
  });
}

function hasError({ scores }: { readonly scores: Readonly<Record<string, unknown>> | null }): boolean {
  return Object.values(scores ?? {}).some((score) => typeof score === "object" && score !== null && "error" in score);
}
