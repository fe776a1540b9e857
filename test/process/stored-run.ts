import { existsSync } from "node:fs";
import { copyFile, readFile, rm } from "node:fs/promises";
import Engine from "libsql";
import { expect } from "vitest";
import { type Folder, runProgram } from "./program.ts";

/** All that a run tells, without what differs between equal runs: its id and times. */
export interface Told {
  readonly summary: Readonly<Record<string, unknown>>;
  readonly jsonl: string;
  readonly csv: string;
}

/** What the newest run of a store shows and exports. */
export async function tellRun(folder: Folder, store: string): Promise<Told> {
  const shown = await runProgram(["runs", "show", "latest", "--store", store, "--json"], { folder: folder.path });
  expect([shown.code, shown.err]).toEqual([0, ""]);
  const { run_id: _id, duration_s: _duration, ...summary } = JSON.parse(shown.out) as Record<string, unknown>;
  const exported = async (format: string): Promise<string> => {
    const file = folder.at(`exported.${format}`);
    const argv = ["runs", "export", "latest", "--store", store, "--format", format, "--output", file, "--quiet"];
    const { code, err } = await runProgram(argv, { folder: folder.path });
    expect([code, err]).toEqual([0, ""]);
    return readFile(file, "utf8");
  };
  return { summary, jsonl: await exported("jsonl"), csv: await exported("csv") };
}

/** Two runs are equal to the last byte. Only the first line that differs is shown: a diff of 50 MB helps nobody. */
export function expectEqual(told: Told, expected: Told): void {
  expect(told.summary).toEqual(expected.summary);
  for (const format of ["jsonl", "csv"] as const) {
    if (told[format] === expected[format]) continue;
    const [lines, others] = [told[format].split("\n"), expected[format].split("\n")];
    const at = others.findIndex((line, index) => line !== lines[index]);
    expect({ format, line: at + 1, text: lines[at] }).toEqual({ format, line: at + 1, text: others[at] });
    expect({ format, lines: lines.length }).toEqual({ format, lines: others.length });
  }
}

/** What a store file holds. */
export interface Held {
  /** What SQLite's own check of the whole file says: `ok`. */
  readonly integrity: string;
  readonly runs: number;
  /** Rows of the newest run. */
  readonly outputs: number;
  readonly scores: number;
}

/**
 * Looks into a store, journal included, on a copy: opening the store itself would mend what the next process of the
 * program has to mend. Null where there is no file yet.
 */
export async function lookInto(path: string): Promise<Held | null> {
  if (!existsSync(path)) return null;
  const engine = await openCopy(path);
  try {
    const integrity = firstCell(engine, "PRAGMA integrity_check");
    const made = Number(firstCell(engine, "SELECT count(*) FROM sqlite_master WHERE name = 'runs'")) > 0;
    const count = (what: string) => (made ? Number(firstCell(engine, `SELECT count(*) FROM ${what}`)) : 0);
    const newest = "WHERE run = (SELECT max(key) FROM runs)";
    return {
      integrity: String(integrity),
      runs: count("runs"),
      outputs: count(`outputs ${newest}`),
      scores: count(`scores ${newest}`),
    };
  } finally {
    engine.close();
  }
}

/** The places of the rows that the newest run has outputs of, and of those with scores; of a copy, as above. */
export async function committedRows(
  path: string,
): Promise<{ readonly outputs: ReadonlySet<number>; readonly scores: ReadonlySet<number> }> {
  const engine = await openCopy(path);
  try {
    const rows = (table: string) => {
      const query = `SELECT row_index FROM ${table} WHERE run = (SELECT max(key) FROM runs)`;
      return new Set(engine.prepare(query).raw().all().map(Number));
    };
    return { outputs: rows("outputs"), scores: rows("scores") };
  } finally {
    engine.close();
  }
}

async function openCopy(path: string): Promise<InstanceType<typeof Engine>> {
  const copy = `${path}-copy`;
  for (const ending of ["", "-wal", "-shm"]) await rm(`${copy}${ending}`, { force: true });
  for (const ending of ["", "-wal"]) {
    if (existsSync(`${path}${ending}`)) await copyFile(`${path}${ending}`, `${copy}${ending}`);
  }
  return new Engine(copy);
}

/** Resolves when the newest run has an answer with scores at that place or behind it, or when `over` says so. */
export async function reached(path: string, index: number, over: () => boolean): Promise<void> {
  const engine = new Engine(path);
  try {
    const highest = "SELECT ifnull(max(row_index), -1) FROM scores WHERE run = (SELECT max(key) FROM runs)";
    while (!over() && Number(firstCell(engine, highest)) < index) await new Promise((later) => setTimeout(later, 3));
  } finally {
    engine.close();
  }
}

function firstCell(engine: InstanceType<typeof Engine>, query: string): unknown {
  const [row] = engine.prepare(query).raw().all();
  return Array.isArray(row) ? row[0] : undefined;
}
