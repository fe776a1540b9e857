import { ConfigError } from "../../core/errors.ts";
import { readOptions } from "../../core/options.ts";
import { type ComparedRun, type Comparison, compareRuns } from "../../evals/comparison.ts";
import { readErrorLimit } from "../../evals/gates.ts";
import { readingOf } from "../../evals/plan.ts";
import { fingerprintToJson, holdsFunctions, type RunConfig, runConfigToJson } from "../../evals/run-config.ts";
import { openStore } from "../../store/open.ts";
import { newRunId } from "../../store/run-id.ts";
import type { RunRecord, Store } from "../../store/types.ts";
import { type Environment, type Operation, storeLocation } from "../environment.ts";
import { selfPreference } from "../powers/run-models.ts";
import { type EvalInput, type EvalOptions, evalInput } from "./eval-input.ts";
import { executeRun } from "./execute.ts";
import { outcomeOf, type RunOutcome, worstOf } from "./outcome.ts";
import { configToJson, type PreparedEval, type PreparedRun, prepareEval } from "./prepare-eval.ts";

/** What an eval came to: one run, or one for each model and prompt. */
export interface EvalOutcome extends Pick<RunOutcome, "exitCode" | "verdict"> {
  readonly runs: readonly RunOutcome[];
  /** How many runs the eval is; more than `runs` where it was stopped before all had begun. */
  readonly planned: number;
  /** Null where the eval is one run, and where it was stopped before all had begun. */
  readonly comparison: Comparison | null;
}

/**
 * Runs an eval: everything is checked first, then every row is scored, then each run is summed up. A caller that can
 * hold one run only says so, and gets a `ConfigError` before anything is spent.
 */
export async function* runEval(
  given: EvalInput,
  environment: Environment,
  runsMeant: "one" | "any" = "any",
): Operation<EvalOutcome> {
  const input = readOptions({ schema: evalInput }, given, "eval");
  const limit = input.maxErrors === undefined ? null : readErrorLimit(input.maxErrors, "--max-errors");
  const prepared = yield* prepareEval(input, environment);
  const compared: ComparedRun[] = [];
  const outcomes: RunOutcome[] = [];
  try {
    if (runsMeant === "one" && prepared.runs.length > 1) {
      throw new ConfigError("usage", "this eval is several runs, one for each model and prompt", {
        expected: "one model and one prompt",
        got: `${prepared.runs.length} runs`,
        hint: "runEvals returns them all, with their comparison",
      });
    }
    await prepared.access.reachAll();
    const store = await openStore(storeLocation(input.store, environment), { folder: environment.folder });
    try {
      for (const one of prepared.runs) {
        if (environment.signal.aborted) break;
        const { run, summary } = yield* oneRun(one, prepared, input, store, environment);
        compared.push({ label: one.label, run, plan: readingOf(one.plan), summary });
        outcomes.push(outcomeOf(summary, limit));
      }
      const planned = prepared.runs.length;
      // Stopped before the first run began, there is nothing to go on with.
      if (outcomes.length === 0) environment.signal.throwIfAborted();
      if (outcomes.length < planned) {
        const text = `${planned - outcomes.length} of ${planned} runs were not begun; only a new eval asks for them`;
        yield { type: "warning", text };
      }
      const several = planned > 1 && compared.length === planned;
      const comparison = several ? await compareRuns(store, compared) : null;
      return { runs: outcomes, planned, comparison, ...worstOf(outcomes) };
    } finally {
      await store.close();
    }
  } finally {
    await prepared.access.close();
  }
}

async function* oneRun(
  { plan, work, config, label }: PreparedRun,
  prepared: PreparedEval,
  input: EvalOptions,
  store: Store,
  environment: Environment,
): Operation<Pick<ComparedRun, "run" | "summary">> {
  const { source, selection, concurrency, datasetName } = prepared;
  const now = environment.now();
  const id = newRunId(now, environment.random);
  const kept: RunConfig = {
    eval: configToJson(config, source.shown),
    folder: source.folder,
    selection,
    maxErrors: input.maxErrors ?? null,
    valuesFromCode: holdsFunctions({ ...config, data: null }),
  };
  const run: RunRecord = {
    id,
    name: plan.config.name,
    status: "running",
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    parent: null,
    outputsOf: id,
    samples: work.samples,
    epochs: 1,
    model: plan.config.inference?.model ?? null,
    config: runConfigToJson(kept),
    fingerprint: fingerprintToJson({ dataset: work.fingerprint, files: prepared.files }),
    summary: null,
  };
  await store.createRun(run);
  const warnings = [...work.warnings, selfPreference(plan)].filter((text) => text !== null);
  for (const text of warnings) yield { type: "warning", text };
  const which = label === "" ? "" : ` (${label})`;
  yield { type: "note", text: `run ${id}: ${plan.config.name}${which}, ${work.samples} rows of ${datasetName}` };
  const summary = yield* executeRun(
    {
      plan,
      store,
      run,
      work: work.items(() => false),
      total: work.answers,
      keepOutputs: true,
      concurrency,
      // Shared with the other runs, and closed after the last.
      access: { ...prepared.access, close: async () => {} },
    },
    environment,
  );
  return { run, summary };
}
