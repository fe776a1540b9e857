import { createColors } from "picocolors";
import { type Environment, systemEnvironment } from "../../operations/environment.ts";

export type Colors = ReturnType<typeof createColors>;

/** What a command talks to. Results go to `out`, everything else that is for people to `err`. */
export interface Terminal {
  readonly environment: Environment;
  readonly input: NodeJS.ReadableStream;
  /** Resolves when the reader has taken it, so that a slow pipe slows the command instead of filling memory. */
  out(text: string | Uint8Array): Promise<void>;
  err(text: string): void;
  /** Columns of `err` where it is a terminal, else null. */
  readonly columns: number | null;
  readonly outColors: Colors;
  readonly errColors: Colors;
}

/** The process's own terminal. The first Ctrl-C lets the command finish its write; the second ends it at once. */
export function systemTerminal(): Terminal {
  const stop = new AbortController();
  let stopping = false;
  const interrupted = () => {
    if (stopping) process.exit(130);
    stopping = true;
    process.stderr.write("\nstopping: finishing what is under way; press Ctrl-C again to end at once\n");
    stop.abort();
  };
  process.on("SIGINT", interrupted);
  process.on("SIGTERM", interrupted);
  // A reader that has seen enough (`| head`) is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  // Who does not read what is said on the way does not end the work: its result goes to stdout and to the store.
  process.stderr.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  return {
    environment: systemEnvironment(stop.signal),
    input: process.stdin,
    out: (text) =>
      process.stdout.write(text)
        ? Promise.resolve()
        : new Promise((resolve) => process.stdout.once("drain", () => resolve())),
    err: (text) => void process.stderr.write(text),
    // A terminal that does not know its width says 0.
    columns: process.stderr.isTTY ? process.stderr.columns || 80 : null,
    outColors: createColors(wantsColor(process.stdout.isTTY)),
    errColors: createColors(wantsColor(process.stderr.isTTY)),
  };
}

/** NO_COLOR wins over FORCE_COLOR, as no-color.org asks; a dumb terminal gets none. */
function wantsColor(isTerminal: boolean | undefined): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "0") return true;
  // Never undefined, which would let the library decide by rules of its own.
  return isTerminal === true && TERM !== "dumb";
}
