import { constants } from "node:fs";
import { access, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { ConfigError, messageOf } from "../../core/errors.ts";
import type { Json } from "../../core/types.ts";

/** Throws a `ConfigError` (`output_unwritable`) for a path that a result could not be written to. Writes nothing. */
export async function checkOutput(path: string, folder: string): Promise<void> {
  const full = resolve(folder, path);
  try {
    await access(dirname(full), constants.W_OK | constants.X_OK);
    const found = await stat(full).catch(absent);
    if (found === null) return;
    if (found.isDirectory()) throw unwritable(path, "it is a folder");
    await access(full, constants.W_OK);
  } catch (thrown) {
    throw thrown instanceof ConfigError ? thrown : unwritable(path, messageOf(thrown), thrown);
  }
}

/** Writes the whole document or nothing of it: whoever reads the file meanwhile sees the old one or the new one. */
export async function writeOutput(path: string, folder: string, document: Json): Promise<void> {
  const full = resolve(folder, path);
  const text = `${JSON.stringify(document, null, 2)}\n`;
  try {
    const found = await stat(full).catch(absent);
    // A pipe or a device is written as it is.
    if (found !== null && !found.isFile()) return await writeFile(full, text);
    const beside = join(dirname(full), `.${basename(full)}.${process.pid}.part`);
    try {
      await writeFile(beside, text);
      await rename(beside, full);
    } catch (thrown) {
      await rm(beside, { force: true });
      throw thrown;
    }
  } catch (thrown) {
    throw unwritable(path, messageOf(thrown), thrown);
  }
}

function unwritable(path: string, why: string, cause?: unknown): ConfigError {
  return new ConfigError("output_unwritable", `the output cannot be written (${why})`, {
    place: path,
    hint: "name another file, in a folder that is there",
    ...(cause === undefined ? {} : { cause }),
  });
}

function absent(thrown: unknown): null {
  if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return null;
  throw thrown;
}
