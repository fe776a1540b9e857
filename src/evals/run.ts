import { setImmediate as nextTurn } from "node:timers/promises";
import { pool } from "../core/pool.ts";
import type { OutputRecord, ScoreRecord, Store } from "../store/types.ts";
import { type Scored, type Scoring, scoreWork, type Work } from "./work.ts";

export interface RunOptions {
  /** How many answers may be under way at once, where scorers are asynchronous. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Milliseconds of a monotonic clock. */
  readonly clock: () => number;
  /** Whether outputs are written too, or only scores (for a run that reads another run's outputs). */
  readonly keepOutputs: boolean;
}

export interface Progress {
  readonly done: number;
  /** Answers for which a scorer broke. */
  readonly errors: number;
}

/** Rows of one transaction: large enough that committing costs little, small enough to lose little to a kill. */
const BATCH_ROWS = 500;
/** A slow eval still commits what it has, so that a kill loses a second of work. */
const BATCH_MS = 1_000;

/**
 * Scores work as it comes, some at a time, and writes it in batches. Ends early, with everything finished written, when the signal is
 * aborted. A failing store ends it with its `StoreError`; committed batches stay.
 */
export async function* runWork(
  source: AsyncIterable<readonly Work[]>,
  scoring: Scoring,
  store: Store,
  runId: string,
  options: RunOptions,
): AsyncGenerator<Progress, Progress, void> {
  const { signal, clock } = options;
  let batch: Scored[] = [];
  let committed = clock();
  let done = 0;
  let errors = 0;
  const commit = async (): Promise<Progress> => {
    if (batch.length > 0) {
      await store.write(runId, {
        outputs: options.keepOutputs ? batch.map(toOutput) : [],
        scores: batch.map(toScores),
      });
    }
    batch = [];
    committed = clock();
    return { done, errors };
  };
  // An abort stops the source only: what is under way is finished and written.
  const scored = pool(each(source, signal), options.concurrency, (work) => scoreWork(work, scoring, { signal }), {
    ordered: false,
  });
  for await (const one of scored) {
    batch.push(one);
    done++;
    if (one.broken) errors++;
    if (batch.length < BATCH_ROWS && clock() - committed < BATCH_MS) continue;
    yield await commit();
    // Rules answer without ever waiting; without a turn of the event loop a Ctrl-C would not be heard.
    await nextTurn();
  }
  return await commit();
}

/** One by one, until the signal is aborted. */
async function* each<T>(source: AsyncIterable<readonly T[]>, signal: AbortSignal): AsyncGenerator<T, void, void> {
  for await (const items of source) {
    for (const item of items) {
      if (signal.aborted) return;
      yield item;
    }
  }
}

function toOutput({ work }: Scored): OutputRecord {
  return {
    index: work.index,
    epoch: work.epoch,
    sampleId: work.sampleId,
    row: work.row,
    output: work.output,
    error: work.problem,
    reply: null,
  };
}

function toScores({ work, scores }: Scored): ScoreRecord {
  return { index: work.index, epoch: work.epoch, scores };
}
