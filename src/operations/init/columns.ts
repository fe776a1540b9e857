import type { Json } from "../../core/types.ts";
import type { Row } from "../../evals/datasets/dataset.ts";

/** A field of the first rows. */
export interface Column {
  /** A dotted path. */
  readonly field: string;
  /** Where it stands among the fields, from 0. */
  readonly place: number;
  /** How many rows have a value there. */
  readonly filled: number;
  /** Whether all its values are true or false. */
  readonly flags: boolean;
}

const DEEPEST = 4;
const MOST = 200;

/** The fields that hold a text, a number, a flag or a list; objects are looked into, to a small depth. */
export function columnsOf(rows: readonly Row[]): readonly Column[] {
  const met = new Map<string, { filled: number; flags: boolean }>();
  const visit = (value: Json, path: string, depth: number): void => {
    if (value === null || value === "") return;
    if (typeof value === "object" && !Array.isArray(value)) {
      if (depth >= DEEPEST) return;
      for (const [key, item] of Object.entries(value)) visit(item, path === "" ? key : `${path}.${key}`, depth + 1);
      return;
    }
    const before = met.get(path);
    if (before === undefined && met.size >= MOST) return;
    const flag = typeof value === "boolean";
    met.set(path, { filled: (before?.filled ?? 0) + 1, flags: (before?.flags ?? true) && flag });
  };
  for (const row of rows) visit(row, "", 0);
  return [...met].map(([field, { filled, flags }], place) => ({ field, place, filled, flags }));
}
