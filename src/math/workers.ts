import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { messageOf } from "../core/errors.ts";
import { broken } from "../core/score.ts";
import type { Score } from "../core/types.ts";
import type { CheckOptions, Question } from "./check.ts";
import { formOf } from "./extraction.ts";

/** Comparisons in worker threads, each within its time. */
export interface Workers {
  /** Never rejects: what takes too long, or breaks its thread, is a broken score of the stage `verifier`. */
  score(question: Question): Promise<Score>;
  /** Ends all threads; what waits is broken off. Without it, threads end by themselves where nothing is asked. */
  close(): Promise<void>;
}

export interface WorkersOptions {
  /** Milliseconds for one comparison, not counting how long it waits and how long a thread takes to start. */
  readonly timeout: number;
  /** How many threads at most; default one less than there are cores, from 1 to 4. */
  readonly size?: number;
  /** The module that a thread runs; default this package's own. */
  readonly entry?: URL;
}

interface Job {
  readonly question: Question;
  readonly done: (score: Score) => void;
}

/** A thread with what it is working at. */
interface Thread {
  readonly worker: Worker;
  job: Job | null;
  ready: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** Milliseconds that a thread without work is kept. It does not keep the process alive meanwhile. */
const IDLE = 1_000;
/** Milliseconds for a thread to start, which takes some 50 on an idle machine. */
const STARTING = 30_000;
/** Megabytes that a thread may hold; one comparison needs a small part of it. */
const MOST_MEMORY = 256;

/** Threads are started as they are needed, and one that was stopped is replaced when the next question comes. */
export function startWorkers(options: CheckOptions, { timeout, size, entry }: WorkersOptions): Workers {
  const most = size ?? Math.min(Math.max(availableParallelism() - 1, 1), 4);
  const threads = new Set<Thread>();
  const waiting: Job[] = [];

  const finish = (thread: Thread, score: Score): void => {
    clearTimeout(thread.timer);
    const { job } = thread;
    thread.job = null;
    job?.done(score);
  };
  const stop = (thread: Thread, score: Score): Promise<unknown> => {
    threads.delete(thread);
    finish(thread, score);
    return thread.worker.terminate();
  };
  const limit = (thread: Thread, milliseconds: number, score: () => Score): void => {
    clearTimeout(thread.timer);
    const { job } = thread;
    thread.timer = setTimeout(() => {
      // The answer may be here already, where this thread was too busy to take it.
      setImmediate(() => {
        if (thread.job !== job || !threads.has(thread)) return;
        void stop(thread, score());
        dispatch();
      });
    }, milliseconds);
  };
  const give = (thread: Thread, job: Job): void => {
    thread.job = job;
    thread.worker.ref();
    if (thread.ready) {
      thread.worker.postMessage(job.question);
      limit(thread, timeout, () => broken("verifier", "timeout", `the comparison did not finish within ${timeout} ms`));
    } else limit(thread, STARTING, () => broken("verifier", "timeout", "the worker thread did not start"));
  };
  const rest = (thread: Thread): void => {
    thread.worker.unref();
    thread.timer = setTimeout(() => void stop(thread, CLOSED), IDLE);
    thread.timer.unref();
  };
  const dispatch = (): void => {
    for (;;) {
      const idle = [...threads].find((thread) => thread.job === null);
      if (idle === undefined && threads.size >= most) return;
      const job = waiting.shift();
      if (job === undefined) return;
      try {
        give(idle ?? start(), job);
      } catch (thrown) {
        // Node may be told to start no threads, and the questions that wait must not wait for ever.
        job.done(broken("verifier", "worker", `no worker thread could be started: ${messageOf(thrown)}`));
      }
    }
  };
  const start = (): Thread => {
    const worker = newWorker(entry ?? ownEntry(), options);
    const thread: Thread = { worker, job: null, ready: false, timer: undefined };
    threads.add(thread);
    worker.on("message", (message: "ready" | Score) => {
      if (message === "ready") {
        thread.ready = true;
        if (thread.job !== null) give(thread, thread.job);
        return;
      }
      if (thread.job === null) return;
      finish(thread, message);
      dispatch();
      if (thread.job === null) rest(thread);
    });
    worker.on("error", (error: Error & { readonly code?: string }) => {
      const message = `the worker thread broke: ${error.message}`;
      const memory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      void stop(thread, memory ? broken("verifier", "out_of_memory", message) : broken("verifier", "worker", message));
      dispatch();
    });
    worker.on("exit", () => {
      if (!threads.has(thread)) return;
      void stop(thread, broken("verifier", "worker", "the worker thread ended"));
      dispatch();
    });
    return thread;
  };
  return {
    score: (question) =>
      new Promise((done) => {
        waiting.push({ question: sendable(question), done });
        dispatch();
      }),
    close: async () => {
      for (const job of waiting.splice(0)) job.done(CLOSED);
      await Promise.all([...threads].map((thread) => stop(thread, CLOSED)));
    },
  };
}

/** No more than is looked at: what a plug-in adds to an extraction may be a function, which cannot be sent. */
function sendable({ answer, extraction, targets }: Question): Question {
  const form = answer === null ? null : formOf(extraction, answer);
  const text = extraction?.text ?? "";
  const sent = { text, ...(form === null ? {} : { form }), ambiguous: extraction?.ambiguous === true };
  return { answer, extraction: sent, targets };
}

const CLOSED = broken("verifier", "closed", "the worker threads were closed");

/** Beside the built package, or beside this source. */
function ownEntry(): URL {
  const built = new URL("./math-worker.mjs", import.meta.url);
  return existsSync(built) ? built : new URL("./worker.ts", import.meta.url);
}

/** A source in TypeScript runs through jiti, which the package depends on: Node 20 cannot read it by itself. */
function newWorker(entry: URL, workerData: CheckOptions): Worker {
  // The flags of this process may not suit a thread: `--input-type` is refused for a file.
  const own = { workerData, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY } };
  if (!entry.pathname.endsWith(".ts")) return new Worker(entry, own);
  // The text of a thread would look for the package in the working folder.
  const jiti = pathToFileURL(createRequire(import.meta.url).resolve("jiti")).href;
  const [loader, base, file] = [jiti, import.meta.url, entry.href].map((text) => JSON.stringify(text));
  const text = `import(${loader}).then(({ default: { createJiti } }) => createJiti(${base}).import(${file}))`;
  return new Worker(text, { ...own, eval: true });
}
