import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { createColors } from "picocolors";
import { runCli } from "../../../src/doors/cli/program.ts";
import type { Terminal } from "../../../src/doors/cli/terminal.ts";
import { systemEnvironment } from "../../../src/operations/environment.ts";

export interface Ran {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** A temporary folder with a command line in it; the folder goes when the test ends. */
export interface Workplace extends AsyncDisposable {
  readonly folder: string;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  read(path: string): Promise<string>;
  run(argv: readonly string[], options?: RunOptions): Promise<Ran>;
}

export interface RunOptions {
  readonly input?: string;
  readonly signal?: AbortSignal;
  readonly columns?: number;
  /** The environment; by default it says only that caches and state are in the folder. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Called with what is written for people, as it is written. */
  readonly onErr?: (text: string) => void;
}

export function workplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), "veridic-"));
  return {
    folder,
    write: async (files) => {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
      }
    },
    read: (path) => readFile(join(folder, path), "utf8"),
    run: async (argv, options = {}) => {
      let out = "";
      let err = "";
      const plain = createColors(false);
      const terminal: Terminal = {
        environment: {
          ...systemEnvironment(options.signal ?? new AbortController().signal),
          folder,
          variables: options.variables ?? homeIn(folder),
        },
        input: Readable.from([Buffer.from(options.input ?? "")]),
        out: async (text) => {
          out += typeof text === "string" ? text : Buffer.from(text).toString("utf8");
        },
        err: (text) => {
          err += text;
          options.onErr?.(text);
        },
        columns: options.columns ?? null,
        outColors: plain,
        errColors: plain,
      };
      const exitCode = await runCli(argv, terminal);
      return { exitCode, out, err };
    },
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function jsonl(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

function homeIn(folder: string): Readonly<Record<string, string>> {
  return { XDG_CACHE_HOME: join(folder, ".cache"), XDG_STATE_HOME: join(folder, ".state") };
}
