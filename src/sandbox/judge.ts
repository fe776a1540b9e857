import type { FailKind, ProgramTask, ProgramVerdict } from "../core/sandbox.ts";
import type { Container } from "./container.ts";
import type { Frame } from "./frame.ts";
import type { Limits } from "./limits.ts";
import { encodeTexts, isPlainData } from "./plain-data.ts";
import { type Ending, type SandboxedProcess, startProcess } from "./process.ts";
import { CANDIDATE } from "./python/candidate.ts";
import { DRIVER } from "./python/driver.ts";

/** A verdict without what is measured around it. */
export type Outcome = { readonly message: string } & (
  | { readonly outcome: "pass" | "timeout" }
  | { readonly outcome: "fail"; readonly kind: FailKind }
  | { readonly outcome: "error"; readonly code: string }
);

/** One try. `doubtful` where the machine may be to blame, so that a second try alone is fair. */
export interface Try {
  readonly verdict: ProgramVerdict;
  readonly doubtful: boolean;
}

/** The tests are trusted: a call with its arguments may be larger than an answer, and what they print is not counted. */
const DRIVER_CAPS = { outputBytes: Number.POSITIVE_INFINITY, frameBytes: 16 * 1024 ** 2 };

/** Two sandboxes for one try: one that will hold the tests, and one that will hold the program. Neither knows them yet. */
export interface SandboxPair {
  readonly driver: SandboxedProcess;
  readonly candidate: SandboxedProcess;
  /** Ends both; resolves when all of them is gone. May be called at any time. */
  end(): Promise<void>;
}

export function startPair(container: Container, { outputBytes }: Limits): SandboxPair {
  const driver = startProcess(container, DRIVER, DRIVER_CAPS);
  const candidate = startProcess(container, CANDIDATE, { outputBytes, frameBytes: outputBytes });
  return {
    driver,
    candidate,
    end: async () => {
      driver.kill();
      candidate.kill();
      await Promise.all([driver.ended, candidate.ended]);
    },
  };
}

/**
 * Judges a program once: the tests in one sandbox, the program in another, and here between them a relay that lets plain
 * data pass. A pass needs the tests' own word, at least one call, one answer to each question and none without one.
 * Resolves when both sandboxes are gone: no pair serves twice.
 */
export async function judgeOnce(
  task: ProgramTask,
  pair: SandboxPair,
  limits: Limits,
  signal?: AbortSignal,
): Promise<Try> {
  const started = performance.now();
  const relay = new Relay(task, pair, limits);
  const stop = () => relay.stop("abort");
  signal?.addEventListener("abort", stop, { once: true });
  let outcome: Outcome;
  try {
    outcome = await relay.run();
  } finally {
    signal?.removeEventListener("abort", stop);
    relay.stop("done");
    await pair.end();
  }
  signal?.throwIfAborted();
  const milliseconds = Math.round(performance.now() - started);
  return { verdict: { ...outcome, calls: relay.calls, milliseconds }, doubtful: relay.doubtful };
}

class Relay {
  readonly #task: ProgramTask;
  readonly #driver: SandboxedProcess;
  readonly #candidate: SandboxedProcess;
  readonly #limits: Limits;
  #stopped: "start" | "wall" | "abort" | "done" | null = null;
  #timer: NodeJS.Timeout | undefined;
  calls = 0;
  doubtful = false;

  constructor(task: ProgramTask, { driver, candidate }: SandboxPair, limits: Limits) {
    this.#task = task;
    this.#driver = driver;
    this.#candidate = candidate;
    this.#limits = limits;
  }

  stop(why: "start" | "wall" | "abort" | "done"): void {
    clearTimeout(this.#timer);
    this.#stopped ??= why;
    this.#driver.kill();
    this.#candidate.kill();
  }

  /** Milliseconds: the smaller one of the sandbox's limit and the task's. */
  #wallMs(): number {
    return Math.min(this.#limits.wallMs, this.#task.wallMs ?? Number.POSITIVE_INFINITY);
  }

  async run(): Promise<Outcome> {
    this.#timer = setTimeout(() => this.stop("start"), this.#limits.startMs);
    for (const process of [this.#driver, this.#candidate]) {
      if ((await process.next())?.kind !== "R") return this.#notStarted(process);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.stop("wall"), this.#wallMs());

    const { program, entryPoints, setup = "", tests } = this.#task;
    this.#driver.send({ kind: "T", body: encodeTexts([setup, tests, entryPoints]) });
    this.#candidate.send({ kind: "T", body: encodeTexts([program, entryPoints]) });
    const loaded = await this.#candidate.next();
    if (loaded?.kind !== "L") return this.#notLoaded(loaded);
    for (;;) {
      const said = await this.#driver.next();
      if (said === null) return this.#driverGone();
      if (said.kind === "V") return this.#verdict(said.body.toString("utf8"));
      const failed = await this.#ask(said);
      if (failed !== null) return failed;
    }
  }

  /** Carries one question there and its answer back; a failure where that cannot be done. */
  async #ask(question: Frame): Promise<Outcome | null> {
    if (this.#candidate.waiting > 0) return fail("protocol", "it answered before it was asked");
    this.#candidate.send(question);
    const answer = await this.#candidate.next();
    switch (answer?.kind) {
      case undefined:
        return this.#candidateGone();
      case "A":
        if (!isPlainData(answer.body)) return fail("protocol", "its answer is no plain data");
        break;
      case "X": {
        const { name, message } = readException(answer.body);
        if (name === "SystemExit" || name === "KeyboardInterrupt" || name === "GeneratorExit") {
          return fail("exit", `it raised ${name} ${message}`);
        }
        break;
      }
      case "U":
        return fail("unsupported", `it returned ${oneLine(answer.body)}, which is no plain data`);
      default:
        return fail("protocol", "it wrote to the channel of answers");
    }
    this.calls++;
    this.#driver.send(answer);
    return null;
  }

  async #notStarted(process: SandboxedProcess): Promise<Outcome> {
    this.doubtful = true;
    const slow = this.#stopped === "start";
    process.kill();
    const { code, printed } = await process.ended;
    if (slow) return errorOf("sandbox_slow", `the sandbox was not ready within ${this.#limits.startMs} ms`);
    return errorOf("sandbox_failed", `the sandbox ended before it was ready (${code}): ${printed}`);
  }

  async #notLoaded(said: Frame | null): Promise<Outcome> {
    if (said === null) return this.#candidateGone();
    if (said.kind === "M") return fail("missing", `it defines no function ${oneLine(said.body)}`);
    if (said.kind !== "F") return fail("protocol", "it wrote to the channel of answers");
    const { name, message } = readException(said.body);
    if (name === "SystemExit") return fail("exit", `it ended itself while it was loaded: ${message}`);
    return fail(name === "MemoryError" ? "memory" : "load", `${name}: ${message}`);
  }

  /** The program's process is gone where an answer was due. */
  async #candidateGone(): Promise<Outcome> {
    const stopped = this.#stopped;
    const ending = await this.#candidate.ended;
    if (stopped === "wall") return this.#timeout();
    const outcome = reasonOf(ending);
    // A kill that no limit explains may have come from a machine that is out of memory.
    this.doubtful = outcome.outcome === "fail" && outcome.kind === "killed" && ending.code === 137;
    return outcome;
  }

  /** The tests' process is gone without a word. */
  async #driverGone(): Promise<Outcome> {
    const stopped = this.#stopped;
    const { code, cut, printed } = await this.#driver.ended;
    this.doubtful = true;
    if (this.calls === 0) {
      return errorOf("tests_broken", `the tests ended (${cut ?? code}) before they called the program: ${printed}`);
    }
    if (stopped === "wall") return this.#timeout();
    if (code === XCPU) return { outcome: "timeout", message: "the tests ran out of CPU time with what it answered" };
    return fail("exception", `the tests ended (${cut ?? code}) over what it answered`);
  }

  #timeout(): Outcome {
    this.doubtful = true;
    return { outcome: "timeout", message: `no verdict within ${this.#wallMs()} ms` };
  }

  async #verdict(text: string): Promise<Outcome> {
    const end = text.indexOf("\n");
    const word = text.slice(0, end);
    const message = text.slice(end + 1).replaceAll("\n", " ");
    switch (word) {
      case "passed":
        return this.#passed();
      case "failed":
        return fail("assertion", message);
      case "answered":
        return fail(/\bMemoryError\b/.test(message) ? "memory" : "exception", message);
      case "raised":
        return fail("exception", message);
      case "garbled":
        return fail("protocol", `its answer cannot be read: ${message}`);
      case "untestable":
        return errorOf("tests_unsupported", `only plain data can be handed to the program: ${message}`);
      default:
        return errorOf("tests_broken", message);
    }
  }

  async #passed(): Promise<Outcome> {
    if (this.calls === 0) return errorOf("tests_broken", "the tests ended without calling the program");
    if (this.#candidate.waiting > 0) return fail("protocol", "it answered more than it was asked");
    this.stop("done");
    const { cut } = await this.#candidate.ended;
    if (cut === "output" || cut === "flood") return fail("output", "it printed too much");
    return { outcome: "pass", message: `${this.calls} calls` };
  }
}

const XCPU = 152;
/** The last of Linux's signals. */
const MOST_SIGNAL = 64;

/** What ended the program, by the exit code of its launcher (128 and the number of a signal). */
function reasonOf({ code, cut }: Ending): Outcome {
  if (cut === "output") return fail("output", "it printed or answered too much");
  if (cut === "flood") return fail("protocol", "it answered more than it was asked");
  if (code === XCPU) return fail("cpu", "it used up its CPU time");
  if (code > 128 && code <= 128 + MOST_SIGNAL) return fail("killed", `it was ended by signal ${code - 128}`);
  return fail("exit", `it ended itself with ${code}`);
}

function readException(body: Buffer): { readonly name: string; readonly message: string } {
  const [name = "", ...rest] = body.toString("utf8").split("\n");
  return { name: name.slice(0, 80), message: rest.join(" ").slice(0, 500) };
}

function oneLine(body: Buffer): string {
  return body.toString("utf8").replaceAll("\n", " ").slice(0, 200);
}

function fail(kind: FailKind, message: string): Outcome {
  return { outcome: "fail", kind, message };
}

function errorOf(code: string, message: string): Outcome {
  return { outcome: "error", code, message };
}
