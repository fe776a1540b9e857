import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const IN_PACKAGE = "dist/schemas/eval.schema.json";

/**
 * What an eval file in a folder names as its schema: a relative path where veridic is installed in the project, which
 * works for everybody who has it; else the address of the file in the installation that is running.
 */
export function schemaPlace(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    const installed = join(above, "node_modules", "veridic");
    if (existsSync(installed)) return slashed(relative(folder, join(installed, IN_PACKAGE)));
    if (dirname(above) === above) return pathToFileURL(join(ownPackage(), IN_PACKAGE)).href;
  }
}

/** The folder of this package: the nearest one above this file with a package.json. */
function ownPackage(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json")) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** The eval file goes from one system to another, so its paths have forward slashes. */
export function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
