import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { loadedModules } from "../test/process/loaded-modules.ts";
import { cli, library, runNode } from "./built.ts";
import { atMost, type Figure, median, noted } from "./figure.ts";

const PAIRS = 21;

/** Start-up of the command line and of the library, each beside an empty Node started in turn with it. */
export async function benchStartUp(): Promise<readonly Figure[]> {
  const load = `await import(${JSON.stringify(pathToFileURL(library).href)})`;
  const times = { empty: [] as number[], version: [] as number[], module: [] as number[], imported: [] as number[] };
  for (let pair = 0; pair < PAIRS; pair++) {
    times.empty.push(wallMs(["-e", "0"]));
    times.version.push(wallMs([cli, "--version"]));
    times.module.push(wallMs(["--input-type=module", "-e", "0"]));
    times.imported.push(wallMs(["--input-type=module", "-e", load]));
  }
  const modules = await loadedModules(library);
  const [empty, version] = [median(times.empty), median(times.version)];
  return [
    noted("an empty node, median of 21", empty, " ms"),
    atMost("`veridic --version` beside it", version / empty, 2, " x"),
    atMost("`veridic --version`", version, 150, " ms"),
    atMost("`veridic --version`, peak memory", runNode([cli, "--version"]).peakMb, 60, " MB"),
    noted('`import "veridic"` beside an empty module', median(times.imported) - median(times.module), " ms"),
    atMost('`import "veridic"`, modules of ours', modules.length, 40, ""),
    atMost(
      '`import "veridic"`, third-party modules',
      modules.filter((url) => url.includes("/node_modules/")).length,
      0,
      "",
    ),
  ];
}

function wallMs(argv: readonly string[]): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  if (status !== 0) throw new Error(`node ${argv.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - began;
}
