import { ConfigError } from "../../core/errors.ts";
import type { Json } from "../../core/types.ts";
import { inParts, type RawRow } from "./dataset.ts";
import { isRow, kindOf } from "./jsonl.ts";

/** Under these names an object may hold its rows. */
const LIST_NAMES = ["data", "rows", "samples", "examples"];

/** The rows of a document that was read whole: a list, or an object with one list under a usual name. */
export function rowList(document: Json, place: string): readonly Json[] {
  if (Array.isArray(document)) return document;
  if (!isRow(document)) {
    throw new ConfigError("no_rows", "this document holds no rows", {
      place,
      expected: "a list of objects",
      got: kindOf(document),
    });
  }
  const lists = LIST_NAMES.filter((name) => Object.hasOwn(document, name) && Array.isArray(document[name]));
  const [name] = lists;
  const rows = name === undefined ? undefined : document[name];
  if (lists.length === 1 && Array.isArray(rows)) return rows;
  const names = Object.keys(document).slice(0, 10);
  throw new ConfigError(
    "no_rows",
    lists.length > 1 ? "it is not clear which list holds the rows" : "there is no list of rows",
    {
      place,
      expected: `a list, or an object with one list under ${LIST_NAMES.join(", ")}`,
      got:
        lists.length > 1 ? `lists under ${lists.join(", ")}` : `an object with ${names.join(", ") || "nothing in it"}`,
    },
  );
}

/** Hands on a list in memory as rows. */
export function* listedRows(list: readonly Json[]): Generator<readonly RawRow[], void, void> {
  yield* inParts(
    list,
    (value, index): RawRow =>
      isRow(value)
        ? { index, line: null, row: value }
        : { index, line: null, problem: `row ${index + 1}: expected an object, got ${kindOf(value)}` },
  );
}
