import { createHash } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ConfigError } from "../core/errors.ts";
import type { Json } from "../core/types.ts";
import type { Row } from "../evals/datasets/dataset.ts";
import { namesOf } from "../evals/datasets/fields.ts";
import { openDataset } from "../evals/datasets/open.ts";
import type { Benchmark, BenchmarkRow, Shot, ShotSource, Variant } from "./benchmark.ts";
import { makeFolder } from "./data/make-folder.ts";

/** The rows of a published file as the benchmark asks them. A row that it cannot read is refused: nothing is left out. */
export async function readRows(benchmark: Benchmark, path: string, sha256: string): Promise<readonly BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  const seen = new Set<string>();
  for await (const { row, index } of publishedRows(path, sha256)) {
    const read = benchmark.row(row, index);
    if (read === null) continue;
    if (typeof read === "string") {
      throw new ConfigError("bad_row", `row ${index + 1} is no row of ${benchmark.name}: ${read}`, { place: path });
    }
    if (seen.has(read.id)) {
      throw new ConfigError("duplicate_id", `the id ${read.id} is there twice`, { place: path });
    }
    seen.add(read.id);
    rows.push(read);
  }
  if (rows.length === 0) throw new ConfigError("no_rows", `there are no rows of ${benchmark.name}`, { place: path });
  return rows;
}

/** The shots of a variant, the first `count` of them. */
export async function readShots(
  variant: Variant,
  count: number,
  fileOf: (name: string) => Promise<{ readonly path: string; readonly sha256: string }>,
): Promise<readonly Shot[]> {
  const { shots } = variant;
  if (count === 0 || shots === undefined) return [];
  const found: Shot[] = [];
  if (isSource(shots)) {
    const { path, sha256 } = await fileOf(shots.file);
    for await (const { row } of publishedRows(path, sha256)) {
      const shot = shots.shot(row);
      if (shot !== null) found.push(shot);
      if (found.length === count) break;
    }
  } else {
    found.push(...shots.slice(0, count));
  }
  if (found.length === count) return found;
  throw new ConfigError("too_few_shots", `${variant.name} has ${found.length} examples`, {
    place: "few_shot",
    expected: `at most ${found.length}`,
    got: `${count}`,
  });
}

export function isSource(shots: Variant["shots"]): shots is ShotSource {
  return shots !== undefined && "file" in shots;
}

async function* publishedRows(
  path: string,
  sha256: string,
): AsyncGenerator<{ readonly row: Row; readonly index: number }, void, void> {
  const dataset = await openDataset({ path: basename(path) }, { baseFolder: dirname(path) });
  for await (const rows of dataset.rows()) {
    for (const { row, index, problem } of rows) {
      if (row === undefined) {
        throw new ConfigError("bad_row", problem, { place: path, hint: `its SHA-256 is ${sha256}` });
      }
      yield { row, index };
    }
  }
}

/** Outputs that were recorded for rows, by the row's id; a list is several epochs. */
export type RecordedOutputs = ReadonlyMap<string, readonly (string | null)[]>;

/**
 * Writes rows as a data set that an eval reads, under the hash of its content, so that a run can be resumed and its
 * data told apart from other data. Returns the path.
 */
export function keepRows(
  name: string,
  rows: readonly BenchmarkRow[],
  outputs: RecordedOutputs | null,
  cache: string,
): string {
  const lines = rows.map((row) => `${JSON.stringify(sampleOf(row, outputs))}\n`).join("");
  const path = join(cache, "rows", createHash("sha256").update(lines).digest("hex"), `${name}.jsonl`);
  makeFolder(dirname(path), "XDG_CACHE_HOME");
  // Two runs may write the same file at once: each writes its own, and the last rename wins with the same content.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, lines);
  renameSync(draft, path);
  return path;
}

function sampleOf(
  { id, input, target, choices, metadata, fields }: BenchmarkRow,
  outputs: RecordedOutputs | null,
): Json {
  return {
    ...withoutOutputs(fields ?? {}),
    id,
    input,
    target,
    ...(choices === undefined ? {} : { choices }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(outputs === null ? {} : { outputs: outputs.get(id) ?? [] }),
  };
}

/** Outputs come from a model or from a file of their own, never from the rows. */
function withoutOutputs(fields: Row): Row {
  const outputs = namesOf("output");
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !outputs.includes(name)));
}
