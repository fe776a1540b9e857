import { readPath } from "../core/path.ts";
import type { Json, Usage } from "../core/types.ts";
import { addUsage, noUsage } from "../core/usage.ts";
import { scoreFromWire } from "../core/wire.ts";
import type { RunRecord, Store } from "../store/types.ts";
import { bySample } from "./by-sample.ts";
import { checkGates, type GateResult } from "./gates.ts";
import { keptReply } from "./inference.ts";
import type { ReadingPlan } from "./plan.ts";
import { createSummary, type ScorerSummary } from "./summary.ts";

/** The end of a run before its last row: nothing more may be spent, or a model refuses whatever it is asked. */
export interface Stop {
  readonly by: "budget" | "refusal";
  /** One line. */
  readonly reason: string;
}

/** What is printed of a run; snake_case on the wire. */
export interface RunSummary {
  readonly runId: string;
  readonly eval: string;
  readonly status: RunRecord["status"];
  readonly samples: number;
  /** Samples for which at least one scorer broke. */
  readonly errorSamples: number;
  readonly epochs: number;
  readonly model: string | null;
  readonly parent: string | null;
  readonly scorers: ReadonlyMap<string, ScorerSummary>;
  /** Of the model under test, and of the judges. */
  readonly usage: { readonly candidate: Usage; readonly judge: Usage };
  readonly gates: readonly GateResult[];
  /** Answers that the token limit cut. */
  readonly truncated: number;
  readonly empty: number;
  readonly refused: number;
  readonly warnings: readonly string[];
  /** Why its last execution ended early; absent where it did not, and where that is not known any more. */
  readonly stopped?: Stop;
  readonly durationS: number;
}

/**
 * The summary of a run, always from what is stored and always in the order of the rows: a run that was killed and
 * resumed gives the same figures, to the last bit, as one that was not.
 */
export async function summarizeRun(
  store: Store,
  run: RunRecord,
  plan: ReadingPlan,
  durationS: number,
): Promise<RunSummary> {
  const { groupBy, clusterBy } = plan.config;
  const summary = createSummary({ scorers: plan.scorers, reducers: plan.reducers, groupBy, clusterBy });
  let samples = 0;
  let answers = 0;
  let epochs = 1;
  let empty = 0;
  let unreadable = 0;
  let failedRows = 0;
  let truncated = 0;
  let refused = 0;
  let candidate = noUsage;
  let judge = noUsage;
  // Rows and replies are read only where a figure needs them.
  const rows = groupBy !== null || clusterBy !== null || plan.config.inference !== null;
  for await (const stored of bySample(store.samples(run.id, { rows }))) {
    for (const { reply } of stored) {
      const usage = reply === null ? null : (keptReply(reply)?.usage ?? null);
      // Paid for, whether or not the run got as far as scoring it.
      if (usage !== null) candidate = addUsage(candidate, usage);
    }
    // Outputs without scores are what an unfinished run has still to do: they are no errors.
    const sample = stored.filter((epoch) => epoch.scores !== null);
    if (sample.length === 0) continue;
    samples++;
    answers += sample.length;
    epochs = Math.max(epochs, sample.length);
    const [first] = sample;
    const row = first?.row ?? null;
    let failed = false;
    const scored = sample.map((epoch) => {
      if (epoch.output !== null && epoch.output.trim() === "") empty++;
      if (epoch.error?.code === "bad_row") unreadable++;
      const reply = epoch.reply === null ? null : keptReply(epoch.reply);
      if (reply?.finishReason === "length") truncated++;
      if (reply?.finishReason === "refusal") refused++;
      return Object.fromEntries(
        Object.entries(epoch.scores ?? {}).map(([name, wire]) => {
          const score = scoreFromWire(wire);
          failed ||= score.error !== undefined;
          if (score.usage !== undefined) judge = addUsage(judge, score.usage);
          return [name, score];
        }),
      );
    });
    if (failed) failedRows++;
    summary.add({
      group: groupBy === null ? null : labelOf(row, groupBy),
      cluster: clusterBy === null ? null : labelOf(row, clusterBy),
      epochs: scored,
    });
  }
  const scorers = summary.finish();
  return {
    runId: run.id,
    eval: run.name,
    status: run.status,
    samples,
    errorSamples: failedRows,
    epochs,
    model: run.model,
    parent: run.parent,
    scorers,
    usage: { candidate, judge },
    gates: checkGates(plan.gates, scorers, samples === 0 ? null : failedRows / samples),
    truncated,
    empty,
    refused,
    warnings: warningsOf({ samples, answers, unreadable, empty, truncated, refused }, scorers),
    durationS,
  };
}

/** The text of a row's field, for grouping; null where the row has none. */
export function labelOf(row: Json, field: string): string | null {
  const value = readPath(row, field);
  return value === null || value === undefined ? null : typeof value === "string" ? value : JSON.stringify(value);
}

interface Counts {
  readonly samples: number;
  /** Of all epochs. */
  readonly answers: number;
  readonly unreadable: number;
  readonly empty: number;
  readonly truncated: number;
  readonly refused: number;
}

/** A share of answers from which on it is said what they have in common. */
const NOTABLE = 0.05;

function warningsOf(counts: Counts, scorers: ReadonlyMap<string, ScorerSummary>): readonly string[] {
  const { samples, answers, unreadable, empty, truncated, refused } = counts;
  const warnings: string[] = [];
  const most = answers * NOTABLE;
  if (unreadable > 0) warnings.push(`${unreadable} of ${samples} rows could not be read; they count as errors`);
  if (empty > most) warnings.push(`${empty} of ${answers} outputs are empty`);
  if (truncated > most) {
    warnings.push(`${truncated} of ${answers} answers were cut by the token limit; raise max_tokens`);
  }
  if (refused > most) warnings.push(`${refused} of ${answers} answers are refusals`);
  for (const [name, { count }] of scorers) {
    if (count === 0) warnings.push(`${name} scored nothing: there is no figure to read`);
  }
  return warnings;
}
