import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { pathToFileURL } from "node:url";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { messageOf } from "../../core/errors.ts";
import type { Attempt, Json } from "../../core/types.ts";
import { type ModuleContent, readAnswer, readContent, type ThreadAnswer, type Ticket } from "./answers.ts";
import { THREAD_PROGRAM } from "./thread-program.ts";

/** A module of the user's. It runs with the rights of this process; only its time and its heap are bounded. */
export interface IsolatedModule {
  /** Full path; what the module imports is found from there. */
  readonly file: string;
  /** The text to run in place of what the file holds now; null for the file itself. */
  readonly source: string | null;
  /** What `import "veridic"` means, as jiti takes it. */
  readonly alias: Readonly<Record<string, string>>;
  readonly heapMb: number;
}

export type Question =
  | { readonly call: "reward"; readonly name: string; readonly argument: Json }
  | { readonly call: "build"; readonly type: string; readonly options: unknown; readonly place: string }
  | {
      readonly call: "score";
      readonly type: string;
      readonly options: unknown;
      readonly place: string;
      readonly attempt: Attempt;
    };

export type { ModuleContent, ThreadAnswer } from "./answers.ts";

/** Threads that have loaded one module. They end by themselves where nothing is asked. */
export interface Threads {
  /** Rejects with an `Error` that says why the module cannot be loaded. */
  content(): Promise<ModuleContent>;
  /** Never rejects but for an abort. The time counts from the moment that a thread takes the question. */
  ask(question: Question, limitMs: number, signal?: AbortSignal): Promise<ThreadAnswer>;
}

interface Job {
  readonly question: Question | null;
  readonly limitMs: number;
  readonly done: (answer: ThreadAnswer | ModuleContent) => void;
}

interface Thread {
  readonly worker: Worker;
  /**
   * Questions and answers go through a channel of ours. The one that every thread has is open to whatever runs in it,
   * so nothing that is posted there is heard.
   */
  readonly port: MessagePort;
  /** The question under way; null where none is. */
  ticket: Ticket | null;
  content: ModuleContent | null;
  job: Job | null;
  timer: NodeJS.Timeout | undefined;
}

/** Milliseconds for a thread to load its module; some 100 on an idle machine. */
const LOADING_MS = 30_000;
/** Milliseconds that a thread without work is kept. It keeps nothing alive meanwhile. */
const IDLE_MS = 1_000;

export function startThreads(module: IsolatedModule, size = Math.min(availableParallelism(), 4)): Threads {
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let asked = 0;

  const end = (thread: Thread, answer: ThreadAnswer): void => {
    if (!threads.delete(thread)) return;
    clearTimeout(thread.timer);
    const { job } = thread;
    thread.job = null;
    thread.port.close();
    void thread.worker.terminate();
    job?.done(answer);
    dispatch();
  };
  const within = (thread: Thread, limitMs: number, message: string): void => {
    clearTimeout(thread.timer);
    const { job } = thread;
    thread.timer = setTimeout(
      // The answer may be here already, where this thread was too busy to take it.
      () => setImmediate(() => thread.job === job && end(thread, { code: "timeout", message })),
      limitMs,
    );
  };
  const pose = (thread: Thread, question: Question | { readonly call: "content" }): void => {
    const ticket = { number: ++asked, token: randomUUID() };
    thread.port.postMessage({ ...ticket, question });
    thread.ticket = ticket;
  };
  const hear = (thread: Thread, said: unknown): void => {
    // Behind the answer that ended the thread there may be more.
    if (!threads.has(thread)) return;
    const { ticket } = thread;
    const answer = ticket === null ? null : readAnswer(said, ticket);
    thread.ticket = null;
    // The module has laid hands on the channel, so this thread's next answer is worth nothing either.
    if (answer === null) end(thread, FORGED);
    else if (thread.content !== null) settle(thread, answer);
    else learn(thread, answer);
  };
  const learn = (thread: Thread, answer: ThreadAnswer): void => {
    const content = "value" in answer ? readContent(answer.value) : null;
    if (content === null) {
      end(thread, "value" in answer ? FORGED : { code: "not_loaded", message: answer.message });
      return;
    }
    thread.content = content;
    const { job } = thread;
    if (job !== null) give(thread, job);
  };
  const settle = (thread: Thread, answer: ThreadAnswer | ModuleContent): void => {
    clearTimeout(thread.timer);
    const { job } = thread;
    thread.job = null;
    job?.done(answer);
    dispatch();
    if (thread.job !== null) return;
    thread.worker.unref();
    thread.timer = setTimeout(() => end(thread, GONE), IDLE_MS);
    thread.timer.unref();
  };
  const give = (thread: Thread, job: Job): void => {
    thread.job = job;
    thread.worker.ref();
    if (thread.content === null) within(thread, LOADING_MS, `the module was not loaded within ${LOADING_MS} ms`);
    else if (job.question === null) settle(thread, thread.content);
    else {
      within(thread, job.limitMs, `it did not answer within ${job.limitMs} ms`);
      try {
        pose(thread, job.question);
      } catch (thrown) {
        // What a plug-in put into a sample may be nothing that can be sent.
        settle(thread, { code: "worker", message: `the question cannot be sent: ${messageOf(thrown)}` });
      }
    }
  };
  const dispatch = (): void => {
    for (;;) {
      const idle = [...threads].find((thread) => thread.job === null);
      if (idle === undefined && threads.size >= size) return;
      const job = waiting.shift();
      if (job === undefined) return;
      try {
        give(idle ?? start(), job);
      } catch (thrown) {
        job.done({ code: "worker", message: `no thread could be used: ${messageOf(thrown)}` });
      }
    }
  };
  const start = (): Thread => {
    const { port1: port, port2 } = new MessageChannel();
    const worker = newWorker(module, port2);
    const thread: Thread = { worker, port, ticket: null, content: null, job: null, timer: undefined };
    threads.add(thread);
    port.on("message", (said: unknown) => hear(thread, said));
    port.on("messageerror", () => end(thread, FORGED));
    // Whether this process stays alive for the thread is said by the worker alone.
    port.unref();
    // What the thread threw may be anything, also null.
    worker.on("error", (thrown: unknown) => {
      const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
      const message = `the thread broke: ${messageOf(thrown)}`;
      end(thread, { code: code === "ERR_WORKER_OUT_OF_MEMORY" ? "out_of_memory" : "worker", message });
    });
    worker.on("exit", () => end(thread, GONE));
    pose(thread, { call: "content" });
    return thread;
  };
  const put = (question: Question | null, limitMs: number, signal?: AbortSignal) =>
    new Promise<ThreadAnswer | ModuleContent>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        const place = waiting.indexOf(job);
        if (place >= 0) waiting.splice(place, 1);
        for (const thread of threads) if (thread.job === job) end(thread, GONE);
        reject(signal?.reason);
      };
      const done = (answer: ThreadAnswer | ModuleContent) => {
        signal?.removeEventListener("abort", abort);
        resolve(answer);
      };
      const job: Job = { question, limitMs, done };
      // One signal serves a whole run, and Node takes more than ten listeners for a leak.
      if (signal !== undefined) setMaxListeners(0, signal);
      signal?.addEventListener("abort", abort, { once: true });
      waiting.push(job);
      dispatch();
    });
  return {
    content: async () => {
      const said = await put(null, LOADING_MS);
      if ("functions" in said) return said;
      throw new Error("message" in said ? said.message : "the module said nothing");
    },
    ask: async (question, limitMs, signal) => {
      const said = await put(question, limitMs, signal);
      return "functions" in said ? GONE : said;
    },
  };
}

const GONE: ThreadAnswer = { code: "exited", message: "it ended its thread before it answered" };
const FORGED: ThreadAnswer = { code: "worker", message: "its thread sent something that is no answer to the question" };

function newWorker({ file, source, alias, heapMb }: IsolatedModule, port: MessagePort): Worker {
  // The text of a thread would look for the package in the working folder.
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("jiti")).href;
  const worker = new Worker(THREAD_PROGRAM, {
    eval: true,
    workerData: { loader, base: import.meta.url, alias, file, source, port },
    transferList: [port],
    // The flags of this process may not suit a thread.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    // What it prints must not come between the lines of a result on standard output.
    stdout: true,
  });
  worker.stdout.resume();
  return worker;
}
