import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { ConfigError } from "../../core/errors.ts";

/** The folders below which a call may name files. The first is where relative paths start. */
export interface AllowedPaths {
  readonly folder: string;
  /**
   * Throws a `ConfigError` (`path_outside`) for a path that leads out of the folders, by dots, by a link or by being
   * absolute, and (`not_a_file`) for a pipe, a socket or a device: to open one can wait for ever, and the whole server
   * with it. What is not there yet counts by the folder that would hold it. Whether a file outside exists is not told.
   */
  check(path: string, place: string, from?: string): void;
}

export function allowedPaths(roots: readonly string[], folder: string): AllowedPaths {
  const named = roots.length === 0 ? [folder] : roots.map((root) => resolve(folder, root));
  const real = named.map(realFolder);
  const [first = folder] = real;
  return {
    folder: first,
    check(path, place, from = first) {
      // A leading @ marks a path, as agents write it. With it the path is another one, so both are looked at.
      for (const one of new Set([path.trim(), path.trim().replace(/^@/, "")])) {
        const target = placeBelow(one, from, real);
        if (target === null) throw outside(path, place);
        if (!isOrdinary(target)) throw notAFile(path, place);
      }
    },
  };
}

function realFolder(folder: string): string {
  try {
    if (lstatSync(realpathSync(folder)).isDirectory()) return realpathSync(folder);
  } catch (cause) {
    throw notAFolder(folder, cause);
  }
  throw notAFolder(folder);
}

/** Where a path leads, with all links followed; null where that is not below the roots. */
function placeBelow(path: string, from: string, roots: readonly string[]): string | null {
  // A URL of the file scheme or a text with a zero byte is opened by nobody here, and is no path below anything.
  if (path.includes("\0") || /^file:/i.test(path)) return null;
  const target = realPlace(resolve(from, path));
  return target !== null && roots.some((root) => holds(root, target)) ? target : null;
}

/** A file, a folder, or nothing yet. */
function isOrdinary(target: string): boolean {
  const found = statSync(target, { throwIfNoEntry: false });
  return found === undefined || found.isFile() || found.isDirectory();
}

function holds(root: string, target: string): boolean {
  const way = relative(root, target);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** No system opens a longer one. */
const LONGEST_PATH = 4_096;

/** Where a path leads once all links are followed; null where that cannot be known. */
function realPlace(path: string): string | null {
  if (path.length > LONGEST_PATH) return null;
  for (let above = path; ; above = dirname(above)) {
    try {
      return resolve(realpathSync(above), relative(above, path));
    } catch (thrown) {
      if (!isAbsent(thrown) || above === dirname(above)) return null;
    }
    // A link to what is not there yet may lead anywhere once it is written to.
    if (isThere(above)) return null;
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A name that is too long, a folder that may not be looked into: it cannot be ruled out.
    return true;
  }
}

function isAbsent(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";
}

function outside(path: string, place: string): ConfigError {
  return new ConfigError("path_outside", "this path is not allowed", {
    place,
    expected: "a path below the folder of the server",
    got: JSON.stringify(path.slice(0, 80)),
    hint: "start the server with --root to allow another folder",
  });
}

function notAFile(path: string, place: string): ConfigError {
  return new ConfigError("not_a_file", "this is a pipe, a socket or a device", {
    place,
    expected: "a file",
    got: JSON.stringify(path.slice(0, 80)),
    hint: "write what it says to a file",
  });
}

function notAFolder(path: string, cause?: unknown): ConfigError {
  return new ConfigError("not_a_folder", "this is no folder that can be allowed", {
    place: path,
    expected: "a folder that is there",
    ...(cause === undefined ? {} : { cause }),
  });
}
