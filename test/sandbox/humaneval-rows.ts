import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { ProgramTask } from "../../src/core/sandbox.ts";
import { sharedPath } from "../shared.ts";

export const HUMANEVAL = "data/humaneval/HumanEval.jsonl.gz";

export interface HumanEvalRow {
  readonly task_id: string;
  readonly prompt: string;
  readonly entry_point: string;
  readonly canonical_solution: string;
  readonly test: string;
}

/** Empty where the shared folder is absent. */
export function humanEvalRows(): readonly HumanEvalRow[] {
  const path = sharedPath(HUMANEVAL);
  if (!existsSync(path)) return [];
  const lines = gunzipSync(readFileSync(path)).toString("utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as HumanEvalRow);
}

/** The prompt goes to both sides: the program continues it, and some tests call its helper functions. */
export function taskOf(row: HumanEvalRow, body = row.canonical_solution): ProgramTask {
  return { program: row.prompt + body, entryPoints: [row.entry_point], setup: row.prompt, tests: row.test };
}
