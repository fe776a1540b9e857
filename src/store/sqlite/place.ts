import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigError, messageOf } from "../../core/errors.ts";
import { makeFolder } from "../make-folder.ts";

/**
 * Makes sure that a store can be written at a path, and makes its folder. Asked before the engine is, because the
 * engine answers with a number only, and because nothing may be left behind where it cannot work.
 */
export async function preparePlace(path: string): Promise<void> {
  const folder = dirname(path);
  try {
    await makeFolder(folder);
    // SQLite keeps its journal beside the file, so the folder is written too.
    await access(folder, constants.W_OK | constants.X_OK);
    const found = await stat(path).catch(absent);
    if (found === null) return;
    if (!found.isFile()) throw unwritable(path, found.isDirectory() ? "it is a folder" : "it is not a file");
    await access(path, constants.R_OK | constants.W_OK);
  } catch (thrown) {
    throw thrown instanceof ConfigError ? thrown : unwritable(path, messageOf(thrown), thrown);
  }
}

export function unwritable(path: string, why: string, cause?: unknown): ConfigError {
  return new ConfigError("store_unwritable", `the store ${path} cannot be written (${why})`, {
    hint: "name another path with --store or VERIDIC_STORE",
    ...(cause === undefined ? {} : { cause }),
  });
}

function absent(thrown: unknown): null {
  if (codeOf(thrown) === "ENOENT") return null;
  throw thrown;
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
}
