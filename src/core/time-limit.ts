import { createContext, Script } from "node:vm";

/** Work was stopped because its time was over. Nothing is known about its result. */
export class TimeLimitExceeded extends Error {
  override readonly name = "TimeLimitExceeded";
  readonly code = "timeout";
  /** Whether this process hardly ran in that time: the machine was busy with others, and the work may yet be quick. */
  readonly stalled: boolean;

  constructor(milliseconds: number, details: { readonly stalled?: boolean } = {}) {
    super(`the work did not finish within ${milliseconds} ms`);
    this.stalled = details.stalled ?? false;
  }
}

/**
 * Makes a function that calls `work` and stops it when the time is over, with a `TimeLimitExceeded`. A synchronous
 * call cannot be stopped by a timer; `node:vm` does it by a thread that watches, and V8 looks for its signal in loops
 * and whenever a RegExp backtracks. It is a clock and no sandbox. What `work` was in the middle of stays half done.
 * The context is made at the first call (0.4 ms, 0.2 MB) and kept (0.1 ms a call).
 */
export function timeLimit(milliseconds: number): <T>(work: () => T) => T {
  const script = new Script("work()");
  let global: { work: () => void } | undefined;
  return <T>(work: () => T): T => {
    let done: { readonly result: T } | undefined;
    const running = () => {
      done = { result: work() };
    };
    if (global === undefined) {
      global = { work: running };
      createContext(global);
    }
    global.work = running;
    const before = cpuMilliseconds();
    try {
      script.runInContext(global, { timeout: milliseconds });
    } catch (thrown) {
      if (!isTimeout(thrown)) throw thrown;
      throw new TimeLimitExceeded(milliseconds, { stalled: cpuMilliseconds() - before < milliseconds / 2 });
    } finally {
      // What `work` holds must not be kept alive until the next call.
      global.work = idle;
    }
    if (done === undefined) throw new TypeError("the work was not called");
    return done.result;
  };
}

function idle(): void {}

/** Of all threads of this process: an upper bound of what the work used. */
function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function isTimeout(thrown: unknown): boolean {
  return (
    typeof thrown === "object" && thrown !== null && "code" in thrown && thrown.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
