import { ConfigError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { readRunId } from "./run-id.ts";
import type { RunRecord } from "./types.ts";

/** What finding a run needs from an engine. Lists are newest first. */
export interface RunIndex {
  byId(id: string): RunRecord | undefined;
  byPrefix(prefix: string, limit: number): readonly RunRecord[];
  latest(limit: number): readonly RunRecord[];
}

const SHOWN = 5;
/** Ids that are compared for a likely slip. */
const COMPARED = 1_000;

/** The run that a person means; a `ConfigError` (`unknown_run`, `ambiguous_run`) shows what there is to choose from. */
export function findRun(runs: RunIndex, reference: string): RunRecord {
  if (reference.trim().toLowerCase() === "latest") {
    const [latest] = runs.latest(1);
    if (latest === undefined) throw new ConfigError("unknown_run", "there is no latest run: the store holds no runs");
    return latest;
  }
  const exact = runs.byId(reference);
  if (exact !== undefined) return exact;
  const prefix = readRunId(reference);
  const matches = prefix === "" ? [] : runs.byPrefix(prefix, SHOWN + 1);
  const [match] = matches;
  if (match === undefined) throw unknownRun(runs, reference);
  // A whole id may be the beginning of a longer one.
  if (matches.length === 1 || match.id === prefix) return match;
  const whole = matches.find((run) => run.id === prefix);
  if (whole !== undefined) return whole;
  throw new ConfigError("ambiguous_run", `"${reference}" is the beginning of several runs`, {
    expected: `one of ${list(matches)}`,
    hint: "type more of the id",
  });
}

/** The error for a run that is not there, with the nearest id or the latest ones. */
export function unknownRun(runs: RunIndex, reference: string): ConfigError {
  const latest = runs.latest(COMPARED);
  const ids = latest.map((run) => run.id);
  const guess = nearest(readRunId(reference), ids);
  return new ConfigError("unknown_run", `unknown run "${reference}"`, {
    ...(guess === undefined ? {} : { hint: `did you mean "${guess}"?` }),
    expected: latest.length === 0 ? "none: the store holds no runs" : `"latest" or one of ${list(latest)}`,
  });
}

function list(runs: readonly RunRecord[]): string {
  const shown = runs.slice(0, SHOWN).map((run) => `${run.id} (${run.name})`);
  return runs.length > SHOWN ? `${shown.join(", ")}, …` : shown.join(", ");
}
