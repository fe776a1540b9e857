import { readdirSync, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { ConfigError } from "../../core/errors.ts";
import type { DataFile } from "../benchmark.ts";
import { fileHash } from "./file-hash.ts";
import type { FoundFile } from "./place.ts";

/** A folder of data is looked through whole, but a home folder given by mistake is not. */
const MOST_FILES = 20_000;
const DEEPEST = 8;

/**
 * Looks for a file below a folder: at `<benchmark>/<file name>` first, then by content, any file that has the wanted
 * hash. With no hash pinned the name decides. A file in the right place with another content is refused, unless the
 * right one stands elsewhere.
 */
export async function findGiven(
  folder: string,
  benchmark: string,
  file: DataFile,
  sha256: string | null,
  signal: AbortSignal,
): Promise<FoundFile | null> {
  const paths = filesBelow(folder);
  const named = paths.filter((path) => basename(path) === file.name && basename(dirname(path)) === benchmark);
  const [first] = named;
  if (sha256 === null) {
    return first === undefined ? null : { path: first, sha256: await fileHash(first, signal), from: "given" };
  }
  const alike = paths.filter((path) => !named.includes(path) && couldBe(path, file));
  for (const path of [...named, ...alike]) {
    if ((await fileHash(path, signal)) === sha256) return { path, sha256, from: "given" };
  }
  if (first === undefined) return null;
  throw new ConfigError("data_mismatch", `this is not the ${file.name} of ${benchmark} that is pinned`, {
    place: first,
    expected: `the SHA-256 ${sha256}`,
    got: await fileHash(first, signal),
    hint: `get the file from ${file.url}, or give your own rows as a file: --data ${first}`,
  });
}

/** Hashing everything would read a whole disk: where the size is known it must fit, else the ending. */
function couldBe(path: string, file: DataFile): boolean {
  if (file.bytes === null) return extname(path) === extname(file.name);
  try {
    return statSync(path).size === file.bytes;
  } catch {
    // It went while we looked, or may not be looked at: then it is not the one.
    return false;
  }
}

function filesBelow(folder: string): readonly string[] {
  const found: string[] = [];
  const waiting: { readonly path: string; readonly depth: number }[] = [{ path: folder, depth: 0 }];
  for (const { path, depth } of waiting) {
    for (const entry of entriesOf(path)) {
      if (found.length >= MOST_FILES) {
        throw new ConfigError("too_many_files", `there are more than ${MOST_FILES} files below this folder`, {
          place: folder,
          expected: "a folder of benchmark data",
        });
      }
      const inner = join(path, entry.name);
      if (entry.isDirectory()) {
        if (depth < DEEPEST) waiting.push({ path: inner, depth: depth + 1 });
      } else if (entry.isFile() || (entry.isSymbolicLink() && isFile(inner))) {
        found.push(inner);
      }
    }
  }
  return found;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // A folder that may not be read holds nothing for us.
    return [];
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // A link to nothing.
    return false;
  }
}
