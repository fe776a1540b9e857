import type { Json } from "../../core/types.ts";
import type { Block } from "./blocks.ts";
import { type RawRow, ROWS_AT_ONCE, type Row } from "./dataset.ts";
import { JsonFault, parseJson } from "./json-text.ts";

/**
 * One JSON object a line; blank lines are skipped but counted. A line that is none is one unreadable row. Rows are
 * handed on at the end of each block at the latest: what a live pipe has brought must not wait for what it will bring.
 */
export async function* readJsonl(blocks: AsyncIterable<Block>): AsyncGenerator<readonly RawRow[], void, void> {
  let rows: RawRow[] = [];
  let index = 0;
  let line = 0;
  for await (const { text, problem } of blocks) {
    if (problem !== undefined) {
      line++;
      rows.push({ index: index++, line, problem: `line ${line}: ${problem}` });
      yield rows;
      rows = [];
      continue;
    }
    for (let start = 0; start < text.length; ) {
      const newline = text.indexOf("\n", start);
      const end = newline === -1 ? text.length : newline;
      const content = text.slice(start, end);
      start = end + 1;
      line++;
      if (content.charCodeAt(0) !== OPENING_BRACE && content.trim() === "") continue;
      rows.push(readLine(content, index++, line));
      if (rows.length >= ROWS_AT_ONCE) {
        yield rows;
        rows = [];
      }
    }
    if (rows.length > 0) {
      yield rows;
      rows = [];
    }
  }
}

const OPENING_BRACE = 0x7b;

function readLine(content: string, index: number, line: number): RawRow {
  try {
    const value = parseJson(content);
    return isRow(value)
      ? { index, line, row: value }
      : { index, line, problem: `line ${line}: expected an object, got ${kindOf(value)}` };
  } catch (cause) {
    if (!(cause instanceof JsonFault)) throw cause;
    return { index, line, problem: `line ${line}, column ${cause.offset + 1}: not JSON: ${cause.message}` };
  }
}

/** Whether a value can be a row: an object, not a list. */
export function isRow(value: Json): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value's kind in words, without the value: rows may hold what must not be printed. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "a text" : `a ${typeof value}`;
}
