#!/usr/bin/env node
import { version } from "../../version.ts";

// Answered before anything is loaded: shells and installers ask often, and only for this.
if (process.argv.length === 3 && (process.argv[2] === "--version" || process.argv[2] === "-V")) {
  process.stdout.write(`${version}\n`);
} else {
  const { runCli } = await import("./program.ts");
  const { systemTerminal } = await import("./terminal.ts");
  process.exitCode = await runCli(process.argv.slice(2), systemTerminal());
}
