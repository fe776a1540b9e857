import { Command, CommanderError } from "commander";
import { version } from "../../version.ts";
import { auditCommand } from "./commands/audit.ts";
import { benchCommand } from "./commands/bench.ts";
import { compareCommand } from "./commands/compare.ts";
import { completionCommand } from "./commands/completion.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { evalCommand } from "./commands/eval.ts";
import { initCommand } from "./commands/init.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { rewardsCommand } from "./commands/rewards.ts";
import { runsCommand } from "./commands/runs.ts";
import { trackCommand } from "./commands/track.ts";
import { verifyCommand } from "./commands/verify.ts";
import { errorDocument, tellError } from "./report.ts";
import { printJson } from "./run-operation.ts";
import type { Servers, Session } from "./session.ts";
import type { Terminal } from "./terminal.ts";
import { refuseUnknownCommands } from "./unknown-command.ts";

export function createProgram(session: Session): Command {
  const { terminal } = session;
  const program = new Command("veridic")
    .description("Tells whether an LLM output is right, how sure that is, and which of several outputs is best.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print the help of a command")
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => void terminal.out(text),
      writeErr: (text) => terminal.err(text),
    })
    .addHelpText(
      "after",
      `
Examples:
  veridic init                       write a working eval
  veridic eval eval.yaml             score recorded outputs
  veridic compare --input in.json    pick the best of several candidates
  veridic runs diff A B              what changed between two runs
  veridic verify --prediction "The answer is 42" --ground-truth 42 --extractors number --verifier numeric

Exit codes: 0 done, 1 a gate was missed, 2 configuration or usage, 3 nothing scored, too many errors or the
store failed, 130 interrupted.`,
    );
  for (const make of [
    verifyCommand,
    evalCommand,
    benchCommand,
    compareCommand,
    auditCommand,
    trackCommand,
    runsCommand,
    rewardsCommand,
    mcpCommand,
    initCommand,
    doctorCommand,
    completionCommand,
  ]) {
    program.addCommand(make(session));
  }
  inherit(program, program.commands);
  refuseUnknownCommands(program);
  return program;
}

/** Commands below take over how errors and output are handled. */
function inherit(parent: Command, commands: readonly Command[]): void {
  for (const command of commands) {
    command.copyInheritedSettings(parent).exitOverride();
    inherit(command, command.commands);
  }
}

/** Runs one command line and returns the exit code. Never throws. */
export async function runCli(argv: readonly string[], terminal: Terminal, servers: Servers = {}): Promise<number> {
  const session: Session = { terminal, servers, exitCode: 0 };
  const program = createProgram(session);
  program.exitOverride();
  try {
    await program.parseAsync([...argv], { from: "user" });
    return session.exitCode;
  } catch (error) {
    // Help and version were asked for.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const exitCode = tellError(error, terminal);
    if (argv.includes("--json")) await printJson(errorDocument(error, exitCode), terminal);
    return exitCode;
  }
}

/** Ends a command that waits for a promise which nothing can settle any more, and returns the exit code. */
export function endStuck(argv: readonly string[], terminal: Terminal): number {
  const error = {
    code: "never_settled",
    message:
      "the command waits for a promise that will never settle, most likely a plug-in's; what was committed is kept, " +
      "and a run goes on with: veridic runs resume latest",
  };
  if (argv.includes("--json")) void printJson({ error }, terminal);
  terminal.err(`${terminal.errColors.red("error")}: ${error.message}\n`);
  return 3;
}
