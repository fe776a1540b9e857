import type { Diff } from "../../evals/diff.ts";
import type { RunDiff } from "../../evals/run-diff.ts";
import { figure, signed } from "./figures.ts";
import { printableAll } from "./printable.ts";
import { count } from "./progress.ts";
import { table } from "./table.ts";
import type { Colors } from "./terminal.ts";

/** A comparison of two runs for people. */
export function diffText(given: RunDiff, colors: Colors): string {
  const diff = printableAll(given);
  const parts = [`A is run ${diff.a}, B is run ${diff.b}\n`];
  if (!diff.sameData) {
    parts.push(`${colors.yellow("note")}: the runs read different data; rows are matched by sample id\n`);
  }
  const rows = [...diff.scorers].map(([name, one]) => [
    name,
    figure(one.a.mean),
    figure(one.b.mean),
    signed(one.difference.mean),
    interval(one.difference.ci),
    count(one.difference.count),
  ]);
  const columns = [
    { title: "scorer" },
    { title: "A", align: "right" as const },
    { title: "B", align: "right" as const },
    { title: "B - A", align: "right" as const },
    { title: "95% interval", align: "right" as const },
    { title: "pairs", align: "right" as const },
  ];
  parts.push("\n", table(columns, rows, colors.dim));
  for (const [name, one] of diff.scorers) parts.push(`\n${colors.bold(name)}\n${details(one, colors)}`);
  return parts.join("");
}

function details(diff: Diff, colors: Colors): string {
  const lines: string[] = [verdict(diff, colors)];
  const { passes, difference } = diff;
  if (difference.detectable !== null) {
    lines.push(
      `the smallest difference that ${count(difference.count)} pairs could show: ${figure(difference.detectable)}`,
    );
  }
  if (passes !== null) {
    lines.push(
      `both right ${count(passes.both)}, only A ${count(passes.onlyA)}, only B ${count(passes.onlyB)}, neither ${count(passes.neither)}; ` +
        `McNemar's exact test: p = ${passes.p < 0.0001 ? "< 0.0001" : passes.p.toFixed(4)}`,
    );
    lines.push(flips("gained by B", passes.gained, colors.green), flips("lost by B", passes.lost, colors.red));
  }
  for (const [side, { errorCount, unpairedCount }] of [
    ["A", diff.a],
    ["B", diff.b],
  ] as const) {
    if (errorCount > 0) lines.push(`${count(errorCount)} rows of ${side} errored and are left out`);
    if (unpairedCount > 0) lines.push(`${count(unpairedCount)} rows only ${side} has are left out`);
  }
  return `${lines.filter((line) => line !== "").join("\n")}\n`;
}

function verdict({ difference }: Diff, colors: Colors): string {
  const { ci } = difference;
  if (ci === null) return "too few pairs to say anything";
  if (ci.low > 0) return colors.green("B is better: the interval lies above 0");
  if (ci.high < 0) return colors.red("B is worse: the interval lies below 0");
  return "no difference shown: the interval holds 0";
}

function flips(
  title: string,
  { count: total, ids }: { readonly count: number; readonly ids: readonly string[] },
  color: (text: string) => string,
): string {
  if (total === 0) return "";
  const more = total > ids.length ? ` and ${count(total - ids.length)} more` : "";
  return `${color(title)} ${count(total)}: ${ids.join(", ")}${more}`;
}

function interval(ci: { readonly low: number; readonly high: number } | null): string {
  return ci === null ? "–" : `${signed(ci.low)} to ${signed(ci.high)}`;
}
