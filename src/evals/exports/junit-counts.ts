import type { Json } from "../../core/types.ts";
import type { RunRecord } from "../../store/types.ts";
import { isRow } from "../datasets/jsonl.ts";
import type { ExportSource } from "./source.ts";
import { type StoredScore, storedScore } from "./stored-score.ts";

/** The totals of a test suite; what is none of the last four has no pass declared. */
export interface Counts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly passes: number;
}

export const noCounts: Counts = { tests: 0, failures: 0, errors: 0, skipped: 0, passes: 0 };

export interface RunCounts {
  readonly byScorer: ReadonlyMap<string, Counts>;
  /** The highest epoch of any answer; at least 1. */
  readonly epochs: number;
}

/** Reads all samples once. */
export async function countAnswers({ scorers, samples }: ExportSource): Promise<RunCounts> {
  const byScorer = new Map(scorers.map((scorer) => [scorer, noCounts]));
  let epochs = 1;
  for await (const sample of samples()) {
    epochs = Math.max(epochs, sample.epoch);
    for (const [scorer, counts] of byScorer) byScorer.set(scorer, addScore(counts, storedScore(sample, scorer)));
  }
  return { byScorer, epochs };
}

export function addScore(counts: Counts, score: StoredScore): Counts {
  const scored = score.state === "scored" ? score.pass : null;
  return {
    tests: counts.tests + 1,
    failures: counts.failures + Number(scored === false),
    errors: counts.errors + Number(score.state === "broken"),
    skipped: counts.skipped + Number(score.state === "skipped"),
    passes: counts.passes + Number(scored === true),
  };
}

export function sumCounts(all: Iterable<Counts>): Counts {
  let sum = noCounts;
  for (const counts of all) {
    sum = {
      tests: sum.tests + counts.tests,
      failures: sum.failures + counts.failures,
      errors: sum.errors + counts.errors,
      skipped: sum.skipped + counts.skipped,
      passes: sum.passes + counts.passes,
    };
  }
  return sum;
}

export function equalCounts(a: Counts, b: Counts): boolean {
  return (
    a.tests === b.tests &&
    a.failures === b.failures &&
    a.errors === b.errors &&
    a.skipped === b.skipped &&
    a.passes === b.passes
  );
}

/**
 * Passes among the answers that were scored and declare a pass; null where there are none. With several epochs a run
 * reduces each sample first, so there its summary has the figure, where it has one.
 */
export function passRate(run: RunRecord, scorer: string, counts: Counts, epochs: number): number | null {
  const summed = epochs > 1 ? summaryPassRate(run.summary, scorer) : null;
  const declared = counts.passes + counts.failures;
  return summed ?? (declared === 0 ? null : counts.passes / declared);
}

function summaryPassRate(summary: Json, scorer: string): number | null {
  const scorers = isRow(summary) ? (summary["scorers"] ?? null) : null;
  const figures = isRow(scorers) && Object.hasOwn(scorers, scorer) ? (scorers[scorer] ?? null) : null;
  const rate = isRow(figures) ? figures["pass_rate"] : null;
  return typeof rate === "number" ? rate : null;
}
