import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe } from "vitest";

/** Where the shared vectors and recorded data are; they are read there and never copied. */
const sharedFolder = resolve(process.env["VERIDIC_SHARED"] ?? "../shared");

export function sharedPath(path: string): string {
  return resolve(sharedFolder, path);
}

/** The rows of a JSON Lines file of the shared folder; empty where the folder is absent. */
export function sharedRows<Row>(path: string): readonly Row[] {
  if (!existsSync(sharedPath(path))) return [];
  const lines = readFileSync(sharedPath(path), "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as Row);
}

/**
 * A suite that needs the shared folder. Without it the suite is skipped under a name that says so; with
 * VERIDIC_REQUIRE_ALL=1 it runs, and fails, instead.
 */
export function describeShared(name: string, path: string, suite: () => void): void {
  const here = existsSync(sharedPath(path)) || process.env["VERIDIC_REQUIRE_ALL"] === "1";
  if (here) describe(name, suite);
  else describe.skip(`${name} (skipped: no shared ${path})`, suite);
}
