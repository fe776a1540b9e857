import { runProgramFile } from "./program.ts";

/**
 * The addresses of all modules that a module loads, with itself and without Node's own, in the order of loading. They
 * are written down by a loader hook in a process of its own, so nothing that this test loaded is counted.
 */
export async function loadedModules(file: string, argv: readonly string[] = []): Promise<readonly string[]> {
  const hook = `import { writeSync } from "node:fs";
    export const load = (url, context, next) => { if (!url.startsWith("node:")) writeSync(2, "loaded " + url + "\\n"); return next(url, context); };`;
  const register = `import { register } from "node:module"; register(${JSON.stringify(dataUrl(hook))});`;
  const { code, err } = await runProgramFile(file, argv, ["--import", dataUrl(register)]);
  if (code !== 0) throw new Error(`loading ${file} ended with ${code}: ${err}`);
  return err
    .split("\n")
    .filter((line) => line.startsWith("loaded ") && !line.startsWith("loaded data:"))
    .map((line) => line.slice("loaded ".length));
}

function dataUrl(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
