import type { Progress } from "../../select/track.ts";
import { printableAll } from "./printable.ts";
import { number } from "./selection-text.ts";
import type { Colors } from "./terminal.ts";

const BAR = 20;

/** The progress of a trajectory for people: a bar for each checkpoint, then how well it agrees with the order. */
export function progressText(given: Progress, runId: string, colors: Colors): string {
  const { checkpoints, rankCorrelation, last, warnings } = printableAll(given);
  const width = Math.max(0, ...checkpoints.map(({ step }) => String(step).length));
  const lines = checkpoints.map(({ step, score }) => {
    const full = Math.round((score ?? 0) * BAR);
    const bar = colors.green("━".repeat(full)) + colors.dim("━".repeat(BAR - full));
    return `step ${String(step).padStart(width)}  ${bar}  ${number(score)}\n`;
  });
  return [
    `${colors.bold(`progress: ${number(last)}`)}, rank correlation with the steps ${number(rankCorrelation)}\n\n`,
    ...lines,
    ...warnings.map((text) => `${colors.yellow("warning")}: ${text}\n`),
    colors.dim(`run ${runId}\n`),
  ].join("");
}
