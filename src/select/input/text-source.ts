import { ConfigError, messageOf } from "../../core/errors.ts";

/**
 * The bytes of a file, for whoever may read files. It may stop after `maxBytes`, which is more than is accepted; it
 * rejects where the file cannot be read, with a `ConfigError` for `place` where it knows more than the system says. Which
 * folders are allowed is its own matter.
 */
export type ReadFile = (path: string, maxBytes: number, place: string) => Promise<Uint8Array>;

export interface Limit {
  /** In UTF-16 units. */
  readonly chars: number;
  /** The option that sets it, for the hint. */
  readonly option: string;
}

/** The text of a file. A file that is too large, binary or unreadable is an error: to cut it would be a guess. */
export async function fileText(
  given: string,
  limit: Limit,
  place: string,
  readFile: ReadFile | undefined,
): Promise<string> {
  const path = filePath(given);
  if (path === "") throw new ConfigError("unreadable_file", "names no file", { place });
  if (readFile === undefined) {
    throw new ConfigError("files_refused", "files are not read here", { place, hint: "give the text as content" });
  }
  let bytes: Uint8Array;
  try {
    // No encoding takes more than three bytes for a unit; one more tells that there is more.
    bytes = await readFile(path, limit.chars * 3 + 4, place);
  } catch (thrown) {
    if (thrown instanceof ConfigError) throw thrown;
    throw new ConfigError("unreadable_file", `cannot read ${path}: ${messageOf(thrown)}`, { place, cause: thrown });
  }
  const text = decoded(bytes, bytes.length > limit.chars * 3 + 3, path, place);
  if (text === null || text.length > limit.chars) {
    throw new ConfigError("too_large", `${path} is larger than ${limit.chars} characters`, {
      place,
      hint: `give the part that matters, or raise ${limit.option}`,
    });
  }
  return withContent(text, path, place);
}

/** A leading `@` marks a path, as agents write it. */
export function filePath(given: string): string {
  return given.trim().replace(/^@/, "");
}

export function baseName(given: string): string {
  return filePath(given).split(/[\\/]/).at(-1) ?? given;
}

/** Null where there is more than was read. */
function decoded(bytes: Uint8Array, cut: boolean, path: string, place: string): string | null {
  if (bytes.includes(0)) throw binary(path, place);
  if (cut) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // No UTF-8, so no text that a judge could read.
    throw binary(path, place);
  }
}

function binary(what: string, place: string): ConfigError {
  return new ConfigError("binary_content", `${what} appears to be binary`, { place, expected: "text in UTF-8" });
}

export interface InlineText {
  readonly text: string;
  readonly truncated: boolean;
}

/** Inline text within its limit; cut with a line that says so where it is longer. */
export function inlineText(given: string, limit: Limit, place: string): InlineText {
  if (given.includes("\0")) throw binary("the text", place);
  const text = withContent(given, "the text", place).trim();
  if (text.length <= limit.chars) return { text, truncated: false };
  const last = text.charCodeAt(limit.chars - 1);
  // Not between the halves of a character.
  const end = last >= 0xd800 && last <= 0xdbff ? limit.chars - 1 : limit.chars;
  return { text: `${text.slice(0, end)}\n... (truncated)`, truncated: true };
}

function withContent(text: string, what: string, place: string): string {
  if (text.trim() !== "") return text;
  throw new ConfigError("empty_content", `${what} is blank`, { place });
}
