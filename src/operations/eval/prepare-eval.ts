import { ConfigError } from "../../core/errors.ts";
import type { Json } from "../../core/types.ts";
import { openDataset } from "../../evals/datasets/open.ts";
import { withDrawnExamples } from "../../evals/draw-examples.ts";
import { chosen, type EvalPlan, planEval, type Selection } from "../../evals/plan.ts";
import { type DatasetWork, datasetWork } from "../../evals/source.ts";
import { variantsOf } from "../../evals/variants.ts";
import { readSolver } from "../../models/solver/choice.ts";
import { withBenchmark } from "../benchmarks/benchmark-eval.ts";
import { inFile } from "../config/config-file.ts";
import { builderWith, loadPlugins } from "../config/modules.ts";
import { type Environment, type OperationEvent, storeLocation } from "../environment.ts";
import { declaredNeeds } from "../powers/declared-needs.ts";
import { type RunModels, runModels } from "../powers/run-models.ts";
import { solverFiles } from "../powers/solver-module.ts";
import { type Pinned, withPinnedRewards } from "../rewards/pins.ts";
import type { EvalOptions } from "./eval-input.ts";
import { type EvalSource, readSource } from "./eval-source.ts";
import { concurrencyOf } from "./execute.ts";

/** One run of an eval, checked and ready to begin. */
export interface PreparedRun {
  /** What it differs by from the other runs; empty where it is the only one. */
  readonly label: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly plan: EvalPlan;
  readonly work: DatasetWork;
}

/** An eval that was read and checked as a whole. Nothing was sent to a model, nothing written. */
export interface PreparedEval {
  readonly source: EvalSource;
  readonly selection: Selection;
  readonly datasetName: string;
  /** What the runs must be the same in when they are resumed, beside the data. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  readonly concurrency: number;
  readonly runs: readonly PreparedRun[];
  /** Of all runs together, so that they share limits and budget; to be closed when all have ended. */
  readonly access: RunModels;
}

/** Reads an eval and refuses, with a `ConfigError`, what its user should mend first. */
export async function* prepareEval(
  input: EvalOptions,
  environment: Environment,
): AsyncGenerator<OperationEvent, PreparedEval, void> {
  const declared = await readSource(input, environment);
  const asked = yield* withBenchmark(declared, environment);
  const drawn = await withDrawnExamples(asked, declared.folder);
  const pinned = await pinnedRewards(drawn, declared.shown, input, environment);
  const source = { ...declared, config: pinned.config };
  const selection: Selection = { limit: input.limit ?? null, sampleIds: input.sampleIds ?? null };
  const plugins = await loadPlugins(listOf(source.config["plugins"]), source.folder);
  const needs = declaredNeeds(source.folder);
  const planned = inFile(source.shown, () =>
    variantsOf(source.config).map((variant) => ({
      ...variant,
      plan: planEval(
        variant.config,
        source.name,
        (usesModel) => builderWith(plugins.values, { usesModel, ...needs.told }),
        selection,
      ),
    })),
  );
  const plans = planned.map(({ plan }) => plan);
  const [first] = plans;
  if (first === undefined) throw new ConfigError("usage", "there is no eval to run");
  const dataset = await openDataset(chosen(first.config.dataset, selection), { baseFolder: source.folder });
  const runs: PreparedRun[] = [];
  for (const one of planned) runs.push({ ...one, work: await datasetWork(dataset, one.plan, environment.signal) });
  const concurrency = concurrencyOf(input.concurrency);
  const access = await runModels(plans, concurrency, environment, {
    maxCalls: input.maxCalls,
    maxCostUsd: input.maxCost,
    record: input.record,
    folder: source.folder,
    unsafeNoSandbox: input.unsafeNoSandbox,
    store: input.store,
  });
  await access.prepare(needs);
  const files = [
    ...source.files,
    ...plugins.files,
    ...needs.files,
    ...pinned.files,
    ...solverFiles(first, source.folder),
  ];
  return { source, selection, datasetName: dataset.name, files, concurrency, runs, access };
}

async function pinnedRewards(
  config: Readonly<Record<string, unknown>>,
  shown: string,
  { store }: EvalOptions,
  environment: Environment,
): Promise<Pinned> {
  try {
    return await withPinnedRewards(config, storeLocation(store, environment), environment.folder);
  } catch (error) {
    throw error instanceof ConfigError ? error.within(shown) : error;
  }
}

/** The configuration as the store keeps it: without the values that were given in code. */
export function configToJson(
  config: Readonly<Record<string, unknown>>,
  place: string,
): { readonly [key: string]: Json } {
  try {
    // Of a solver that is a function the name stays, so that the figures of its run can be read.
    const { solver } = config;
    const named = typeof solver === "function" ? { solver: readSolver(solver).name } : {};
    return JSON.parse(JSON.stringify({ ...config, ...named }));
  } catch (cause) {
    throw new ConfigError("not_json", "this eval holds something that has no JSON form", { place, cause });
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
