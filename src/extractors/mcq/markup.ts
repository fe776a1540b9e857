import { isLatinLetter, isWordCode } from "../../core/letters.ts";
import type { Cursor } from "./cursor.ts";
import { Kind } from "./words.ts";

const DRESS = new Set([
  "text",
  "textbf",
  "textit",
  "textrm",
  "textsf",
  "mathrm",
  "mathbf",
  "mathit",
  "mathsf",
  "bf",
  "rm",
]);

/** A LaTeX command: a box, dress that is skipped, or a sign of a formula. */
export function readCommand(cursor: Cursor): boolean {
  const { text, start } = cursor;
  let at = start + 1;
  while (at < text.length && at - start <= 20 && isLatinLetter(text.charCodeAt(at))) at++;
  const name = text.slice(start + 1, at);
  // `\(`, `\[`, `\,` and their like.
  cursor.end = name === "" ? at + 1 : at;
  if (name === "" && text.charCodeAt(at) === 10) cursor.end = at;
  if (name === "" || DRESS.has(name)) return false;
  cursor.kind = name === "boxed" || name === "fbox" ? Kind.Box : Kind.Other;
  return true;
}

/** An HTML tag or a special token. The tag of an answer is a cue; other tags are skipped. */
export function readTag(cursor: Cursor): boolean {
  const { text, start } = cursor;
  const closes = text.charCodeAt(start + 1) === 47;
  const token = text.charCodeAt(start + 1) === 124;
  let at = start + (closes || token ? 2 : 1);
  const from = at;
  while (at - from <= 24 && (isWordCode(text.charCodeAt(at)) || text.charCodeAt(at) === 95)) at++;
  const name = text.slice(from, at).toLowerCase();
  cursor.end = start + 1;
  const ended = token ? text.startsWith("|>", at) : text.charCodeAt(at) === 62;
  // `<A>` may be a label in brackets.
  if (!ended || name === "" || (name.length === 1 && !closes && text.charCodeAt(from) < 97)) return false;
  cursor.end = at + (token ? 2 : 1);
  if (token) {
    cursor.kind = Kind.Break;
    return true;
  }
  if (!name.endsWith("answer") && name !== "choice" && name !== "option") return false;
  cursor.kind = closes ? Kind.Close : Kind.Answer;
  return true;
}
