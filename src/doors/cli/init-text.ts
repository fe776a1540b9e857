import type { InitReport } from "../../operations/init/init.ts";
import { printableAll } from "./printable.ts";
import type { Colors } from "./terminal.ts";

const KINDS: Readonly<Record<InitReport["kind"], string>> = {
  numbers: "The targets are numbers, so the last number of each output is compared.",
  marked_numbers: "The targets mark a number, so it is compared with the last number of each output.",
  letters: "The targets are letters, so the letter that each output chooses is compared.",
  texts: "The targets are texts, so each output is compared with them, or searched for them.",
};

/** What was written, what was guessed, and the command to go on with. */
export function initText(report: InitReport, colors: Colors): string {
  const { written, dataset, kind, next } = printableAll(report);
  const lines = written.map((path) => `${colors.green("wrote")} ${path}`);
  if (dataset !== null) {
    lines.push("", `Looked at ${dataset.rowsRead} rows of ${dataset.path}:`);
    for (const { part, field, guessed, others } of dataset.fields) {
      const how = guessed ? colors.yellow("a guess by its name") : "as you said";
      const also = others.length === 0 ? "" : `; it could also be ${others.slice(0, 3).join(", ")}`;
      lines.push(`  ${part.padEnd(6)}  ${field}  (${how}${also})`);
    }
    if (!dataset.fields.some(({ part }) => part === "input")) lines.push("  input   none found; rules do not need it");
    lines.push(`${KINDS[kind]} That is a guess too: please check ${written[0] ?? "the file"}.`);
  }
  lines.push("", "Next:", `  ${next}`);
  return `${lines.join("\n")}\n`;
}
