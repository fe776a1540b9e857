#!/usr/bin/env node
import module from "node:module";
import { version } from "./version.ts";

// Answered before anything is loaded: shells and installers ask often, and only for this.
if (process.argv.length === 3 && (process.argv[2] === "--version" || process.argv[2] === "-V")) {
  process.stdout.write(`${version}\n`);
} else {
  // Node 22 and later, unlike the types of 20, can keep compiled code in the system's temporary folder, which saves a
  // tenth of the start.
  (module as { enableCompileCache?: () => unknown }).enableCompileCache?.();
  const { endStuck, runCli } = await import("./doors/cli/program.ts");
  const { systemTerminal } = await import("./doors/cli/terminal.ts");
  const terminal = systemTerminal();
  const argv = process.argv.slice(2);
  let ended = false;
  // Nothing is under way any more, and the command still waits: Node itself would end here with 13 and without a word.
  process.once("beforeExit", () => {
    if (!ended) process.exit(endStuck(argv, terminal));
  });
  process.exitCode = await runCli(argv, terminal, {
    // Doors do not know one another, so who opens the house hands the command line the others.
    mcp: async (options) => {
      const { serveMcp } = await import("./doors/mcp/serve.ts");
      const { environment, out, err } = terminal;
      await serveMcp(options, { environment, input: process.stdin, out, note: (text) => err(`${text}\n`) });
    },
  });
  ended = true;
}
