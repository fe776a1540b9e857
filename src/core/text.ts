/** Text as checks compare it: any value to text, white space, letter case, Unicode form. */

const NON_ASCII = /[^\x00-\x7f]/;
/** `trim` keeps zero-width and direction marks; at the ends of an answer they mean nothing. */
const EDGE_START = /^[\s\u0085\u180e\u200b\u200e\u200f\u2060\ufeff]+/;
const EDGE_END = /[\s\u0085\u180e\u200b\u200e\u200f\u2060\ufeff]$/;

/**
 * The text of a JSON value: null stays null, a list or an object becomes its JSON. Never throws; what has no JSON
 * (a function, a cyclic object) counts as null.
 */
export function toText(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    // A cycle, a bigint inside, a throwing toJSON: there is no text that would mean this value.
    return null;
  }
}

export function isAscii(text: string): boolean {
  return !NON_ASCII.test(text);
}

/** Trims white space and invisible marks from both ends, in linear time. */
export function trimText(text: string): string {
  const trimmed = text.trim();
  // Nearly all answers: nothing invisible can stand at either end.
  if (trimmed === "" || (trimmed.charCodeAt(0) < 0x80 && trimmed.charCodeAt(trimmed.length - 1) < 0x80)) return trimmed;
  const start = trimmed.replace(EDGE_START, "");
  let end = start.length;
  while (end > 0 && EDGE_END.test(start[end - 1] ?? "")) end--;
  return start.slice(0, end);
}

export function isBlank(text: string): boolean {
  return trimText(text) === "";
}

/** Trims, and makes each inner run of white space one blank. */
export function collapseSpace(text: string): string {
  const trimmed = trimText(text);
  return /\s\s|[^\S ]/.test(trimmed) ? trimmed.replace(/\s+/g, " ") : trimmed;
}

/**
 * Full case folding, near enough to Unicode's: `STRASSE` equals `straße`. Character by character, because upper-casing
 * a whole word would apply the final-sigma rule. The dotless ı stays apart from i: both upper-case to I.
 */
export function foldCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  let folded = "";
  for (const character of text) folded += character === "ı" ? character : character.toUpperCase().toLowerCase();
  return folded;
}

export interface TextForm {
  readonly ignoreCase: boolean;
  readonly whitespace: "trim" | "collapse" | "none";
}

/** The form in which two texts are compared: NFC, then white space, then case. */
export function normalizeText(text: string, form: TextForm): string {
  const composed = isAscii(text) ? text : text.normalize("NFC");
  const spaced =
    form.whitespace === "collapse"
      ? collapseSpace(composed)
      : form.whitespace === "trim"
        ? trimText(composed)
        : composed;
  return form.ignoreCase ? foldCase(spaced) : spaced;
}

/** A text shortened for a trace, never in the middle of a surrogate pair. */
export function shorten(text: string, length = 80): string {
  if (text.length <= length) return text;
  const cut = text.charCodeAt(length - 1) >= 0xd800 && text.charCodeAt(length - 1) <= 0xdbff ? length - 1 : length;
  return `${text.slice(0, cut)}…`;
}
