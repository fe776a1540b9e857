import { toWire } from "../../core/wire.ts";
import type { Operation } from "../../operations/environment.ts";
import type { RunOutcome } from "../../operations/outcome.ts";
import { printable } from "./printable.ts";
import { createProgress } from "./progress.ts";
import type { Session } from "./session.ts";
import { summaryText } from "./summary-text.ts";
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
  if (verdict !== null) terminal.err(`${terminal.errColors.red(printable(verdict))}\n`);
  session.exitCode = exitCode;
}

export async function printJson(document: unknown, terminal: Terminal): Promise<void> {
  await terminal.out(`${JSON.stringify(document, null, 2)}\n`);
}
