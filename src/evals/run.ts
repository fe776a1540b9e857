import { setImmediate as nextTurn } from "node:timers/promises";
import { isPromise } from "../core/boundary.ts";
import { messageOf, StoreError } from "../core/errors.ts";
import { ModelError } from "../core/model.ts";
import type { Powers } from "../core/pipeline.ts";
import { pool } from "../core/pool.ts";
import type { Context } from "../core/types.ts";
import type { Batch, OutputRecord, ScoreRecord, Store } from "../store/types.ts";
import { groupCommit } from "./group-commit.ts";
import { createHeldRows } from "./held-rows.ts";
import { type Candidate, infer } from "./inference.ts";
import { watchRefusals } from "./refusal-watch.ts";
import type { Stop } from "./run-summary.ts";
import { type Scored, type Scoring, scoreWork, type Work } from "./work.ts";

export interface RunOptions {
  /** How many answers may be under way at once, where scorers are asynchronous. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Milliseconds of a monotonic clock. */
  readonly clock: () => number;
  /** Whether outputs are written too, or only scores (for a run that reads another run's outputs). */
  readonly keepOutputs: boolean;
  /** What verifiers may reach beside the attempt. */
  readonly powers: Powers;
  /** What is asked for outputs; null where they are there. */
  readonly candidate: Candidate | null;
}

export interface Progress {
  readonly done: number;
  /** Answers for which a scorer broke. */
  readonly errors: number;
  /** Why it ended although there is more to do. Null where that is not so. */
  readonly stopped: Stop | null;
}

/** Rows of one transaction: large enough that committing costs little, small enough to lose little to a kill. */
const BATCH_ROWS = 500;
/** A slow eval still commits what it has, so that a kill loses a second of work. */
const BATCH_MS = 1_000;

/** For a check by code of the user's own, where its scorer says nothing: longer than any that comes to an end. */
const TIME_LIMIT_MS = 600_000;

/**
 * Scores work as it comes, some at a time, and writes it in batches. Ends early, with everything finished written, when
 * the signal is aborted. A failing store ends it with its `StoreError`; committed batches stay.
 */
export async function* runWork(
  source: AsyncIterable<readonly Work[]>,
  scoring: Scoring,
  store: Store,
  runId: string,
  options: RunOptions,
): AsyncGenerator<Progress, Progress, void> {
  const { signal, clock, candidate, keepOutputs } = options;
  // Aborted by the caller, or here when nothing more is sent: either way the source ends and nothing is lost.
  const ending = new AbortController();
  const held = createHeldRows<Finished>();
  const stopped = AbortSignal.any([signal, ending.signal]);
  const commitSoon = groupCommit(store, runId, clock);
  let batch: Finished[] = [];
  let committed = clock();
  let done = 0;
  let errors = 0;
  const recordsOf = (finished: readonly Finished[]): Batch => ({
    outputs: finished.filter(({ work, asked }) => asked ?? (keepOutputs && work.ask === undefined)).map(toOutput),
    scores: finished.map(toScores),
  });
  const commit = async (): Promise<Progress> => {
    if (batch.length > 0) await store.write(runId, recordsOf(batch));
    batch = [];
    committed = clock();
    return { done, errors, stopped: ending.signal.aborted ? stopOf(ending.signal.reason) : null };
  };
  // An abort stops the source only: what is under way is finished and written.
  const context: Context = { timeLimitMs: TIME_LIMIT_MS, ...options.powers, signal };
  const score = (work: Work): Finished | null | Promise<Finished | null> => {
    const watch = watchRefusals(context, held);
    const scored = scoreWork(work, scoring, watch.context);
    if (!isPromise(scored)) return scored;
    return scored.then(async (finished) => {
      // One that could not be paid for says nothing, whatever a chain made of it.
      if (watch.stop !== null) {
        ending.abort(watch.stop);
        return null;
      }
      // Nor does a check that was broken off by the stop: the answer is scored when the run goes on.
      if (finished.broken && signal.aborted) return null;
      if (watch.doubt !== null) {
        held.hold(watch.doubt.model, watch.doubt.error, finished);
        return null;
      }
      if (!finished.paid) return finished;
      // What was paid for is committed at once, so that no more than what is under way is ever asked again.
      await commitSoon(recordsOf([finished]));
      return { ...finished, committed: true };
    });
  };
  const answer = async (work: Work): Promise<Finished | null> => {
    if (candidate === null) return score(work);
    const { id } = "model" in candidate ? candidate.model : candidate.solver;
    try {
      const { work: answered, refusal, heard } = await infer(work, candidate, scoring.mapping, signal);
      if (heard !== null) held.heard(id, heard);
      if (refusal !== null) {
        const finished = await score(answered);
        if (finished !== null) held.hold(id, refusal, { ...finished, asked: true });
        return null;
      }
      // Paid for: it is kept whatever becomes of its scores, and a judge need not wait for that.
      const kept = commitSoon({ outputs: [toOutput({ work: answered })] });
      const [finished] = await Promise.all([score(answered), kept]);
      return finished;
    } catch (thrown) {
      if (thrown instanceof StoreError) throw thrown;
      // Nothing more is sent, or the run was stopped: this answer is still to be had.
      if (!signal.aborted) ending.abort(thrown);
      return null;
    }
  };
  const step = (work: Work) => (work.ask === true ? answer(work) : score(work));
  const add = (one: Finished): void => {
    if (one.committed !== true) batch.push(one);
    done++;
    if (one.broken) errors++;
  };
  for await (const one of pool(each(source, stopped), options.concurrency, step, { ordered: false })) {
    for (const row of held.released()) add(row);
    if (one !== null) add(one);
    if (batch.length < BATCH_ROWS && clock() - committed < BATCH_MS) continue;
    yield await commit();
    // Rules answer without ever waiting; without a turn of the event loop a Ctrl-C would not be heard.
    await nextTurn();
  }
  if (!stopped.aborted) {
    const refusal = held.end();
    if (refusal !== null) ending.abort(refusal);
  }
  for (const row of held.released()) add(row);
  return await commit();
}

/** Scores of one answer, whether they are written already, and whether it was asked for and its output is still to write. */
type Finished = Scored & { readonly committed?: boolean; readonly asked?: boolean };

function stopOf(reason: unknown): Stop {
  const spent = reason instanceof ModelError && reason.code === "budget";
  return { by: spent ? "budget" : "refusal", reason: messageOf(reason) };
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

function toOutput({ work }: Pick<Scored, "work">): OutputRecord {
  return {
    index: work.index,
    epoch: work.epoch,
    sampleId: work.sampleId,
    row: work.row,
    output: work.output,
    error: work.problem,
    reply: work.reply ?? null,
  };
}

function toScores({ work, scores }: Scored): ScoreRecord {
  return { index: work.index, epoch: work.epoch, scores };
}
