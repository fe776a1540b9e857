import { constants } from "node:fs";
import { access, mkdtemp, open, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { messageOf } from "../../core/errors.ts";
import type { Check } from "./check.ts";
import type { Machine } from "./machine.ts";

const ELSEWHERE = "name another path with --store or VERIDIC_STORE";

/**
 * Whether runs can be kept: a store is really written where the store would stand, and taken away again. A store that
 * is there already is only looked at, so a run that is writing it is not disturbed.
 */
export async function storeCheck(location: string, folder: string, machine: Machine): Promise<Check> {
  const check = (state: Check["state"], found: string, next: string | null): Check => {
    return { name: "store", state, found, next, needed: true };
  };
  if (location === ":memory:") return check("ok", ":memory:, which ends with each command", null);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(location)?.[1];
  // The whole address may hold a password, so only its scheme is shown.
  if (scheme !== undefined) return check("problem", `an address that begins with ${scheme}://`, ELSEWHERE);
  const path = resolve(folder, location);
  try {
    const size = await existingStore(path);
    if (size !== null) {
      await access(path, constants.R_OK | constants.W_OK);
      return check("ok", `${path}, ${megabytes(size)}`, null);
    }
    const near = await nearestFolder(path);
    const trial = await mkdtemp(join(near, ".veridic-doctor-"));
    try {
      const failure = await machine.tryStore(join(trial, "trial.db"));
      return failure === null
        ? check("ok", `${path} can be written`, null)
        : check("problem", failure.replaceAll(trial, near), ELSEWHERE);
    } finally {
      await rm(trial, { recursive: true, force: true });
    }
  } catch (thrown) {
    return check("problem", `${path} cannot be written: ${messageOf(thrown)}`, ELSEWHERE);
  }
}

/** A run of a million rows takes some hundred megabytes; below this even a small one may not fit. */
const LEAST_FREE_BYTES = 100 * 1024 ** 2;

export async function storeSpaceCheck(location: string, folder: string, machine: Machine): Promise<Check> {
  const place =
    location === ":memory:" || location.includes("://") ? folder : await nearestFolder(resolve(folder, location));
  const free = await machine.freeBytes(place);
  const enough = free === null || free >= LEAST_FREE_BYTES;
  return {
    name: "disk",
    state: enough ? "ok" : "problem",
    found:
      free === null ? `the device of ${place} does not say how much is free` : `${megabytes(free)} free at ${place}`,
    next: enough ? null : `make room: ${megabytes(LEAST_FREE_BYTES)} at least`,
    needed: true,
  };
}

/** What SQLite files begin with, https://sqlite.org/fileformat.html section 1.3. */
const MAGIC = "SQLite format 3\0";

/** The size of the store; null where there is none. Throws where something else stands in its place. */
async function existingStore(path: string): Promise<number | null> {
  const found = await stat(path).catch(absent);
  if (found === null) return null;
  if (!found.isFile()) throw new Error(found.isDirectory() ? "it is a folder" : "it is not a file");
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    // A file of no bytes is a store that nothing was written to yet.
    if (bytesRead > 0 && buffer.toString("latin1", 0, bytesRead) !== MAGIC) throw new Error("it is no SQLite file");
  } finally {
    await file.close();
  }
  return found.size;
}

/** The folder of a path, or the nearest one above it that is there: the others would be made. */
async function nearestFolder(path: string): Promise<string> {
  let folder = dirname(path);
  while ((await stat(folder).catch(() => null)) === null && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

function megabytes(bytes: number): string {
  const size = bytes / 1024 ** 2;
  return size >= 1024 ? `${(size / 1024).toFixed(1)} GB` : `${size.toFixed(size < 10 ? 1 : 0)} MB`;
}

function absent(thrown: NodeJS.ErrnoException): null {
  if (thrown.code === "ENOENT") return null;
  throw thrown;
}
