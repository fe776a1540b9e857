import type { Audit } from "../../select/audit-types.ts";
import type { Progress } from "../../select/track.ts";
import type { ProfileName, Selection } from "../../select/types.ts";
import { type Environment, type Operation, type OperationEvent, systemEnvironment } from "../environment.ts";
import { auditCandidate as auditOperation } from "./audit.ts";
import { compareCandidates as compareOperation } from "./compare.ts";
import { trackProgress as trackOperation } from "./track.ts";

/** How a comparison, an audit or a tracking is done; what it is about is its input. */
export interface SelectionOptions {
  /** Default: `VERIDIC_STORE`, else `.veridic/veridic.db`. `:memory:` keeps nothing. */
  readonly store?: string;
  /** Where relative paths start; default the working folder. */
  readonly folder?: string;
  /** Ends it early, with what there is. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: OperationEvent) => void;
  /** A file for the result as JSON. */
  readonly output?: string;
  readonly concurrency?: number;
  readonly maxCalls?: number;
  /** US dollars. */
  readonly maxCost?: number;
  readonly profile?: ProfileName;
  readonly fixed?: boolean;
  readonly control?: boolean;
  readonly allowMany?: boolean;
  readonly runChecks?: boolean;
  readonly manipulationPenalty?: number;
  readonly calibration?: string;
}

/** The path of an input file, or its content. */
type Input = string | Readonly<Record<string, unknown>>;

type TrackOptions = Pick<
  SelectionOptions,
  "store" | "folder" | "signal" | "onEvent" | "output" | "concurrency" | "maxCalls" | "maxCost"
>;

/**
 * Picks the best of several candidates, or says that it is too close to call. Throws `ConfigError` before the first call,
 * and `StoreError` where the store fails; a judge that fails is data in the result.
 *
 * @example
 * const selection = await compareCandidates({
 *   task: "Fix the crash",
 *   criteria: [{ name: "Correctness", description: "Does the patch edit the failing path?" }],
 *   candidates: [{ id: "a", content: "all tests passed" }, { id: "b", content: "build failed with an error" }],
 *   mock: true,
 * }, { store: ":memory:" });
 * selection.winner; // "a"
 */
export async function compareCandidates(input: Input, options: SelectionOptions = {}): Promise<Selection> {
  return finish((flags, environment) => compareOperation(flags, environment), input, options);
}

/** Judges a single candidate: positive, negative or uncertain. Throws as `compareCandidates` does. */
export async function auditCandidate(
  input: Input,
  options: Omit<SelectionOptions, "control" | "allowMany"> = {},
): Promise<Audit> {
  return finish((flags, environment) => auditOperation(flags, environment), input, options);
}

/** Judges how far a task is done after each step. Throws as `compareCandidates` does. */
export async function trackProgress(input: Input, options: TrackOptions = {}): Promise<Progress> {
  return finish((flags, environment) => trackOperation(flags, environment), input, options);
}

type Flags = Omit<SelectionOptions, "folder" | "signal" | "onEvent"> & {
  readonly file?: string;
  readonly input?: Record<string, unknown>;
};

async function finish<Result>(
  start: (flags: Flags, environment: Environment) => Operation<{ readonly result: Result }>,
  input: Input,
  { folder, signal, onEvent, ...flags }: SelectionOptions,
): Promise<Result> {
  const system = systemEnvironment(signal ?? new AbortController().signal);
  const source = typeof input === "string" ? { file: input } : { input: { ...input } };
  const operation = start({ ...flags, ...source }, folder === undefined ? system : { ...system, folder });
  let step = await operation.next();
  while (!step.done) {
    onEvent?.(step.value);
    step = await operation.next();
  }
  return step.value.result;
}
