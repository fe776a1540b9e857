import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { constants, Script } from "node:vm";

/** What users get; source files run through a loader would be measured with it. */
export const cli = resolve("dist/cli.mjs");
export const library = resolve("dist/index.mjs");

/**
 * Node's own import. The loader that runs these files would compile the bundle anew, and measure its own code; it
 * cannot see an `import` inside a text.
 */
const nativeImport: (url: string) => Promise<typeof import("../src/index.ts")> = new Script("(url) => import(url)", {
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
}).runInThisContext();

export async function loadLibrary(): Promise<typeof import("../src/index.ts")> {
  if (!existsSync(library)) throw new Error(`there is no ${library}: run \`npm run build\` first`);
  return nativeImport(pathToFileURL(library).href);
}

export interface Spent {
  readonly wallMs: number;
  /** User and system time of all threads. */
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly out: string;
}

const MARK = "\u0001spent ";

/** At its end the process writes down what it used, as the system counts it. */
const hook = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from "node:fs";
  process.on("exit", () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeSync(2, ${JSON.stringify(MARK)} + (userCPUTime + systemCPUTime) / 1000 + " " + maxRSS / 1024);
  });
`)}`;

/** Runs Node to its end and tells what it used. Throws where it fails. */
export function runNode(argv: readonly string[], folder: string = process.cwd()): Spent {
  const began = performance.now();
  const ended = spawnSync(process.execPath, ["--import", hook, ...argv], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
  });
  const wallMs = performance.now() - began;
  if (ended.status !== 0) throw new Error(`node ${argv.join(" ")} ended with ${ended.status}: ${ended.stderr}`);
  const [cpuMs = Number.NaN, peakMb = Number.NaN] = (ended.stderr.split(MARK)[1] ?? "").split(" ").map(Number);
  return { wallMs, cpuMs, peakMb, out: ended.stdout };
}
