import { toWire } from "../../core/wire.ts";
import { readMapping } from "../../evals/datasets/fields.ts";
import { type EvalPlan, readingOf } from "../../evals/plan.ts";
import { type Progress, runWork } from "../../evals/run.ts";
import { type RunSummary, type Stop, summarizeRun } from "../../evals/run-summary.ts";
import type { Work } from "../../evals/work.ts";
import type { RunRecord, Store } from "../../store/types.ts";
import type { Environment, Operation, OperationEvent } from "../environment.ts";
import type { RunModels } from "../powers/run-models.ts";

export interface Execution {
  readonly plan: EvalPlan;
  readonly store: Store;
  readonly run: RunRecord;
  readonly work: AsyncIterable<readonly Work[]>;
  /** Answers that this execution will score, where known. */
  readonly total: number | null;
  readonly keepOutputs: boolean;
  /** False where rows will be missing still, that only `resume` gets to. Default true. */
  readonly whole?: boolean;
  readonly concurrency: number;
  /** Closed when the run ends. */
  readonly access: RunModels;
}

const DEFAULT_CONCURRENCY = 16;

export function concurrencyOf(given: number | undefined): number {
  return given ?? DEFAULT_CONCURRENCY;
}

/**
 * Scores the work of a run, then makes and keeps its summary. An abort leaves the run `interrupted` and resumable; a
 * failure leaves it `failed`, likewise resumable, and is thrown on.
 */
export async function* executeRun(execution: Execution, environment: Environment): Operation<RunSummary> {
  const { plan, store, run } = execution;
  execution.access.keepReplies(store.replies);
  const started = environment.clock();
  const before = durationOf(run);
  const seconds = () => before + Math.round(environment.clock() - started) / 1_000;
  try {
    const progress = runWork(
      execution.work,
      { scorers: plan.scorers, mapping: readMapping(plan.config.dataset.fields) },
      store,
      run.id,
      {
        concurrency: execution.concurrency,
        signal: environment.signal,
        clock: environment.clock,
        keepOutputs: execution.keepOutputs,
        powers: execution.access.powers,
        candidate: await execution.access.candidate(plan),
      },
    );
    let step = await progress.next();
    while (!step.done) {
      yield toEvent(step.value, execution.total);
      step = await progress.next();
    }
    const { stopped } = step.value;
    yield toEvent(step.value, execution.total);
    for (const text of await execution.access.warnings()) yield { type: "warning", text };
    // A refusal is told by the outcome, which fails by it.
    if (stopped?.by === "budget") yield { type: "warning", text: `the run ends early: ${stopped.reason}` };
    const whole = stopped === null && execution.whole !== false;
    if (execution.whole === false) {
      yield { type: "warning", text: `run ${run.id} was not at its end: go on with veridic runs resume ${run.id}` };
    }
    const status = environment.signal.aborted ? "interrupted" : whole ? "complete" : "partial";
    return await keepSummary(execution, { ...run, status }, { seconds: seconds(), stopped }, environment);
  } catch (error) {
    await markFailed(store, run, environment);
    throw error;
  } finally {
    await execution.access.close();
  }
}

/** Makes the summary anew from what is stored, and keeps it with the run. */
async function keepSummary(
  execution: Pick<Execution, "plan" | "store">,
  run: RunRecord,
  { seconds, stopped }: { readonly seconds: number; readonly stopped: Stop | null },
  environment: Environment,
): Promise<RunSummary> {
  const { plan, store } = execution;
  const figures = await summarizeRun(store, run, readingOf(plan), seconds);
  const summary: RunSummary = stopped === null ? figures : { ...figures, stopped };
  await store.updateRun(run.id, {
    status: run.status,
    samples: summary.samples,
    epochs: summary.epochs,
    summary: toWire(summary),
    updatedAt: environment.now().toISOString(),
  });
  return summary;
}

async function markFailed(store: Store, run: RunRecord, environment: Environment): Promise<void> {
  try {
    await store.updateRun(run.id, { status: "failed", updatedAt: environment.now().toISOString() });
  } catch {
    // The store itself is what failed (a full disk): the first error is the one to tell, and the run stays resumable.
  }
}

/** Seconds that earlier executions of this run took, as far as they were kept. */
export function durationOf(run: RunRecord): number {
  const { summary } = run;
  if (typeof summary !== "object" || summary === null || !("duration_s" in summary)) return 0;
  return typeof summary.duration_s === "number" ? summary.duration_s : 0;
}

function toEvent(progress: Progress, total: number | null): OperationEvent {
  return { type: "progress", label: "scored", done: progress.done, total, errors: progress.errors };
}
