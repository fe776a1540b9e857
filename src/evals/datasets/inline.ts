import { ConfigError, describe } from "../../core/errors.ts";
import type { Json } from "../../core/types.ts";
import { inParts, type RawRow, type RowReader } from "./dataset.ts";
import { canonicalJson, toJson } from "./json-value.ts";
import { isRow, kindOf } from "./jsonl.ts";

/** Rows that stand in the configuration itself. What is fingerprinted is their canonical JSON. */
export function inlineReader(data: readonly unknown[]): RowReader {
  if (!Array.isArray(data)) {
    throw new ConfigError("wrong_type", "inline data are no list", {
      place: "data",
      expected: "a list of objects",
      got: describe(data),
    });
  }
  return async function* ({ signal, tap }) {
    signal?.throwIfAborted();
    tap?.(Buffer.from("["));
    for (const rows of inParts(data, toInlineRow)) {
      if (tap !== undefined) {
        for (const { index, row } of rows) tap(Buffer.from((index > 0 ? "," : "") + canonicalJson(row ?? null)));
      }
      yield rows;
    }
    tap?.(Buffer.from("]"));
  };
}

function toInlineRow(value: unknown, index: number): RawRow {
  let row: Json;
  try {
    row = toJson(value);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    return { index, line: null, problem: `row ${index + 1}: ${cause.message}` };
  }
  return isRow(row)
    ? { index, line: null, row }
    : { index, line: null, problem: `row ${index + 1}: expected an object, got ${kindOf(row)}` };
}
