import { toWire } from "../../core/wire.ts";
import type { Operation } from "../../operations/environment.ts";
import type { EvalForecast } from "../../operations/eval/dry-run.ts";
import type { EvalOutcome } from "../../operations/eval/eval.ts";
import type { RunOutcome } from "../../operations/eval/outcome.ts";
import { comparisonText } from "./comparison-text.ts";
import { forecastText } from "./forecast-text.ts";
import { printable } from "./printable.ts";
import { createProgress } from "./progress.ts";
import type { Session } from "./session.ts";
import { summaryNotes, summaryText } from "./summary-text.ts";
import type { Terminal } from "./terminal.ts";

export interface OutputOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Follows an operation to its end, showing what it says on the way. */
export async function follow<Outcome>(
  operation: Operation<Outcome>,
  terminal: Terminal,
  options: OutputOptions,
): Promise<Outcome> {
  const view = createProgress(terminal, options.quiet);
  try {
    let step = await operation.next();
    while (!step.done) {
      view.show(step.value);
      step = await operation.next();
    }
    return step.value;
  } finally {
    view.end();
  }
}

/** Follows an eval, prints its summary or, of several runs, all of them and their comparison; sets the exit code. */
export async function followEval(
  operation: Operation<EvalOutcome>,
  session: Session,
  options: OutputOptions,
): Promise<void> {
  const { terminal } = session;
  const { runs, planned, comparison, exitCode, verdict } = await follow(operation, terminal, options);
  const summaries = runs.map(({ summary }) => summary);
  const [only] = summaries;
  if (options.json) {
    const document = only !== undefined && planned === 1 ? only : { runs: summaries, comparison };
    await printJson(toWire(document), terminal);
  } else {
    const { outColors } = terminal;
    if (comparison !== null) await terminal.out(`${comparisonText(comparison, outColors)}\n`);
    const text = comparison === null ? summaryText : summaryNotes;
    for (const summary of summaries) await terminal.out(text(summary, outColors));
  }
  end(session, exitCode, verdict);
}

/** Follows a dry run and prints what would be sent. */
export async function followForecast(
  operation: Operation<EvalForecast>,
  terminal: Terminal,
  options: OutputOptions,
): Promise<void> {
  const forecast = await follow(operation, terminal, options);
  if (options.json) await printJson(toWire(forecast), terminal);
  else await terminal.out(forecastText(forecast, terminal.outColors));
}

/** Follows a run, prints its summary, and sets the exit code. */
export async function followRun(
  operation: Operation<RunOutcome>,
  session: Session,
  options: OutputOptions,
): Promise<void> {
  const { terminal } = session;
  const { summary, exitCode, verdict } = await follow(operation, terminal, options);
  if (options.json) await printJson(toWire(summary), terminal);
  else await terminal.out(summaryText(summary, terminal.outColors));
  end(session, exitCode, verdict);
}

function end(session: Session, exitCode: number, verdict: string | null): void {
  const { terminal } = session;
  for (const line of verdict?.split("\n") ?? []) terminal.err(`${terminal.errColors.red(printable(line))}\n`);
  session.exitCode = exitCode;
}

export async function printJson(document: unknown, terminal: Terminal): Promise<void> {
  await terminal.out(`${JSON.stringify(document, null, 2)}\n`);
}
