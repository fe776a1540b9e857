import { setMaxListeners } from "node:events";
import { availableParallelism } from "node:os";
import { ConfigError } from "../core/errors.ts";
import type { ProgramTask, ProgramVerdict, Sandbox } from "../core/sandbox.ts";
import type { Container } from "./container.ts";
import { type ContainerChoice, findContainer } from "./find-container.ts";
import { judgeOnce, startPair } from "./judge.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import { type SandboxMachine, thisSandboxMachine } from "./machine.ts";
import { createPlaces } from "./places.ts";
import { remedyForBroken } from "./remedy.ts";
import { TRIALS, type Trial } from "./trials.ts";

export interface SandboxOptions extends ContainerChoice {
  /** Those that differ from the defaults. */
  readonly limits?: Partial<Limits> | undefined;
  /** Programs that may be judged at once, each with two processes; default the number of cores. */
  readonly concurrency?: number | undefined;
  readonly machine?: SandboxMachine | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Pairs of sandboxes that may be there for each program that is judged at the time, its own among them. */
const STARTED_AHEAD = 2;

/**
 * A sandbox that works. Programs of known verdicts are judged first, on the very path that all others take; where one
 * of them gets another verdict, or a part is not there, a `ConfigError` says what to do. Nothing is kept open: there is
 * nothing to close.
 */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const machine = options.machine ?? thisSandboxMachine;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const sandbox = sandboxOf(findContainer(options, limits, machine), limits, options.concurrency);
  for (const trial of TRIALS) {
    const verdict = await sandbox.judgeProgram(trial.task, options.signal);
    if (!isExpected(trial, verdict)) throw failedTrial(sandbox.kind, trial, verdict, machine);
  }
  return sandbox;
}

function sandboxOf(container: Container, limits: Limits, concurrency = availableParallelism()): Sandbox {
  const count = Math.max(1, Math.floor(concurrency));
  const places = createPlaces(count);
  // Who is next in the line has its sandboxes started meanwhile: they wait for their program, and serve that one alone.
  const starts = createPlaces(count * STARTED_AHEAD);
  return {
    kind: container.kind,
    judgeProgram: async (task, signal) => {
      const refused = refusalOf(task);
      if (refused !== null) return refused;
      // One signal serves a whole run, and Node takes more than ten listeners for a leak.
      if (signal !== undefined) setMaxListeners(0, signal);
      const judge = async () => {
        const pair = startPair(container, limits);
        try {
          return await places.run(() => judgeOnce(task, pair, limits, signal), signal);
        } finally {
          await pair.end();
        }
      };
      const first = await starts.run(judge, signal);
      // The machine may have been too busy for it: once more, with nothing else beside it.
      return first.doubtful ? (await starts.alone(judge, signal)).verdict : first.verdict;
    },
  };
}

function refusalOf({ entryPoints }: ProgramTask): ProgramVerdict | null {
  if (entryPoints.length > 0) return null;
  const message = "no function is named that the tests call";
  return { outcome: "error", code: "tests_broken", message, calls: 0, milliseconds: 0 };
}

function isExpected({ outcome, kind }: Trial, verdict: ProgramVerdict): boolean {
  return verdict.outcome === outcome && (verdict.outcome === "fail" ? verdict.kind : null) === kind;
}

function failedTrial(kind: string, trial: Trial, verdict: ProgramVerdict, machine: SandboxMachine): ConfigError {
  return new ConfigError("no_sandbox", `the sandbox (${kind}) does not work: ${trial.name} was not judged rightly`, {
    expected: trial.outcome,
    got: `${verdict.outcome} (${verdict.message})`,
    hint: remedyForBroken(verdict.message, machine),
  });
}
