import type { Usage } from "../../core/types.ts";
import type { RunSummary } from "../../evals/run-summary.ts";
import type { ScorerSummary } from "../../evals/summary.ts";
import { dollars, figure, interval } from "./figures.ts";
import { printableAll } from "./printable.ts";
import { count, duration } from "./progress.ts";
import { table } from "./table.ts";
import type { Colors } from "./terminal.ts";

/** The results of a run for people. */
export function summaryText(given: RunSummary, colors: Colors): string {
  const { scorers } = printableAll(given);
  return [scorerTable(scorers, colors), groupTable(scorers, colors), summaryNotes(given, colors)].join("");
}

/** What is to be said of a run beside its figures: errors, gates, warnings, and how it is found again. */
export function summaryNotes(given: RunSummary, colors: Colors): string {
  const summary = printableAll(given);
  const parts: string[] = [];
  for (const [name, { errors }] of summary.scorers) {
    const told = Object.entries(errors).map(([code, number]) => `${code} ${count(number)}`);
    if (told.length > 0) parts.push(`${colors.yellow("errors")} of ${name}: ${told.join(", ")}\n`);
  }
  // The counts name no row and no cause, and whoever reads them wants both next.
  if (parts.length > 0)
    parts.push(colors.dim(`which rows, and why: veridic runs export ${summary.runId} --format csv\n`));
  for (const [name, { epochs }] of summary.scorers) {
    const { judged, count: scored, errorCount } = epochs;
    // Where every answer was shown to a judge there is nothing to tell.
    if (judged === 0 || judged >= scored + errorCount) continue;
    const asked = `asked for ${count(judged)} of ${count(scored + errorCount)} answers`;
    parts.push(`judge of ${name}: ${asked}, ${count(scored + errorCount - judged)} settled without it\n`);
  }
  const { candidate, judge } = summary.usage;
  parts.push(usageText(summary.model ?? "model", candidate), usageText("judges", judge));
  for (const gate of summary.gates) {
    const mark = gate.passed ? colors.green("passed") : colors.red("missed");
    parts.push(`gate ${gate.name} ${gate.rule}: ${figure(gate.value)} ${mark}\n`);
  }
  for (const warning of summary.warnings) parts.push(`${colors.yellow("warning")}: ${warning}\n`);
  const epochs = summary.epochs > 1 ? `, up to ${summary.epochs} epochs` : "";
  const { runId, status, samples, durationS } = summary;
  parts.push(colors.dim(`run ${runId}  ${status}  ${count(samples)} samples${epochs}  ${duration(durationS)}\n`));
  return parts.join("");
}

/** What was asked and what it cost; nothing where nobody was asked. */
function usageText(who: string, { calls, inputTokens, outputTokens, costUsd, cachedReplies = 0 }: Usage): string {
  const told = [
    ...(cachedReplies === 0 ? [] : [`${count(cachedReplies)} kept replies, for nothing`]),
    ...(calls === 0
      ? []
      : [
          `${count(calls)} calls`,
          `${count(inputTokens)} tokens in`,
          `${count(outputTokens)} out`,
          costUsd === null ? "price not known" : dollars(costUsd),
        ]),
  ];
  if (told.length === 0) return "";
  return `${who}: ${told.join(", ")}\n`;
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
    // The first reducer is the line above.
    for (const [metric, { value, count: counted, ci }] of [...scorer.metrics].slice(1)) {
      rows.push([`  ${metric}`, figure(value), interval(ci), count(counted), "", ""]);
    }
  }
  return `${table(COLUMNS, rows, colors.dim)}\n`;
}

/** The means of each group, a column a scorer, with how many samples stand behind them. */
function groupTable(scorers: RunSummary["scorers"], colors: Colors): string {
  const names = [...scorers.keys()];
  const groups = [...new Set([...scorers.values()].flatMap((scorer) => [...scorer.groups.keys()]))];
  if (groups.length === 0) return "";
  const columns = [{ title: "group" }, ...names.map((title) => ({ title, align: "right" as const }))];
  const rows = groups.map((group) => [group, ...names.map((name) => groupCell(scorers.get(name)?.groups.get(group)))]);
  return `${table(columns, rows, colors.dim)}\n`;
}

function groupCell(group: ScorerSummary | undefined): string {
  return group === undefined || group.mean === null ? "–" : `${group.mean.toFixed(4)} of ${count(group.count)}`;
}

function cells(name: string, scorer: ScorerSummary, colors: Colors): string[] {
  const { errorCount } = scorer;
  return [
    name,
    figure(scorer.mean),
    interval(scorer.ci),
    count(scorer.count),
    errorCount > 0 ? colors.yellow(`${count(errorCount)} (${percent(errorCount / (errorCount + scorer.count))})`) : "0",
    count(scorer.noAnswer),
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
