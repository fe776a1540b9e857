import { ConfigError, messageOf } from "../../core/errors.ts";
import { readWhole, type StoredFile } from "./bytes.ts";
import type { RawRow, ReadOptions } from "./dataset.ts";
import { wholeText } from "./json.ts";
import { toJson } from "./json-value.ts";
import { listedRows, rowList } from "./row-list.ts";

/** Reading YAML takes seconds a megabyte, so it is for small sets written by hand. */
const LARGEST = 10 * 1024 ** 2;

/** A YAML document that is a list of maps, or holds one. Words such as `no` and dates stay text (YAML 1.2). */
export async function* readYaml(file: StoredFile, options: ReadOptions): AsyncGenerator<readonly RawRow[], void, void> {
  const bytes = await readWhole(file, { ...options, most: LARGEST, hint: "write it as JSON Lines, one object a line" });
  const text = wholeText(bytes, file.path);
  if (text.trim() === "") return;
  const { parseDocument } = await import("yaml");
  let value: unknown;
  try {
    const document = parseDocument(text, { intAsBigInt: true });
    const [fault] = document.errors;
    if (fault !== undefined) {
      const at = fault.linePos?.[0];
      throw new ConfigError("not_yaml", `not YAML: ${fault.message.split("\n")[0]}`, {
        place: at === undefined ? file.path : `${file.path}:${at.line}:${at.col}`,
        cause: fault,
      });
    }
    value = document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    // Too many aliases, or nesting that exhausts the parser.
    throw new ConfigError("not_yaml", `cannot be read as YAML: ${messageOf(cause)}`, { place: file.path, cause });
  }
  // A file of comments alone.
  if (value === null || value === undefined) return;
  yield* listedRows(rowList(readable(value, file.path), file.path));
}

function readable(value: unknown, path: string) {
  try {
    return toJson(value);
  } catch (cause) {
    throw new ConfigError("not_yaml", messageOf(cause), { place: path, cause });
  }
}
