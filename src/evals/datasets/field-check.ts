import { ConfigError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import type { Json } from "../../core/types.ts";
import type { Row, WantedField } from "./dataset.ts";
import { type FieldMapping, readField } from "./fields.ts";
import { isRow } from "./jsonl.ts";

export interface FieldCheck {
  add(row: Row): void;
  /** Throws `ConfigError` for the first wanted field that no row had. */
  finish(rows: number): void;
  /** The fields that were met, as dotted paths. */
  known(): readonly string[];
}

const MOST_KNOWN = 500;
const DEEPEST = 4;

/** Sees the first rows, and tells which wanted fields none of them has. */
export function createFieldCheck(path: string, wanted: readonly WantedField[], mapping: FieldMapping): FieldCheck {
  let missing = wanted;
  const known = new Set<string>();
  return {
    add: (row) => {
      collectPaths(row, "", 1, known);
      missing = missing.filter(({ field }) => readField(row, field, mapping) === undefined);
    },
    finish: (rows) => {
      const [first] = missing;
      if (first === undefined) return;
      const { field, place } = first;
      // What is missing is the path that a name leads to; a person has to mend that one.
      const sought = mapping.own.get(field) ?? mappedPath(field, mapping) ?? field;
      const names = [...known];
      const guess = nearest(sought, names);
      const seen = rows === 1 ? "the only row has no" : `none of the first ${rows} rows has a`;
      throw new ConfigError("missing_field", `${seen} field "${sought}"`, {
        place: place ?? path,
        expected: `one of ${names.slice(0, 20).join(", ")}${names.length > 20 ? ", …" : ""}`,
        ...(guess === undefined ? {} : { hint: `did you mean "${guess}"?` }),
      });
    },
    known: () => [...known],
  };
}

function mappedPath(field: string, mapping: FieldMapping): string | undefined {
  for (const [part, path] of mapping.parts) if (part === field) return path;
  return undefined;
}

/** Keys to a small depth; of a list only the first item, because the others look alike. */
function collectPaths(value: Json, prefix: string, depth: number, known: Set<string>): void {
  if (depth > DEEPEST) return;
  const entries: readonly (readonly [string, Json])[] = isRow(value)
    ? Object.entries(value)
    : Array.isArray(value)
      ? value.slice(0, 1).map((item: Json) => ["0", item] as const)
      : [];
  for (const [key, item] of entries) {
    if (known.size >= MOST_KNOWN) return;
    known.add(prefix + key);
    collectPaths(item, `${prefix}${key}.`, depth + 1, known);
  }
}
