import { isUtf8 } from "node:buffer";
import { ConfigError } from "../../core/errors.ts";
import { readWhole, type StoredFile } from "./bytes.ts";
import type { RawRow, ReadOptions } from "./dataset.ts";
import { JsonFault, parseJson } from "./json-text.ts";
import { listedRows, rowList } from "./row-list.ts";

/** A string of V8 holds at most 2^29 - 24 units, so a document cannot be larger. */
const LARGEST = 500 * 1024 ** 2;

/** A document that is a list of objects, or holds one. Read whole, so it takes several times its size in memory. */
export async function* readJson(file: StoredFile, options: ReadOptions): AsyncGenerator<readonly RawRow[], void, void> {
  const bytes = await readWhole(file, { ...options, most: LARGEST, hint: "write it as JSON Lines, one object a line" });
  const text = wholeText(bytes, file.path);
  if (text.trim() === "") return;
  yield* listedRows(rowList(parseDocument(text, file.path), file.path));
}

function parseDocument(text: string, path: string) {
  try {
    return parseJson(text);
  } catch (cause) {
    if (!(cause instanceof JsonFault)) throw cause;
    const before = text.slice(0, cause.offset);
    const line = before.split("\n").length;
    const column = cause.offset - before.lastIndexOf("\n");
    throw new ConfigError("not_json", `not JSON: ${cause.message}`, { place: `${path}:${line}:${column}`, cause });
  }
}

/** The text of a whole document, without its byte order mark. */
export function wholeText(bytes: Buffer, path: string): string {
  if (!isUtf8(bytes)) {
    throw new ConfigError("not_utf8", "the file is not UTF-8 text", { place: path, hint: "save it as UTF-8" });
  }
  const text = bytes.toString("utf8");
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
