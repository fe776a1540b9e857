import type { CallTotal } from "../../operations/eval/call-total.ts";
import type { EvalForecast } from "../../operations/eval/dry-run.ts";
import { dollars } from "./figures.ts";
import { printableAll } from "./printable.ts";
import { count } from "./progress.ts";
import { table } from "./table.ts";
import type { Colors } from "./terminal.ts";

export const COLUMNS = [
  { title: "model" },
  { title: "calls", align: "right" },
  { title: "input tokens", align: "right" },
  { title: "output tokens", align: "right" },
  { title: "price", align: "right" },
] as const;

/** What an eval would send, for people. */
export function forecastText(given: EvalForecast, colors: Colors): string {
  const { runs, total, warnings } = printableAll(given);
  const lines: string[][] = [];
  let judged = false;
  for (const { label, candidate, judges } of runs) {
    const which = label === "" ? "" : ` (${label})`;
    if (candidate !== null)
      lines.push(cells(`${candidate.model}${label === candidate.model ? "" : which}`, candidate.calls, ""));
    for (const { model, calls } of judges) {
      judged = true;
      lines.push(cells(`judge ${model}${which}`, calls, "up to "));
    }
  }
  const [first] = runs;
  const rows = `${count(first?.samples ?? 0)} rows${(first?.epochs ?? 1) > 1 ? ` of ${first?.epochs} epochs` : ""}`;
  if (lines.length === 0) return `${rows}, no calls to a model: the outputs are recorded and the checks are rules\n`;
  if (lines.length > 1) lines.push(cells("in all", total, judged ? "up to " : ""));
  const notes = [
    `${rows}; nothing was sent. Tokens are estimates; attempts that are repeated come on top.`,
    ...(judged
      ? ["Judges are reckoned for every answer that rules could leave in doubt, with answers of 250 tokens."]
      : []),
    ...(total.outputTokens === null && total.inputTokens !== null
      ? ["Without max_tokens there is no upper bound of the price."]
      : []),
  ];
  return [
    table(COLUMNS, lines, colors.dim),
    "\n",
    ...warnings.map((text) => `${colors.yellow("warning")}: ${text}\n`),
    ...notes.map((text) => colors.dim(`${text}\n`)),
  ].join("");
}

export function cells(
  name: string,
  { calls, inputTokens, outputTokens, lowUsd, highUsd }: CallTotal,
  upTo: string,
): string[] {
  return [
    name,
    `${upTo}${count(calls)}`,
    inputTokens === null ? "not known" : `~${count(inputTokens)}`,
    inputTokens === null ? "not known" : outputTokens === null ? "no limit" : `up to ${count(outputTokens)}`,
    price(lowUsd, highUsd),
  ];
}

function price(low: number | null, high: number | null): string {
  if (low === null) return "not known";
  if (high === null) return `from ${dollars(low)}`;
  return low === high ? dollars(low) : `${dollars(low)} to ${dollars(high)}`;
}
