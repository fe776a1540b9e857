import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ConfigError } from "../../core/errors.ts";
import { makeFolder } from "./make-folder.ts";

/** Hashes that were taken on first use, by `<benchmark>/<file name>`. */
export type Lock = ReadonlyMap<string, string>;

/** Reads the lock file; empty where there is none. A damaged one is refused: going on would accept any data. */
export function readLock(path: string): Lock {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ENOTDIR")) {
      return new Map();
    }
    throw new ConfigError("unreadable_file", "the lock file of benchmark data cannot be read", { place: path, cause });
  }
  const files = filesIn(text);
  if (files === null) {
    throw new ConfigError("bad_lock", "the lock file of benchmark data is damaged", {
      place: path,
      expected: '{ "files": { "<benchmark>/<file name>": "<sha256>" } }',
      hint: "put it back from a copy, or remove it to pin the data anew",
    });
  }
  return files;
}

/** Adds a hash. The file is replaced as a whole, so a kill leaves the old one. */
export function addToLock(path: string, name: string, sha256: string): void {
  const files = Object.fromEntries([...new Map(readLock(path)).set(name, sha256)].sort(([a], [b]) => (a < b ? -1 : 1)));
  makeFolder(dirname(path), "XDG_STATE_HOME");
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ files }, null, 2)}\n`);
  renameSync(draft, path);
}

function filesIn(text: string): Lock | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Told by the caller, with the way out.
    return null;
  }
  const files = typeof value === "object" && value !== null && "files" in value ? value.files : null;
  if (typeof files !== "object" || files === null || Array.isArray(files)) return null;
  const entries = Object.entries(files);
  const sound = entries.filter((entry): entry is [string, string] => /^[0-9a-f]{64}$/.test(String(entry[1])));
  return sound.length === entries.length ? new Map(sound) : null;
}
