import type { Terminal } from "./terminal.ts";

/** What a command's action gets: the terminal, and a place for its exit code. */
export interface Session {
  readonly terminal: Terminal;
  exitCode: number;
}
