import { randomUUID } from "node:crypto";
import { readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * The path at which this download alone writes. Two at once must not write one file: their pieces would mix. What an
 * earlier one left is taken over by renaming it, which only one of several can do.
 */
export function claimPart(shared: string): string {
  const own = `${shared}.${process.pid}.${randomUUID()}`;
  for (const left of [shared, ...orphansOf(shared)]) {
    if (!moved(left, own)) continue;
    moved(tagPath(left), tagPath(own));
    break;
  }
  return own;
}

/** Leaves what was received to the next download; does nothing where the part is gone. */
export function releasePart(own: string, shared: string): void {
  if (!moved(own, shared)) return;
  rmSync(tagPath(shared), { force: true });
  moved(tagPath(own), tagPath(shared));
}

/** Removes what an unfinished or wrong download left. */
export function dropPart(path: string): void {
  rmSync(path, { force: true });
  rmSync(tagPath(path), { force: true });
}

/** Where the tag is kept that the server gave to the content. */
export function tagPath(path: string): string {
  return `${path}.etag`;
}

/** Parts of processes that were killed. */
function orphansOf(shared: string): readonly string[] {
  const folder = dirname(shared);
  return readdirSync(folder).flatMap((name) => {
    if (!name.startsWith(`${basename(shared)}.`) || name.endsWith(".etag")) return [];
    const owner = Number(name.slice(basename(shared).length + 1).split(".")[0]);
    return Number.isInteger(owner) && owner > 0 && !isAlive(owner) ? [join(folder, name)] : [];
  });
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Another user's process is there, though it may not be signalled.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    // It is not there, or another process was quicker: both mean that there is nothing to take.
    return false;
  }
}
