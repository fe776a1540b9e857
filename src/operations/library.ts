import type { Comparison } from "../evals/comparison.ts";
import type { RunDiff } from "../evals/run-diff.ts";
import type { RunSummary } from "../evals/run-summary.ts";
import { type Environment, type Operation, type OperationEvent, systemEnvironment } from "./environment.ts";
import { type EvalOutcome, runEval as evalOperation } from "./eval/eval.ts";
import type { EvalInput } from "./eval/eval-input.ts";
import type { RunOutcome } from "./eval/outcome.ts";
import { diffStoredRuns } from "./runs/diff.ts";
import { rescoreRun } from "./runs/rescore.ts";
import { showRun } from "./runs/runs.ts";

export interface RunOptions {
  /** Default: `VERIDIC_STORE`, else `.veridic/veridic.db`. `:memory:` keeps nothing. */
  readonly store?: string;
  /** Where relative paths start; default the working folder. */
  readonly folder?: string;
  /** Ends the run early; it stays resumable. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: OperationEvent) => void;
}

/** The path of an eval file, or its content. */
type EvalFile = string | Readonly<Record<string, unknown>>;
type EvalRunOptions = RunOptions & Omit<EvalInput, "file" | "config" | "store">;

export interface EvalRuns {
  readonly runs: readonly RunSummary[];
  /** Null where there is one run, and where it was stopped before all had begun. */
  readonly comparison: Comparison | null;
}

/**
 * Runs an eval: the path of an eval file, or its content. Throws `ConfigError` before anything is scored, and
 * `StoreError` where the store fails.
 *
 * @example
 * const summary = await runEval({
 *   data: [{ output: "Blue", target: "blue" }],
 *   scorers: [{ type: "exact_match", name: "answer" }],
 * });
 * summary.scorers.get("answer")?.mean; // 1
 */
export async function runEval(config: EvalFile, options: EvalRunOptions = {}): Promise<RunSummary> {
  const { runs } = await evaluate(config, options, "one");
  const [only] = runs;
  if (only === undefined) throw new Error("An eval without a run ended without an error.");
  return only;
}

/** Runs an eval whose `model` or `prompt` may be a list: a run for each combination, and the comparison of them. */
export async function runEvals(config: EvalFile, options: EvalRunOptions = {}): Promise<EvalRuns> {
  return evaluate(config, options, "any");
}

async function evaluate(config: EvalFile, options: EvalRunOptions, runsMeant: "one" | "any"): Promise<EvalRuns> {
  const { store, folder, signal, onEvent, ...rest } = options;
  const source = typeof config === "string" ? { file: config } : { config: { ...config } };
  const input = { ...rest, ...source, ...(store === undefined ? {} : { store }) };
  const { runs, comparison } = await finish<EvalOutcome>(
    (environment) => evalOperation(input, environment, runsMeant),
    options,
  );
  return { runs: runs.map(({ summary }) => summary), comparison };
}

/** New scores for the stored outputs of a run, under a new run with this one as its parent. */
export async function rescore(
  run: string,
  scorers: readonly Readonly<Record<string, unknown>>[],
  options: RunOptions = {},
): Promise<RunSummary> {
  const input = { run, config: [...scorers], ...storeOf(options) };
  return (await finish<RunOutcome>((environment) => rescoreRun(input, environment), options)).summary;
}

/** Compares two stored runs sample by sample. */
export async function diffRuns(
  runs: { readonly a: string; readonly b: string; readonly scorer?: string; readonly flips?: number },
  options: RunOptions = {},
): Promise<RunDiff> {
  return finish((environment) => diffStoredRuns({ ...runs, ...storeOf(options) }, environment), options);
}

/** The summary of a stored run, made anew from its rows. */
export async function summarize(run: string, options: RunOptions = {}): Promise<RunSummary> {
  return finish((environment) => showRun({ run, ...storeOf(options) }, environment), options);
}

function storeOf({ store }: RunOptions): { readonly store?: string } {
  return store === undefined ? {} : { store };
}

async function finish<Outcome>(
  start: (environment: Environment) => Operation<Outcome>,
  { folder, signal, onEvent }: RunOptions,
): Promise<Outcome> {
  const system = systemEnvironment(signal ?? new AbortController().signal);
  const operation = start(folder === undefined ? system : { ...system, folder });
  let step = await operation.next();
  while (!step.done) {
    onEvent?.(step.value);
    step = await operation.next();
  }
  return step.value;
}
