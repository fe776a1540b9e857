import type { FunctionReply, ScoringProgram } from "../../core/scoring-function.ts";
import type { Container } from "../container.ts";
import type { Limits } from "../limits.ts";
import { type FunctionWorker, type Job, type LoadFault, startFunctionWorker } from "./worker.ts";

/** The processes of one program. */
export interface FunctionPool {
  /** Null where the program can be called. Loads it if no process has. */
  load(): Promise<LoadFault | null>;
  add(job: Job): void;
  /** Ends all processes; what waits is broken off. */
  close(): Promise<void>;
}

export interface FunctionPoolOptions {
  readonly container: Container;
  readonly limits: Limits;
  /** Processes at most. */
  readonly most: number;
  /** Whether each call gets a process of its own. */
  readonly fresh: boolean;
}

/** Samples that go to a process at once: more would only wait there, where another process could take them. */
const BATCH = 8;
/** Milliseconds that a process without work is kept. It keeps nothing alive meanwhile. */
const IDLE_MS = 2_000;

/** Processes are started as they are needed. One that ended, or has used up its CPU time, is replaced. */
export function createFunctionPool(program: ScoringProgram, options: FunctionPoolOptions): FunctionPool {
  const { container, limits, most, fresh } = options;
  const waiting: Job[] = [];
  const idle = new Map<FunctionWorker, NodeJS.Timeout>();
  const busy = new Set<FunctionWorker>();
  let refused: LoadFault | null = null;
  let planned = false;
  let closed = false;

  /** A process that may be called, or why there is none. */
  const take = async (): Promise<FunctionWorker | LoadFault> => {
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      if (!worker.usable) continue;
      worker.hold(true);
      busy.add(worker);
      return worker;
    }
    const worker = startFunctionWorker(container, program, limits);
    busy.add(worker);
    const fault = await worker.loaded;
    if (fault === null) return worker;
    busy.delete(worker);
    await worker.kill();
    // What does not load now will not load for the next row.
    if (!fault.mine) refused = fault;
    return fault;
  };
  const giveBack = async (worker: FunctionWorker): Promise<void> => {
    busy.delete(worker);
    if (closed || fresh || isSpent(worker, limits)) return worker.kill();
    worker.hold(false);
    const timer = setTimeout(() => {
      idle.delete(worker);
      void worker.kill();
    }, IDLE_MS);
    timer.unref();
    idle.set(worker, timer);
  };
  const nextBatch = (): readonly Job[] => {
    // A fair share: with few in the line no process should hold them all.
    const share = fresh ? 1 : Math.min(BATCH, Math.ceil(waiting.length / most));
    return waiting.splice(0, share).filter((job) => {
      if (job.signal?.aborted) job.abandon(job.signal.reason);
      return job.signal?.aborted !== true;
    });
  };
  const work = async (): Promise<void> => {
    let batch = nextBatch();
    if (batch.length === 0) return;
    const worker = refused ?? (await take());
    if ("error" in worker) {
      for (const job of batch) job.done({ error: worker.error });
      return;
    }
    while (batch.length > 0) {
      waiting.unshift(...(await worker.run(batch)));
      if (closed || fresh || isSpent(worker, limits)) break;
      batch = nextBatch();
    }
    await giveBack(worker);
  };
  let working = 0;
  const dispatch = (): void => {
    planned = false;
    while (waiting.length > 0 && working < most && !closed) {
      working++;
      void work().finally(() => {
        working--;
        plan();
      });
    }
  };
  // Calls of one turn go together.
  const plan = (): void => {
    if (planned || waiting.length === 0) return;
    planned = true;
    setImmediate(dispatch);
  };
  return {
    load: async () => {
      const worker = refused ?? (await take());
      if ("error" in worker) return worker;
      await giveBack(worker);
      return null;
    },
    add: (job) => {
      if (closed) job.done(CLOSED);
      else waiting.push(job);
      plan();
    },
    close: async () => {
      closed = true;
      for (const job of waiting.splice(0)) job.done(CLOSED);
      for (const timer of idle.values()) clearTimeout(timer);
      const all = [...idle.keys(), ...busy];
      idle.clear();
      await Promise.all(all.map((worker) => worker.kill()));
    },
  };
}

const CLOSED: FunctionReply = {
  error: { stage: "sandbox", code: "closed", message: "the sandbox was closed", retryable: true },
};

/** CPU time counts for the whole life of a process, and is never more than the time that it worked. */
function isSpent({ usable, busyMs }: FunctionWorker, { cpuSeconds }: Limits): boolean {
  return !usable || busyMs > cpuSeconds * 500;
}
