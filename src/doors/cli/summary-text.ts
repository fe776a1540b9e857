import type { RunSummary } from "../../evals/run-summary.ts";
import type { ScorerSummary } from "../../evals/summary.ts";
import { count, duration } from "./progress.ts";
import { table } from "./table.ts";
import type { Colors } from "./terminal.ts";

/** The results of a run for people. */
export function summaryText(summary: RunSummary, colors: Colors): string {
  const parts = [scorerTable(summary.scorers, colors)];
  for (const [name, scorer] of summary.scorers) {
    const groups = [...(scorer.groups ?? [])];
    if (groups.length > 0) parts.push(`\n${colors.bold(name)} by group\n${groupTable(groups, colors)}`);
    const errors = Object.entries(scorer.errors);
    if (errors.length > 0) {
      const told = errors.map(([code, number]) => `${code} ${count(number)}`).join(", ");
      parts.push(`\n${colors.yellow("errors")} of ${name}: ${told}\n`);
    }
  }
  if (summary.gates.length > 0) parts.push("\n");
  for (const gate of summary.gates) {
    const mark = gate.passed ? colors.green("passed") : colors.red("missed");
    parts.push(`gate ${gate.name} ${gate.rule}: ${figure(gate.value)} ${mark}\n`);
  }
  for (const warning of summary.warnings) parts.push(`${colors.yellow("warning")}: ${warning}\n`);
  const epochs = summary.epochs > 1 ? `, up to ${summary.epochs} epochs` : "";
  parts.push(
    colors.dim(
      `\nrun ${summary.runId}  ${summary.status}  ${count(summary.samples)} samples${epochs}  ${duration(summary.durationS)}\n`,
    ),
  );
  return parts.join("");
}

const COLUMNS = [
  { title: "scorer" },
  { title: "mean", align: "right" },
  { title: "95% interval", align: "right" },
  { title: "scored", align: "right" },
  { title: "errors", align: "right" },
  { title: "no answer", align: "right" },
] as const;

function scorerTable(scorers: RunSummary["scorers"], colors: Colors): string {
  const rows: string[][] = [];
  for (const [name, scorer] of scorers) {
    rows.push(cells(name, scorer, colors));
    for (const [metric, { value, count: counted, ci }] of scorer.metrics ?? []) {
      rows.push([`  ${metric}`, figure(value), interval(ci), count(counted), "", ""]);
    }
  }
  return table(COLUMNS, rows, colors.dim);
}

function groupTable(groups: readonly (readonly [string, ScorerSummary])[], colors: Colors): string {
  const columns = [{ title: "group" }, ...COLUMNS.slice(1)];
  return table(
    columns,
    groups.map(([group, scorer]) => cells(group, scorer, colors)),
    colors.dim,
  );
}

function cells(name: string, scorer: ScorerSummary, colors: Colors): string[] {
  return [
    name,
    figure(scorer.mean),
    interval(scorer.ci),
    count(scorer.count),
    scorer.errorCount > 0 ? colors.yellow(count(scorer.errorCount)) : "0",
    count(scorer.noAnswer),
  ];
}

function figure(value: number | null): string {
  return value === null ? "–" : value.toFixed(4);
}

function interval(ci: ScorerSummary["ci"]): string {
  return ci === null || ci.low === null || ci.high === null ? "–" : `${ci.low.toFixed(4)} to ${ci.high.toFixed(4)}`;
}
