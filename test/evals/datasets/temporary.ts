import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Dataset, RawRow } from "../../../src/evals/datasets/dataset.ts";

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "veridic-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Writes a file into a folder of its own, and returns that folder. */
export function folderWith(name: string, content: string | Uint8Array): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), content);
  return folder;
}

export async function allRows(dataset: Dataset): Promise<readonly RawRow[]> {
  const rows: RawRow[] = [];
  for await (const part of dataset.rows()) rows.push(...part);
  return rows;
}
