#!/usr/bin/env node
import { version } from "../../version.ts";

// Answered before anything is loaded: shells and installers ask often, and only for this.
if (process.argv.length === 3 && (process.argv[2] === "--version" || process.argv[2] === "-V")) {
  process.stdout.write(`${version}\n`);
} else {
  const { endStuck, runCli } = await import("./program.ts");
  const { systemTerminal } = await import("./terminal.ts");
  const terminal = systemTerminal();
  const argv = process.argv.slice(2);
  let ended = false;
  // Nothing is under way any more, and the command still waits: Node itself would end here with 13 and without a word.
  process.once("beforeExit", () => {
    if (!ended) process.exit(endStuck(argv, terminal));
  });
  process.exitCode = await runCli(argv, terminal);
  ended = true;
}
