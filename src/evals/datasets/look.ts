/** What a file is by its content, judged by its first bytes. */

/** Enough for the first lines of nearly all files; a longer first line is not judged. */
export const LOOK_BYTES = 256 * 1024;

export const PARQUET = "a parquet file";

const SIGNATURES: readonly (readonly [bytes: string, name: string])[] = [
  ["PAR1", PARQUET],
  ["PARE", "an encrypted parquet file"],
  ["\x1f\x8b", "data packed with gzip"],
  ["PK\x03\x04", "a zip archive or a spreadsheet"],
  ["\xd0\xcf\x11\xe0", "a spreadsheet"],
  ["\x28\xb5\x2f\xfd", "data packed with zstd"],
  ["\xfd7zXZ", "data packed with xz"],
  ["BZh", "data packed with bzip2"],
  ["ARROW1", "an Arrow file"],
  ["SQLite format 3\0", "an SQLite database"],
  ["%PDF", "a PDF document"],
  ["version https://git-lfs", "a Git LFS pointer instead of the file itself"],
  ["\xff\xfe", "text in UTF-16"],
  ["\xfe\xff", "text in UTF-16"],
];

/** What the content is, if it is surely not the text of rows. */
export function notRows(start: Buffer): string | null {
  const head = start.toString("latin1", 0, 64);
  for (const [bytes, name] of SIGNATURES) {
    if (head.startsWith(bytes)) return name;
  }
  if (start.includes(0)) return /^(?:[^\0]\0|\0[^\0]){2}/.test(head) ? "text in UTF-16" : "binary data";
  if (/^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)\b/i.test(head)) return "a web page or XML";
  return null;
}

/**
 * JSON Lines, one JSON document, a single line that could be both; null for anything else, and where the first line
 * is longer than what was looked at.
 */
export function jsonShape(start: Buffer, whole: boolean): "lines" | "document" | "either" | null {
  const text = start
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .trimStart();
  const newline = text.indexOf("\n");
  const complete = newline !== -1 || whole;
  const first = (newline === -1 ? text : text.slice(0, newline)).trim();
  const after = newline === -1 ? "" : text.slice(newline).trimStart();
  if (text.startsWith("[")) {
    // A column may be named `[id]`, so the bracket alone does not make a document.
    if (!/^\[\s*(?:[{[\]"]|$)/.test(text)) return null;
    return complete && after !== "" && isJson(first) ? "lines" : "document";
  }
  if (!text.startsWith("{") || !complete) return null;
  if (isJson(first)) return after === "" ? "either" : "lines";
  // The first line of a document over several lines ends where something was opened, or between two of its keys.
  return /[{[]$/.test(first) || (first.endsWith(",") && after.startsWith('"')) ? "document" : null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // The question is only whether it is JSON.
    return false;
  }
}
