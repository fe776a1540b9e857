import type { Terminal } from "./terminal.ts";

/** How a server for agents is started, as its flags say it. */
export interface McpFlags {
  readonly roots: readonly string[];
  readonly store: string | null;
  readonly runChecks: boolean;
  readonly deployments: string | null;
  /** Null for stdin and stdout. */
  readonly http: { readonly host: string; readonly port: number; readonly token: string | null } | null;
}

/** Servers that a command starts and that are doors of their own. Each resolves when it has ended. */
export interface Servers {
  readonly mcp?: (flags: McpFlags) => Promise<void>;
}

/** What a command's action gets: the terminal, servers it may start, and a place for its exit code. */
export interface Session {
  readonly terminal: Terminal;
  readonly servers?: Servers;
  exitCode: number;
}
