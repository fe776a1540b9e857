import type { FunctionReply, ScoringProgram } from "../../core/scoring-function.ts";
import type { Json, ScoreError } from "../../core/types.ts";
import type { Container } from "../container.ts";
import type { Frame } from "../frame.ts";
import type { Limits } from "../limits.ts";
import { type Cut, startProcess } from "../process.ts";
import { FUNCTION } from "../python/function.ts";

/** One call that waits for its answer. */
export interface Job {
  /** The argument, as JSON. */
  readonly text: string;
  readonly limitMs: number;
  readonly signal: AbortSignal | undefined;
  done(reply: FunctionReply): void;
  abandon(reason: unknown): void;
}

/** Why a program cannot be called. `mine` where the machine is to blame and another try may help. */
export interface LoadFault {
  readonly error: ScoreError;
  readonly mine: boolean;
}

/** A process with a loaded program. It is never used again once it misbehaved. */
export interface FunctionWorker {
  /** Null when it can be called. */
  readonly loaded: Promise<LoadFault | null>;
  readonly usable: boolean;
  /** Milliseconds that it has worked so far. */
  readonly busyMs: number;
  /**
   * Calls the function for each job in order, and returns those that were not begun because the process ended. Which
   * of them ended it is known, as the answers come one by one.
   */
  run(jobs: readonly Job[]): Promise<readonly Job[]>;
  /** Whether the work of this process waits for it: one at rest keeps nothing alive. */
  hold(needed: boolean): void;
  kill(): Promise<void>;
}

/** Starts Python on a program. */
export function startFunctionWorker(container: Container, program: ScoringProgram, limits: Limits): FunctionWorker {
  const { outputBytes } = limits;
  const process = startProcess(container, FUNCTION, { outputBytes, frameBytes: outputBytes });
  let usable = true;
  let busyMs = 0;
  let asked = 0;
  const end = () => {
    usable = false;
    process.kill();
  };

  /** The next frame, within a time. */
  const hear = async (limitMs: number, signal?: AbortSignal): Promise<Frame | "late" | "aborted" | null> => {
    let cut: "late" | "aborted" | null = null;
    const stop = (why: "late" | "aborted") => {
      cut ??= why;
      end();
    };
    let answered = false;
    // The answer may be here already, where this thread was too busy to take it.
    const timer = setTimeout(() => setImmediate(() => answered || stop("late")), limitMs);
    const abort = () => stop("aborted");
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const frame = await process.next();
      answered = true;
      return frame ?? cut;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  };

  const load = async (): Promise<LoadFault | null> => {
    const ready = await hear(limits.startMs);
    if (ready === null || typeof ready === "string" || ready.kind !== "R") {
      end();
      const { code, printed } = await process.ended;
      return ready === "late"
        ? mine("sandbox_slow", `the sandbox was not ready within ${limits.startMs} ms`)
        : mine("sandbox_failed", `the sandbox ended before it was ready (${code}): ${printed}`);
    }
    const { source, shown, name, form } = program;
    process.send({ kind: "T", body: Buffer.from(JSON.stringify([source, shown, name, form])) });
    const said = await hear(limits.wallMs);
    if (said !== null && typeof said !== "string" && said.kind === "L") return null;
    end();
    if (said === null) return theirs(`${shown} ended its process while it was loaded (${await reasonOf()})`);
    if (typeof said === "string") return theirs(`${shown} was not loaded within ${limits.wallMs} ms`);
    if (said.kind === "M") {
      const known = said.body.toString("utf8");
      return theirs(`${shown} has no function ${name}${known === "" ? "" : `; it has ${known.replaceAll(" ", ", ")}`}`);
    }
    if (said.kind === "F") return theirs(said.body.toString("utf8").replaceAll("\n", " "));
    return theirs(`${shown} wrote where its answers go`);
  };

  const reasonOf = async (): Promise<string> => {
    const { code, cut } = await process.ended;
    return WHY[cut ?? "none"] ?? (code > 128 ? `signal ${code - 128}` : `exit ${code}`);
  };

  const callOne = async (job: Job, number: number): Promise<void> => {
    const said = await hear(job.limitMs, job.signal);
    if (said === "aborted") return job.abandon(job.signal?.reason);
    if (said === "late") {
      return job.done(errorOf("timeout", `it did not answer within ${job.limitMs} ms`, true));
    }
    if (said === null) {
      usable = false;
      const why = await reasonOf();
      return job.done(errorOf("exited", `it ended its process (${why}) before it answered`));
    }
    const reply = said.kind === "A" ? readReply(said.body, number) : null;
    if (reply === null) end();
    job.done(reply ?? errorOf("protocol", "it wrote where its answers go"));
  };

  return {
    loaded: load(),
    get usable() {
      return usable;
    },
    get busyMs() {
      return busyMs;
    },
    run: async (jobs) => {
      // An answer to nothing: whatever it was meant for, no row may get it.
      if (process.waiting > 0) end();
      if (!usable) return jobs;
      const started = performance.now();
      const first = asked;
      asked += jobs.length;
      const body = JSON.stringify(jobs.map((job, index) => [first + index, job.text]));
      process.send({ kind: "B", body: Buffer.from(body) });
      let begun = 0;
      for (const job of jobs) {
        await callOne(job, first + begun);
        begun++;
        if (!usable) break;
      }
      if (process.waiting > 0) end();
      busyMs += performance.now() - started;
      return jobs.slice(begun);
    },
    hold: (needed) => process.hold(needed),
    kill: async () => {
      // Its end is waited for, though it was at rest.
      process.hold(true);
      end();
      await process.ended;
    },
  };
}

const WHY: Readonly<Record<Exclude<Cut, null> | "none", string | undefined>> = {
  output: "it answered too much",
  flood: "it answered more than it was asked",
  killed: "it was stopped",
  none: undefined,
};

/** Null for what is no answer to this question. */
function readReply(body: Buffer, number: number): FunctionReply | null {
  let said: Json;
  try {
    said = JSON.parse(body.toString("utf8")) as Json;
  } catch {
    // Not written by our side of the channel.
    return null;
  }
  if (!Array.isArray(said) || said.length !== 3 || said[0] !== number) return null;
  const [, word, value]: Json[] = said;
  if (word === "value") return { value: value ?? null };
  if (typeof word !== "string" || typeof value !== "string") return null;
  return errorOf(KNOWN.find((code) => code === word) ?? "exception", value.replaceAll("\n", " "));
}

const KNOWN = ["exception", "not_a_score", "out_of_range"] as const;

function errorOf(code: string, message: string, retryable = false): { readonly error: ScoreError } {
  return { error: { stage: "verifier", code, message, retryable } };
}

function theirs(message: string): LoadFault {
  return { ...errorOf("not_loaded", message), mine: false };
}

function mine(code: string, message: string): LoadFault {
  return { error: { stage: "sandbox", code, message, retryable: true }, mine: true };
}
