import type { ComparedScore, Comparison } from "../../evals/comparison.ts";
import { dollars, figure, interval, signed } from "./figures.ts";
import { printableAll } from "./printable.ts";
import { count } from "./progress.ts";
import { table } from "./table.ts";
import type { Colors } from "./terminal.ts";

/** Runs of several models or prompts beside each other, for people: a table for each scorer. */
export function comparisonText(given: Comparison, colors: Colors): string {
  const comparison = printableAll(given);
  const labels = new Map(comparison.runs.map(({ runId, label }) => [runId, label]));
  const costs = new Map(comparison.runs.map(({ runId, costUsd }) => [runId, costUsd]));
  const priced = [...costs.values()].some((cost) => cost !== null);
  const columns = [
    { title: "" },
    { title: "mean", align: "right" as const },
    { title: "95% interval", align: "right" as const },
    { title: "scored", align: "right" as const },
    { title: "errors", align: "right" as const },
    { title: "against the first", align: "right" as const },
    ...(priced ? [{ title: "cost", align: "right" as const }] : []),
  ];
  return [...comparison.scorers]
    .map(([name, scores]) => {
      const rows = scores.map((score) => [
        labels.get(score.runId) ?? score.runId,
        figure(score.mean),
        interval(score.ci),
        count(score.count),
        count(score.errorCount),
        against(score, colors),
        ...(priced ? [dollars(costs.get(score.runId) ?? null)] : []),
      ]);
      return table([{ title: name }, ...columns.slice(1)], rows, colors.dim);
    })
    .join("\n");
}

/** The paired difference, in the colour of what it shows; plain where the interval holds 0. */
function against({ difference }: ComparedScore, colors: Colors): string {
  if (difference === null) return "–";
  const { mean, ci } = difference;
  const text = `${signed(mean)} (${ci === null ? "–" : `${signed(ci.low)} to ${signed(ci.high)}`})`;
  if (ci === null || (ci.low <= 0 && ci.high >= 0)) return text;
  return ci.low > 0 ? colors.green(text) : colors.red(text);
}
