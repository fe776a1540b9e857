import type { SelectionForecast } from "../../operations/selection/forecast.ts";
import { COLUMNS, cells } from "./forecast-text.ts";
import { printableAll } from "./printable.ts";
import { count } from "./progress.ts";
import { table } from "./table.ts";
import type { Colors } from "./terminal.ts";

/** What a comparison or an audit would send, for people. */
export function selectionForecastText(given: SelectionForecast, colors: Colors): string {
  const { judges, total, firstCalls, warnings } = printableAll(given);
  if (judges.length === 0) return "no calls to a model\n";
  const upTo = firstCalls < total.calls ? "up to " : "";
  const rows = judges.map(({ model, calls }) => cells(model, calls, upTo));
  if (rows.length > 1) rows.push(cells("in all", total, upTo));
  const early =
    firstCalls < total.calls ? [`${count(firstCalls)} calls come first; more only where the outcome is open.`] : [];
  const notes = [...early, "Nothing was sent. Tokens are estimates; replies that are asked for again come on top."];
  return [
    table(COLUMNS, rows, colors.dim),
    "\n",
    ...warnings.map((text) => `${colors.yellow("warning")}: ${text}\n`),
    ...notes.map((text) => colors.dim(`${text}\n`)),
  ].join("");
}
