import type { RunSummary } from "../../evals/run-summary.ts";

/** How a run ended, as a command's exit code says it. */
export interface RunOutcome {
  readonly summary: RunSummary;
  readonly exitCode: 0 | 1 | 3 | 130;
  /** One sentence where the exit code is not 0. */
  readonly verdict: string | null;
}

export type ErrorLimit = { readonly share: number } | { readonly rows: number } | null;

/**
 * Reads a run that ended. It fails closed: a model that refuses everything, a scorer that scored nothing, or more errors
 * than allowed, is 3, before any gate is looked at. `goOn` is the command that asks for what this one did not get.
 */
export function outcomeOf(summary: RunSummary, limit: ErrorLimit, goOn: "resume" | "retry" = "resume"): RunOutcome {
  if (summary.status === "interrupted") {
    return { summary, exitCode: 130, verdict: `interrupted; go on with: veridic runs resume ${summary.runId}` };
  }
  if (summary.stopped?.by === "refusal") {
    const { stopped, runId } = summary;
    const verdict = `stopped early: ${stopped.reason}; when that is mended, go on with: veridic runs ${goOn} ${runId}`;
    return { summary, exitCode: 3, verdict };
  }
  for (const [name, { count, errorCount }] of summary.scorers) {
    // A budget that was spent before the first score is no failure: the run was stopped as it was told to be.
    const unbegun = summary.status === "partial" && errorCount === 0;
    if (count === 0 && !unbegun) {
      const errors = errorCount === 1 ? "1 error" : `${errorCount} errors`;
      return { summary, exitCode: 3, verdict: `${name} scored nothing (${errors}): there is no result` };
    }
  }
  const { errorSamples, samples } = summary;
  if (limit !== null && ("rows" in limit ? errorSamples > limit.rows : errorSamples / samples > limit.share)) {
    const most = "rows" in limit ? `${limit.rows}` : `${limit.share * 100}%`;
    return { summary, exitCode: 3, verdict: `${errorSamples} of ${samples} rows errored, more than ${most} allowed` };
  }
  const missed = summary.gates.filter((gate) => !gate.passed);
  const broken = missed.find((gate) => gate.name === "errors");
  if (broken !== undefined) {
    return {
      summary,
      exitCode: 3,
      verdict: `too many errors: ${show(broken.value)} of the rows, allowed ${broken.rule}`,
    };
  }
  if (missed.length > 0) {
    const told = missed.map((gate) => `${gate.name} is ${show(gate.value)}, expected ${gate.rule}`).join("; ");
    return { summary, exitCode: 1, verdict: `gate missed: ${told}` };
  }
  return { summary, exitCode: 0, verdict: null };
}

/** The exit code of several runs: the first of interrupted, broken, missed that any of them has, and why. */
export function worstOf(outcomes: readonly RunOutcome[]): Pick<RunOutcome, "exitCode" | "verdict"> {
  for (const code of [130, 3, 1] as const) {
    const some = outcomes.filter(({ exitCode }) => exitCode === code);
    const told = some.map(({ summary, verdict }) =>
      outcomes.length > 1 ? `run ${summary.runId}: ${verdict}` : verdict,
    );
    if (some.length > 0) return { exitCode: code, verdict: told.join("\n") };
  }
  return { exitCode: 0, verdict: null };
}

function show(value: number | null): string {
  return value === null ? "not known" : String(Math.round(value * 10_000) / 10_000);
}
