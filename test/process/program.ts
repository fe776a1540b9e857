import { type ChildProcessByStdio, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import { withoutRights } from "../rights.ts";

/** The program as users get it: these tests start what was built, in processes of their own. */
const cli = resolve("dist/cli.mjs");

export interface Ended {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  readonly process: ChildProcessWithoutNullStreams;
  /** Resolves when stderr has said it; rejects where the process ends without. */
  readonly said: (words: string) => Promise<void>;
  /** Resolves when stdout holds so many lines, and gives them; rejects where the process ends before. */
  readonly lines: (count: number) => Promise<readonly string[]>;
  readonly ended: Promise<Ended>;
}

export interface StartOptions {
  readonly folder?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** Drops the rights of the superuser, who may write everywhere. */
  readonly rights?: boolean;
}

function start(command: string, argv: readonly string[], options: StartOptions = {}): Started {
  if (!existsSync(cli)) throw new Error(`there is no ${cli}: run \`npm run build\` first`);
  const [program, words] = options.rights === false ? withoutRights(command, argv) : [command, argv];
  const child = spawn(program, words, {
    cwd: options.folder ?? process.cwd(),
    env: { ...plainVariables(), ...options.variables },
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  // A process that ended does not read its input any more; what it did before is what counts.
  child.stdin.on("error", () => {});
  const ended = once(child, "close").then(([code]): Ended => ({ code: code as number | null, out, err }));
  const until = async (happened: () => boolean, what: string): Promise<void> => {
    let over = false;
    void ended.then(() => {
      over = true;
    });
    while (!happened()) {
      if (over) throw new Error(`the process ended before ${what}; it said: ${err}`);
      await new Promise((later) => setTimeout(later, 2));
    }
  };
  return {
    process: child,
    said: (words) => until(() => err.includes(words), `it said "${words}"`),
    lines: async (count) => {
      await until(() => out.split("\n").length > count, `it wrote ${count} lines`);
      return out.split("\n").slice(0, count);
    },
    ended,
  };
}

/** Starts veridic; its input stays open until the caller ends it. */
export function startProgram(argv: readonly string[], options: StartOptions = {}): Started {
  return start(process.execPath, [cli, ...argv], options);
}

/** Starts veridic for more output than should be kept: the caller reads it. */
export function startPiped(argv: readonly string[]): ChildProcessByStdio<Writable, Readable, null> {
  return spawn(process.execPath, [cli, ...argv], { stdio: ["pipe", "pipe", "inherit"] });
}

/** Runs veridic to its end. */
export async function runProgram(
  argv: readonly string[],
  options: StartOptions & { readonly input?: string } = {},
): Promise<Ended> {
  const started = startProgram(argv, options);
  started.process.stdin.end(options.input ?? "");
  return started.ended;
}

/** Runs a module of ours with options of Node's own. */
export async function runProgramFile(
  file: string,
  argv: readonly string[],
  nodeOptions: readonly string[],
): Promise<Ended> {
  const started = start(process.execPath, [...nodeOptions, file, ...argv]);
  started.process.stdin.end();
  return started.ended;
}

/** Runs a line of bash, in which `$VERIDIC` is the program. A pipe fails where any part of it does. */
export async function runShell(line: string, options: StartOptions = {}): Promise<Ended> {
  const variables = { ...options.variables, VERIDIC: `${process.execPath} ${cli}` };
  const started = start("bash", ["-o", "pipefail", "-c", line], { ...options, variables });
  started.process.stdin.end();
  return started.ended;
}

/** A temporary folder, removed at the end of the test. */
export interface Folder extends AsyncDisposable {
  readonly path: string;
  at(name: string): string;
  write(name: string, content: string): Promise<void>;
  read(name: string): Promise<string>;
}

export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), "veridic-process-"));
  return {
    path,
    at: (name) => join(path, name),
    write: async (name, content) => {
      await mkdir(dirname(join(path, name)), { recursive: true });
      await writeFile(join(path, name), content);
    },
    read: (name) => readFile(join(path, name), "utf8"),
    [Symbol.asyncDispose]: async () => rmSync(path, { recursive: true, force: true }),
  };
}

/** This process's variables without those that change what the program does or shows. */
function plainVariables(): Record<string, string | undefined> {
  const { NO_COLOR: _no, FORCE_COLOR: _force, VERIDIC_STORE: _store, NODE_OPTIONS: _options, ...rest } = process.env;
  return { ...rest, TERM: "xterm-256color" };
}
