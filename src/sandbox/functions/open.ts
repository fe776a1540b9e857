import { setMaxListeners } from "node:events";
import { availableParallelism } from "node:os";
import { ConfigError } from "../../core/errors.ts";
import type { FunctionReply, ScoringFunctions, ScoringProgram } from "../../core/scoring-function.ts";
import type { Json } from "../../core/types.ts";
import { findContainer } from "../find-container.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { thisSandboxMachine } from "../machine.ts";
import type { SandboxOptions } from "../open.ts";
import { remedyForBroken } from "../remedy.ts";
import { createFunctionPool, type FunctionPool } from "./pool.ts";

/** They are to be closed, though processes without work end by themselves and never outlive this one. */
export interface OpenFunctions extends ScoringFunctions {
  close(): Promise<void>;
}

/** A process serves many calls, each within a wall clock of its own; this bounds what is left when nobody watches it. */
const CPU_SECONDS = 600;

const TRIAL_PROGRAM: ScoringProgram = {
  source: "def score(sample):\n    return len(sample['output']) / sample.metadata['most']\n",
  shown: "trial.py",
  name: "score",
  form: "sample",
};
const TRIAL_CALL = { limitMs: 20_000, fresh: true };

/**
 * Where scoring functions run. A function of veridic's own is tried first, on the path that all others take, with a
 * sample that it can score and one that it cannot; where either comes out otherwise a `ConfigError` says what to do.
 */
export async function openFunctions(options: SandboxOptions = {}): Promise<OpenFunctions> {
  const machine = options.machine ?? thisSandboxMachine;
  const limits = { ...DEFAULT_LIMITS, cpuSeconds: CPU_SECONDS, ...options.limits };
  const container = findContainer(options, limits, machine);
  const most = Math.max(1, Math.floor(options.concurrency ?? availableParallelism()));
  const pools = new Map<string, FunctionPool>();
  const poolOf = (program: ScoringProgram, fresh: boolean): FunctionPool => {
    const key = JSON.stringify([program, fresh]);
    const pool = pools.get(key) ?? createFunctionPool(program, { container, limits, most, fresh });
    pools.set(key, pool);
    return pool;
  };
  const functions: OpenFunctions = {
    kind: container.kind,
    load: async (program, signal) => {
      signal?.throwIfAborted();
      const fault = await poolOf(program, false).load();
      if (fault === null) return;
      const { code, message } = fault.error;
      throw fault.mine
        ? new ConfigError("no_sandbox", `the sandbox (${container.kind}) does not work: ${code}, ${message}`, {
            hint: remedyForBroken(message, machine),
          })
        : new ConfigError("not_loaded", `this scoring function cannot be loaded: ${message}`);
    },
    call: (program, { argument, limitMs, fresh = false }, signal) =>
      new Promise<FunctionReply>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const text = jsonOf(argument);
        if (text === null) return resolve(TOO_DEEP);
        // One signal serves a whole run, and Node takes more than ten listeners for a leak.
        if (signal !== undefined) setMaxListeners(0, signal);
        const abort = () => reject(signal?.reason);
        signal?.addEventListener("abort", abort, { once: true });
        const forget = () => signal?.removeEventListener("abort", abort);
        poolOf(program, fresh).add({
          text,
          limitMs,
          signal,
          done: (reply) => {
            forget();
            resolve(reply);
          },
          abandon: (reason) => {
            forget();
            reject(reason);
          },
        });
      }),
    close: async () => {
      for (const pool of pools.values()) await pool.close();
    },
  };
  await tryOut(functions, (message) => remedyForBroken(message, machine), options.signal);
  return functions;
}

const TOO_DEEP: FunctionReply = {
  error: {
    stage: "sample",
    code: "too_deep",
    message: "the sample is nested too deeply to be handed over",
    retryable: false,
  },
};

function jsonOf(argument: Json): string | null {
  try {
    return JSON.stringify(argument);
  } catch {
    // Rows come from JSON, so all that can fail is nesting that overflows the stack.
    return null;
  }
}

async function tryOut(functions: OpenFunctions, remedy: (message: string) => string, signal?: AbortSignal) {
  const trials = [
    { argument: { output: "abc", metadata: { most: 4 } }, expected: "0.75" },
    { argument: { output: "abc", metadata: {} }, expected: "exception" },
  ];
  for (const { argument, expected } of trials) {
    const { value, error } = await functions.call(TRIAL_PROGRAM, { ...TRIAL_CALL, argument }, signal);
    const got = error?.code ?? JSON.stringify(value);
    if (got === expected) continue;
    await functions.close();
    const message = error?.message ?? "";
    throw new ConfigError(
      "no_sandbox",
      `the sandbox (${functions.kind}) does not work: a function was not called rightly`,
      {
        expected,
        got: message === "" ? got : `${got} (${message})`,
        hint: remedy(message),
      },
    );
  }
}
