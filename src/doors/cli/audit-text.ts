import type { Audit } from "../../select/audit-types.ts";
import { printableAll } from "./printable.ts";
import { count } from "./progress.ts";
import { listed, number } from "./selection-text.ts";
import { table } from "./table.ts";
import type { Colors } from "./terminal.ts";

/** An audit for people: the verdict first, then the criteria, and what to think of it. */
export function auditText(given: Audit, runId: string, colors: Colors): string {
  const audit = printableAll(given);
  const { explanation, warnings, calls } = audit;
  return [
    headline(audit, colors),
    `${explanation.verdict}\n\n`,
    criteriaTable(audit, colors),
    "\n",
    ...warnings.map((text) => `${colors.yellow("warning")}: ${text}\n`),
    listed("Why", explanation.reasons, colors),
    listed("Evidence", explanation.evidence, colors),
    listed("Not certain", explanation.uncertainty, colors),
    `${colors.bold("Next check")}: ${explanation.nextCheck}\n`,
    colors.dim(`${count(calls.used)} of at most ${count(calls.planned)} calls  run ${runId}\n`),
  ].join("");
}

function headline({ verdict, candidate, overallScore, penalty }: Audit, colors: Colors): string {
  const color = { positive: colors.green, negative: colors.red, uncertain: colors.yellow }[verdict];
  const cost = penalty > 0 ? ` after a penalty of ${penalty}` : "";
  return `${color(colors.bold(verdict))}: ${candidate.id}, score ${number(overallScore)}${cost}\n`;
}

function criteriaTable({ criteria }: Audit, colors: Colors): string {
  const columns = [
    { title: "criterion" },
    { title: "score", align: "right" as const },
    { title: "for", align: "right" as const },
    { title: "against", align: "right" as const },
    { title: "between", align: "right" as const },
    { title: "unreadable", align: "right" as const },
  ];
  const rows = criteria.map(({ criterion, score, positive, negative, abstain, unreadable }) => [
    criterion.name,
    number(score),
    ...[positive, negative, abstain, unreadable].map(String),
  ]);
  return table(columns, rows, colors.dim);
}
