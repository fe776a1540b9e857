import { Command, InvalidArgumentError } from "commander";
import { ConfigError } from "../../../core/errors.ts";
import { several, withStore } from "../options.ts";
import type { Session } from "../session.ts";

interface McpCommandOptions {
  readonly http?: boolean;
  readonly host?: string;
  readonly port?: number;
  readonly token?: string;
  readonly root?: readonly string[];
  readonly runChecks?: boolean;
  readonly deployments?: string;
  readonly store?: string;
}

const DEFAULT_PORT = 4_748;

export function mcpCommand(session: Session): Command {
  const command = new Command("mcp")
    .description("Serves compare, audit, verify, eval and runs to agents, by the Model Context Protocol.")
    .option("--http", "serve over HTTP, not over stdin and stdout")
    .option("--host <host>", "with --http: the address to listen at (default: 127.0.0.1); others need a token")
    .option("--port <n>", `with --http: the port (default: ${DEFAULT_PORT}); 0 for any that is free`, portNumber)
    .option("--token <text>", "with --http: what clients must send (default: $VERIDIC_TOKEN)")
    .option("--root <folder>", "calls may name files below this folder (default: here); may be repeated", several)
    .option("--run-checks", "calls may run the commands that candidates carry, with your rights")
    .option("--deployments <file>", "endpoints that calls may name as deployment:ID, and prices");
  return withStore(command)
    .addHelpText(
      "after",
      `
Examples:
  veridic mcp
  veridic mcp --root ../candidates --root .
  veridic mcp --http --port 4748

Over stdin and stdout it serves the client that started it, until that leaves.`,
    )
    .action(async (options: McpCommandOptions) => {
      const { store, runChecks = false, deployments, root: roots = [] } = options;
      const { environment } = session.terminal;
      const http = httpOf(options, environment.variables["VERIDIC_TOKEN"]);
      if (session.servers?.mcp === undefined) throw new ConfigError("no_server", "no server can be started from here");
      await session.servers.mcp({ roots, store: store ?? null, runChecks, deployments: deployments ?? null, http });
    });
}

function httpOf({ http, host, port, token }: McpCommandOptions, tokenOfEnvironment: string | undefined) {
  if (http === true) {
    const secret = token ?? tokenOfEnvironment ?? "";
    if (token !== undefined && token.trim() === "") {
      throw new ConfigError("wrong_value", "is blank", { place: "--token", expected: "a token that nobody can guess" });
    }
    return { host: host ?? "127.0.0.1", port: port ?? DEFAULT_PORT, token: secret === "" ? null : secret };
  }
  for (const [name, value] of Object.entries({ host, port, token })) {
    if (value === undefined) continue;
    throw new ConfigError("usage", "is for a server over HTTP", { place: `--${name}`, hint: "add --http" });
  }
  return null;
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text.trim()) || port > 65_535) throw new InvalidArgumentError("expected a port from 0 to 65535.");
  return port;
}
