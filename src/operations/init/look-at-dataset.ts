import { ConfigError } from "../../core/errors.ts";
import { readPath } from "../../core/path.ts";
import type { Json } from "../../core/types.ts";
import type { Row } from "../../evals/datasets/dataset.ts";
import { openDataset } from "../../evals/datasets/open.ts";
import type { Environment } from "../environment.ts";
import { columnsOf } from "./columns.ts";
import { type FieldGuess, guessFields } from "./guess-fields.ts";

/** What the first rows of a data set show. */
export interface DatasetLook {
  readonly path: string;
  readonly rows: readonly Row[];
  /** The fields as dotted paths. */
  readonly fields: readonly string[];
  readonly guesses: readonly FieldGuess[];
}

const FIRST_ROWS = 100;

/** Reads the first rows only, whatever the size of the file. Throws `ConfigError` where none can be read. */
export async function lookAtDataset(path: string, environment: Environment): Promise<DatasetLook> {
  const dataset = await openDataset({ path }, { baseFolder: environment.folder });
  const rows: Row[] = [];
  let seen = 0;
  let problem: string | null = null;
  reading: for await (const part of dataset.rows(environment.signal)) {
    for (const raw of part) {
      if (raw.row === undefined) problem ??= raw.problem;
      else rows.push(raw.row);
      if (++seen >= FIRST_ROWS) break reading;
    }
  }
  if (rows.length === 0) {
    throw new ConfigError("unreadable_dataset", problem ?? "there are no rows", {
      place: path,
      expected: "rows with named fields",
    });
  }
  return { path, rows, fields: columnsOf(rows).map((column) => column.field), guesses: guessFields(rows) };
}

/** The values of a field, where rows have one. */
export function valuesOf(rows: readonly Row[], field: string): readonly Json[] {
  return rows.map((row) => readPath(row, field) ?? null).filter((value) => value !== null);
}
