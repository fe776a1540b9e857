import { readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { ConfigError, messageOf } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";

export interface FileOptions {
  /** Relative paths start here. */
  readonly baseFolder: string;
  /** Where given, a file outside these folders is refused; links are followed first. */
  readonly allowedRoots?: readonly string[] | undefined;
}

/** The full path of a data set's file. Throws `ConfigError` where there is no such file, or it may not be read. */
export function findFile(path: string, { baseFolder, allowedRoots }: FileOptions): string {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path)) {
    throw new ConfigError("not_a_file", "this is a web address", {
      place: path,
      expected: "a file on this machine",
      hint: "download it first",
    });
  }
  const full = resolve(baseFolder, path);
  // Before the file is looked at: whether a file outside exists must not show either.
  if (allowedRoots !== undefined && !allowedRoots.some((root) => isInside(full, resolve(root)))) throw outside(path);
  let real: string;
  let found: ReturnType<typeof statSync>;
  try {
    real = realpathSync(full);
    if (allowedRoots !== undefined && !allowedRoots.some((root) => isInside(real, realpathSync(root)))) {
      throw outside(path);
    }
    found = statSync(real);
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    // A shell's `<(…)` is a link to a pipe, which has no path of its own although it can be opened.
    if (allowedRoots === undefined && isPipe(full)) throw pipeGiven(path);
    throw missingFile(path, baseFolder, cause);
  }
  if (found.isDirectory()) throw folderGiven(path);
  if (!found.isFile()) throw pipeGiven(path);
  return full;
}

/** The error of a file that could not be opened: what is wrong, and the nearest name in that folder. */
export function missingFile(path: string, folder: string, cause: unknown, place: string = path): ConfigError {
  const code = codeOf(cause);
  const named = place === path ? "" : ` "${path}"`;
  if (code === "EACCES" || code === "EPERM") {
    return new ConfigError("unreadable_file", `no permission to read the file${named}`, { place, cause });
  }
  if (code === "EISDIR") return folderGiven(path, place);
  if (code !== "ENOENT" && code !== "ENOTDIR") {
    return new ConfigError("unreadable_file", `the file${named} cannot be read: ${messageOf(cause)}`, { place, cause });
  }
  const full = resolve(folder, path);
  const names = namesIn(dirname(full));
  if (names === null) {
    return new ConfigError("missing_file", `there is no folder "${dirname(path)}"`, {
      place,
      hint: `paths start at ${folder}`,
      cause,
    });
  }
  if (names.includes(basename(full))) {
    return new ConfigError("missing_file", `this is a link to a file that is not there${named}`, { place, cause });
  }
  const guess = nearest(basename(full), names);
  const found = guess === undefined ? undefined : resolve(dirname(full), guess);
  return new ConfigError("missing_file", `there is no such file${named}`, {
    place,
    hint:
      found === undefined
        ? `looked in ${dirname(full)}`
        : `did you mean "${isAbsolute(path) ? found : relative(folder, found)}"?`,
    cause,
  });
}

function folderGiven(path: string, place = path): ConfigError {
  return new ConfigError("not_a_file", "this is a folder", { place, expected: "one file of rows" });
}

function pipeGiven(path: string): ConfigError {
  return new ConfigError("not_a_file", "this is a device or a pipe", {
    place: path,
    expected: "a file, because it is read twice",
    hint: "write the rows to a file first",
  });
}

function outside(path: string): ConfigError {
  return new ConfigError("outside_root", "this file is outside the allowed folders", { place: path });
}

function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** The names in a folder; null where it cannot be listed. */
function namesIn(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder);
  } catch {
    // Only a hint depends on it; the error about the file itself is what the user needs.
    return null;
  }
}

function isPipe(full: string): boolean {
  try {
    return statSync(full).isFIFO();
  } catch {
    // There is nothing to look at, and what is missing is said by the caller.
    return false;
  }
}

function codeOf(cause: unknown): unknown {
  return typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
}
