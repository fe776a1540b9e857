import { resolve } from "node:path";
import * as v from "valibot";
import { ConfigError } from "../../core/errors.ts";
import { readOptions } from "../../core/options.ts";
import { planEval } from "../../evals/plan.ts";
import {
  fingerprintFromJson,
  fingerprintToJson,
  holdsFunctions,
  runConfigFromJson,
  runConfigToJson,
} from "../../evals/run-config.ts";
import { storedWork } from "../../evals/stored-work.ts";
import { newRunId } from "../../store/run-id.ts";
import type { RunRecord } from "../../store/types.ts";
import { inFile, readConfigFile } from "../config/config-file.ts";
import { withFullPaths } from "../config/config-parts.ts";
import { builderWith, loadPlugins } from "../config/modules.ts";
import { scoringOf, withScoring } from "../config/scoring-file.ts";
import { type Environment, type Operation, storeLocation } from "../environment.ts";
import { concurrencyOf, executeRun } from "../eval/execute.ts";
import { outcomeOf, type RunOutcome } from "../eval/outcome.ts";
import { declaredNeeds } from "../powers/declared-needs.ts";
import { runModels } from "../powers/run-models.ts";
import { withPinnedRewards } from "../rewards/pins.ts";
import { budgetEntries } from "./resume.ts";
import { withStore } from "./stored-run.ts";

export const rescoreInput = v.object({
  /** A run's id, the beginning of one, or `latest`. */
  run: v.string(),
  /** A file with a list of scorers, or with a map that holds `scorers` (an eval file will do). */
  scorers: v.optional(v.string()),
  /** The scorers themselves. */
  config: v.optional(v.array(v.unknown())),
  store: v.optional(v.string()),
  concurrency: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  ...budgetEntries,
});

export type RescoreInput = v.InferInput<typeof rescoreInput>;

/** New scores for the stored outputs of a run, under a new run. Nothing of the old run is touched. */
export async function* rescoreRun(given: RescoreInput, environment: Environment): Operation<RunOutcome> {
  const input = readOptions({ schema: rescoreInput }, given, "rescore");
  const scoring = await readScoring(input, environment);
  return yield* withStore(input.store, environment, async function* (store) {
    const parent = await store.findRun(input.run);
    const kept = runConfigFromJson(parent.config, parent.id);
    const named = { ...scoring.config, scorers: withFullPaths(scoring.config["scorers"], scoring.folder) };
    const pinned = await withPinnedRewards(named, storeLocation(input.store, environment), environment.folder);
    const config = withScoring(kept.eval, pinned.config);
    const plugins = await loadPlugins(scoring.plugins, scoring.folder);
    const needs = declaredNeeds(scoring.folder);
    const plan = inFile(scoring.shown, () =>
      planEval(
        config,
        parent.name,
        (usesModel) => builderWith(plugins.values, { usesModel, ...needs.told }),
        kept.selection,
      ),
    );
    const concurrency = concurrencyOf(input.concurrency);
    const access = await runModels([plan], concurrency, environment, {
      maxCalls: input.maxCalls,
      maxCostUsd: input.maxCost,
      folder: kept.folder,
      asks: false,
      store: input.store,
    });
    await access.prepare(needs);
    await access.reachAll();
    const began = fingerprintFromJson(parent.fingerprint);
    const now = environment.now();
    const run: RunRecord = {
      ...parent,
      id: newRunId(now, environment.random),
      status: "running",
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
      parent: parent.id,
      outputsOf: parent.outputsOf,
      config: runConfigToJson({
        ...kept,
        valuesFromCode: holdsFunctions(scoring.config),
        eval: JSON.parse(JSON.stringify({ ...config, plugins: plugins.entries })),
      }),
      fingerprint: fingerprintToJson({ ...began, files: [...began.files, ...needs.files, ...pinned.files] }),
      summary: null,
    };
    await store.createRun(run);
    yield { type: "note", text: `run ${run.id}: new scores for the outputs of run ${parent.outputsOf}` };
    const summary = yield* executeRun(
      {
        plan,
        store,
        run,
        work: storedWork(store.samples(run.id), plan, () => true),
        total: null,
        keepOutputs: false,
        concurrency,
        access,
      },
      environment,
    );
    return outcomeOf(summary, null);
  });
}

async function readScoring(input: v.InferOutput<typeof rescoreInput>, environment: Environment) {
  if ((input.scorers === undefined) === (input.config === undefined)) {
    throw new ConfigError("usage", "there is nothing to score with", {
      place: "--scorers",
      expected: "a JSON or YAML file with a list of scorers",
    });
  }
  if (input.scorers === undefined) {
    return { config: { scorers: input.config }, plugins: [], folder: environment.folder, shown: "scorers" };
  }
  const file = await readConfigFile(input.scorers, environment.folder);
  const { plugins, prices, ...rest }: Readonly<Record<string, unknown>> = { scorers: [], ...scoringOf(file.value) };
  // A path counts from the file that names it, not from the eval that is scored anew.
  const priced = typeof prices === "string" ? resolve(file.folder, prices) : prices;
  const config = priced === undefined ? rest : { ...rest, prices: priced };
  return { config, plugins: Array.isArray(plugins) ? plugins : [], folder: file.folder, shown: input.scorers };
}
