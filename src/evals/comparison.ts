import type { PairedDifference } from "../core/stats/paired.ts";
import type { RunRecord, Store } from "../store/types.ts";
import type { ReadingPlan } from "./plan.ts";
import { diffRuns } from "./run-diff.ts";
import type { RunSummary } from "./run-summary.ts";

/** A run of an eval with several models or prompts. */
export interface ComparedRun {
  /** What it differs by from the others. */
  readonly label: string;
  readonly run: RunRecord;
  readonly plan: ReadingPlan;
  readonly summary: RunSummary;
}

/** The runs of one eval beside each other; on the wire snake_case. */
export interface Comparison {
  /** The run that the others are compared with: the first one. */
  readonly baseline: string;
  readonly runs: readonly { readonly runId: string; readonly label: string; readonly costUsd: number | null }[];
  /** By scorer, a line for each run, in the same order. */
  readonly scorers: ReadonlyMap<string, readonly ComparedScore[]>;
}

export interface ComparedScore {
  readonly runId: string;
  readonly mean: number | null;
  readonly ci: { readonly low: number; readonly high: number } | null;
  readonly count: number;
  readonly errorCount: number;
  /** From the baseline, over the samples that both runs scored; null for the baseline itself. */
  readonly difference: PairedDifference | null;
}

/** Compares each run with the first, sample by sample, so that what all runs find hard does not widen the interval. */
export async function compareRuns(store: Store, runs: readonly ComparedRun[]): Promise<Comparison | null> {
  const [first, ...others] = runs;
  if (first === undefined) return null;
  const names = first.plan.scorers;
  const differences = new Map<string, ReadonlyMap<string, PairedDifference>>();
  for (const other of others) {
    const diff = await diffRuns({ store, a: first, b: other, scorers: names, flips: 0 });
    differences.set(
      other.run.id,
      new Map([...diff.scorers].map(([name, { difference }]) => [name, difference] as const)),
    );
  }
  return {
    baseline: first.run.id,
    runs: runs.map(({ label, run, summary }) => ({ runId: run.id, label, costUsd: summary.usage.candidate.costUsd })),
    scorers: new Map(
      names.map((name) => [
        name,
        runs.map(({ run, summary }): ComparedScore => {
          const scorer = summary.scorers.get(name);
          return {
            runId: run.id,
            mean: scorer?.mean ?? null,
            ci: scorer?.ci ?? null,
            count: scorer?.count ?? 0,
            errorCount: scorer?.errorCount ?? 0,
            difference: differences.get(run.id)?.get(name) ?? null,
          };
        }),
      ]),
    ),
  };
}
