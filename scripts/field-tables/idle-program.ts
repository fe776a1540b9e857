import { Readable } from "node:stream";
import type { Command } from "commander";
import { createColors } from "picocolors";
import { createProgram } from "../../src/doors/cli/program.ts";
import { systemEnvironment } from "../../src/operations/environment.ts";

/** The command line with nothing behind its commands: for what they accept, not for what they do. */
export function idleProgram(): Command {
  const program = createProgram({
    terminal: {
      environment: systemEnvironment(new AbortController().signal),
      input: Readable.from([]),
      out: async () => {},
      err: () => {},
      columns: null,
      outColors: createColors(false),
      errColors: createColors(false),
    },
    exitCode: 0,
  });
  makeIdle(program);
  return program.exitOverride();
}

function makeIdle(command: Command): void {
  if (command.commands.length === 0) command.action(() => {});
  for (const child of command.commands) makeIdle(child);
}
