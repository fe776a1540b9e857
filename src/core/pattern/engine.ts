import { createContext, Script } from "node:vm";
import { RE2JS } from "re2js";
import { PatternTimeout } from "./pattern-error.ts";
import type { Translation } from "./syntax.ts";

/** One way to run a pattern. The result is that of `RegExp.prototype.exec` without names. */
export interface Engine {
  readonly kind: "linear" | "backtracking";
  exec(text: string): RawMatch | null;
  test(text: string): boolean;
}

export interface RawMatch extends ReadonlyArray<string | undefined> {
  readonly index: number;
}

/** Milliseconds for one match by backtracking: what takes longer is nearly always exponential, not big. */
export const BACKTRACKING_BUDGET = 250;
/** Milliseconds for one match in linear time. Linear is not fast: 1 MB times a pattern of 5,000 steps takes minutes. */
export const LINEAR_BUDGET = 2_000;
/** Characters times pattern steps that surely fit the budget, so that the clock need not be set: some 50 ms. */
const SURELY_QUICK = 2_000_000;

/**
 * Runs on RE2's algorithm: no input makes it exponential. Throws what `RE2JS.compile` throws, for a pattern that is
 * too big for it.
 */
export function linearEngine(translation: Translation, source: string): Engine {
  const compile = () => RE2JS.compile(translation.linear);
  let compiled = compile();
  const steps = compiled.programSize();
  const limit = timeLimit(LINEAR_BUDGET);
  const run = <T>(text: string, work: () => T): T => {
    if (text.length * steps <= SURELY_QUICK) return work();
    try {
      return limit(source, work);
    } catch (thrown) {
      // It was stopped in the middle of its work, so its tables may be half written.
      if (thrown instanceof PatternTimeout) compiled = compile();
      throw thrown;
    }
  };
  return {
    kind: "linear",
    exec: (text) => run(text, () => compiled.exec(text) as RawMatch | null),
    test: (text) => run(text, () => compiled.test(text)),
  };
}

/** Runs on native RegExp, which may backtrack for ever, so always against the clock. Throws a `SyntaxError`. */
export function backtrackingEngine(translation: Translation, source: string): Engine {
  const compiled = new RegExp(translation.native, translation.nativeFlags);
  const limit = timeLimit(BACKTRACKING_BUDGET);
  const exec = (text: string): RawMatch | null => limit(source, () => compiled.exec(text));
  return { kind: "backtracking", exec, test: (text) => exec(text) !== null };
}

/**
 * Calls `work` and stops it when the time is over. A synchronous call cannot be stopped by a timer; `node:vm` does it
 * by a thread that watches, and V8 looks for its signal whenever a RegExp backtracks. It is a clock and no sandbox:
 * patterns cannot run code. The context is made at the first call (0.4 ms, 0.2 MB) and kept (0.1 ms a call).
 */
function timeLimit(milliseconds: number): <T>(source: string, work: () => T) => T {
  let global: { work: () => void } | undefined;
  const script = new Script("work()");
  return <T>(source: string, work: () => T): T => {
    const done: T[] = [];
    const running = () => {
      done.push(work());
    };
    if (global === undefined) {
      global = { work: running };
      createContext(global);
    }
    global.work = running;
    try {
      script.runInContext(global, { timeout: milliseconds });
    } catch (thrown) {
      if (isTimeout(thrown)) throw new PatternTimeout(source, milliseconds);
      throw thrown;
    } finally {
      // The text must not be kept alive until the next call.
      global.work = idle;
    }
    const [result] = done;
    return result as T;
  };
}

function idle(): void {}

function isTimeout(thrown: unknown): boolean {
  return (
    typeof thrown === "object" && thrown !== null && "code" in thrown && thrown.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
