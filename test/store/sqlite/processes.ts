import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { withoutRights } from "../../rights.ts";

const jiti = join(dirname(createRequire(import.meta.url).resolve("jiti/package.json")), "lib/jiti-cli.mjs");
const script = fileURLToPath(new URL("./worker.ts", import.meta.url));

export interface Worker {
  readonly process: ChildProcessByStdio<null, Readable, Readable>;
  /** What it says, line by line; ends with the process. */
  readonly lines: AsyncIterable<string>;
  /** The exit code (null when it was killed) and what it wrote to stderr. */
  readonly ended: Promise<{ readonly code: number | null; readonly complaint: string }>;
}

/** Starts the worker; without rights it may write only where its user may. */
export function startWorker(
  command: readonly (string | number)[],
  options: { readonly rights?: boolean } = {},
): Worker {
  const argv = [jiti, script, ...command.map(String)];
  const [program, words] = options.rights === false ? withoutRights(process.execPath, argv) : [process.execPath, argv];
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, complaint }));
  return { process: child, lines: createInterface(child.stdout), ended };
}

export async function linesOf(worker: Worker): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of worker.lines) lines.push(line);
  const { code, complaint } = await worker.ended;
  if (code !== 0) throw new Error(`the worker ended with ${code}: ${complaint}`);
  return lines;
}
