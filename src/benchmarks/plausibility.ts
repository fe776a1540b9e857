import type { ScorerSummary } from "../evals/summary.ts";
import type { Benchmark } from "./benchmark.ts";

/** A gap between two readings of the same answers from which on one of them is more likely wrong than the model. */
const NOTABLE_GAP = 0.05;

/** What makes a result doubtful, as sentences; nothing where it is in the range of what others report. */
export function plausibilityOf(
  { name, plausible }: Pick<Benchmark, "name" | "plausible">,
  { mean, count, metrics }: Pick<ScorerSummary, "mean" | "count" | "metrics">,
): readonly string[] {
  if (mean === null) return [];
  const told: string[] = [];
  const figures = plausible.map(({ value }) => value / 100);
  const highest = Math.max(...figures);
  const lowest = Math.min(...figures);
  // A handful of rows may well be all right or all wrong.
  if (figures.length > 0 && count >= 50) {
    if (mean > highest) {
      told.push(
        `${name}: ${percent(mean)} is above every reported figure (${percent(highest)}); were the questions trained on?`,
      );
    } else if (mean < lowest) {
      told.push(
        `${name}: ${percent(mean)} is below every reported figure (${percent(lowest)}); look at outputs, and at truncated and empty ones`,
      );
    }
  }
  for (const [metric, { value }] of metrics) {
    if (value === null || !READINGS.has(metric) || mean - value <= NOTABLE_GAP) continue;
    told.push(`${name}: ${metric} gives ${percent(value)} for the same answers; the gap is in how answers are read`);
  }
  return told;
}

/** Sub-scores that read the same answers in another way. */
const READINGS: ReadonlySet<string> = new Set(["strict", "flexible", "final"]);

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`;
}
