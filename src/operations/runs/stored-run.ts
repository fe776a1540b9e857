import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError } from "../../core/errors.ts";
import { type EvalPlan, planEval, planReading, type ReadingPlan } from "../../evals/plan.ts";
import { fingerprintFromJson, type RunConfig, runConfigFromJson } from "../../evals/run-config.ts";
import { openStore } from "../../store/open.ts";
import type { RunRecord, Store } from "../../store/types.ts";
import { builderWith, loadPlugins } from "../config/modules.ts";
import { type Environment, type Operation, storeLocation } from "../environment.ts";
import { sha256Of } from "../hash.ts";
import { type DeclaredNeeds, declaredNeeds } from "../powers/declared-needs.ts";

/** A run as the store has it, with its eval read and checked again. */
export interface StoredRun {
  readonly run: RunRecord;
  readonly kept: RunConfig;
  readonly plan: EvalPlan;
  /** To be met before the first row. */
  readonly needs: DeclaredNeeds;
}

/**
 * Opens the store for one operation on what is in it and closes it, whatever happens. Where there is no store, none is
 * made: it is as if it were empty, and an error names the place that was looked at.
 */
export async function* withStore<Outcome>(
  location: string | undefined,
  environment: Environment,
  work: (store: Store) => Operation<Outcome> | Promise<Outcome>,
): Operation<Outcome> {
  const url = storeLocation(location, environment);
  const absent = isAbsentFile(url, environment.folder);
  const store = await openStore(absent ? ":memory:" : url, { folder: environment.folder });
  try {
    const working = work(store);
    return Symbol.asyncIterator in working ? yield* working : await working;
  } catch (thrown) {
    if (!absent || !(thrown instanceof ConfigError) || thrown.code !== "unknown_run") throw thrown;
    throw new ConfigError("unknown_run", thrown.problem, {
      place: url,
      hint: "there is no such file: name another store with --store or VERIDIC_STORE, or start a run with veridic eval",
      cause: thrown,
    });
  } finally {
    await store.close();
  }
}

function isAbsentFile(url: string, folder: string): boolean {
  // Addresses and empty names are refused on opening.
  return url !== ":memory:" && url.trim() !== "" && !url.includes("://") && !existsSync(resolve(folder, url));
}

/** A run with what its figures need. Nothing of its plug-ins is loaded. */
export interface ReadRun {
  readonly run: RunRecord;
  readonly plan: ReadingPlan;
}

export async function readRun(store: Store, reference: string): Promise<ReadRun> {
  const run = await store.findRun(reference);
  return { run, plan: planReading(runConfigFromJson(run.config, run.id).eval, run.name) };
}

export async function loadRun(store: Store, reference: string): Promise<StoredRun> {
  const run = await store.findRun(reference);
  const kept = runConfigFromJson(run.config, run.id);
  if (kept.valuesFromCode) {
    throw new ConfigError("values_from_code", `run ${run.id} was checked by functions that were given in code`, {
      expected: "an eval whose verifiers and plug-ins are named",
      hint: "it can be shown, compared, exported and rescored; to resume runs, give plug-ins as files",
    });
  }
  const plugins = await loadPlugins(Array.isArray(kept.eval["plugins"]) ? kept.eval["plugins"] : [], kept.folder);
  const needs = declaredNeeds(kept.folder);
  const plan = planEval(
    kept.eval,
    run.name,
    (usesModel) => builderWith(plugins.values, { usesModel, ...needs.told }),
    kept.selection,
  );
  return { run, kept, plan, needs };
}

/** Refuses to go on with a run whose eval file or plug-ins are not what they were: its rows would not be comparable. */
export function refuseChangedFiles(run: RunRecord): void {
  for (const { path, sha256 } of fingerprintFromJson(run.fingerprint).files) {
    if (!existsSync(path) || sha256Of(readFileSync(path)) === sha256) continue;
    throw new ConfigError("changed_config", `${path} has changed since run ${run.id} began`, {
      expected: "the file as it was",
      hint: `put it back, start a new run, or give the stored outputs new scores with: veridic runs rescore ${run.id}`,
    });
  }
}
