/** Letters as labels of options: plain forms of what outputs write, and sets of labels. */
import { isAscii } from "./text.ts";

/** Invisible marks: zero-width blanks and joiners, direction marks, soft hyphens, variation selectors. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\ufe00-\ufe0f]/g;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
/** Circled letters and the bold, italic and other letters of mathematics. */
const STYLED = /[\u24b6-\u24e9]|\ud835[\udc00-\udfff]/g;

/**
 * Composed, without invisible marks, and with plain letters and signs in place of full-width and styled ones. Not full
 * NFKC, which would make `1½` into `11⁄2`. A look-alike of another script stays what it is.
 */
export function plainLetters(text: string): string {
  if (isAscii(text)) return text;
  return text
    .normalize("NFC")
    .replace(INVISIBLE, "")
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(STYLED, (letter) => letter.normalize("NFKC"));
}

/** What a text that states labels and nothing else says. */
export interface LabelSet {
  /** As written, without doubles. */
  readonly labels: readonly string[];
  /** What follows a single label, such as `Paris` in `(A) Paris`; else empty. */
  readonly rest: string;
}

const LATEX =
  /\\(?:boxed|fbox|text|textbf|textit|textrm|mathrm|mathbf|mathit|mathsf|bf|rm)(?![A-Za-z])|\\[()[\],;:! ]/g;
const OUTER = /^[\s()[\]{}<>.,:;!?*_`$"'“”‘’«»„「」『』【】《》〈〉、。•#|=-]+/;
const LABEL = /^(?:[A-Za-z]|\d{1,3})(?![\p{L}\p{N}_^'’+-]|[.,]\d)/u;
/** Marks after a label, up to the next label or the text of the option. */
const BETWEEN = /^[\s()[\]{}<>.,:;!?*_`$"'“”‘’«»「」『』【】《》〈〉&/|、。–—-]*/;
const AND = /^(?:and|or|und|oder|et|ou|y|o|e|и|или|和|及|与|と)(?=[\s(["'*$`])\s*/i;
const SEPARATOR = /[,;&/、]|[)\]]\s*[([]|^\s+$/;
const DELIMITER = /[)\].:}*$`–—-]/;
const DIGIT = /^\d/;

/** An object of JSON, whose first key may look like a label. */
const OBJECT = /^\s*\{\s*"[^"]*"\s*:/;

/**
 * Reads a text that consists of labels: `(A)`, `**b**`, `A, B, and C`, `A) Paris`. Null for anything else, as for a word
 * that only begins with a letter, and for glued letters, which may be a word.
 */
export function parseLabels(text: string): LabelSet | null {
  if (text.length === 1 && isLatinLetter(text.charCodeAt(0))) return { labels: [text], rest: "" };
  if (OBJECT.test(text)) return null;
  let left = plainLetters(text).replace(LATEX, "").replace(OUTER, "");
  const first = LABEL.exec(left)?.[0];
  if (first === undefined) return null;
  const labels = new Set<string>([first]);
  left = left.slice(first.length);
  const alone = labelWithText(first, left);
  for (;;) {
    const marks = BETWEEN.exec(left)?.[0] ?? "";
    left = left.slice(marks.length);
    if (left === "") return { labels: [...labels], rest: "" };
    const and = AND.exec(left)?.[0] ?? "";
    left = left.slice(and.length).replace(OUTER, "");
    const next = LABEL.exec(left)?.[0];
    // Letters and digits are never labels of one list: `C. 12` is C with its text.
    const listed = next !== undefined && DIGIT.test(next) === DIGIT.test(first);
    if (!listed || (and === "" && !SEPARATOR.test(marks))) return alone;
    labels.add(next);
    left = left.slice(next.length);
  }
}

/** The reading as one label and the text of its option, or null: `A) Paris`, but not `A Paris`, and not `A: B`. */
function labelWithText(label: string, after: string): LabelSet | null {
  const marks = BETWEEN.exec(after)?.[0] ?? "";
  const rest = after.slice(marks.length);
  if (!DELIMITER.test(marks) || marks.includes(",")) return null;
  const second = LABEL.exec(rest)?.[0];
  if (second !== undefined && !DIGIT.test(second) && BETWEEN.exec(rest.slice(1))?.[0] === rest.slice(1)) return null;
  return { labels: [label], rest: rest.trimEnd() };
}

const GLUED = /^[A-Z]{2,26}$/;

/** Letters written without anything between them, `AC`, as labels; null for other texts. They may be a word too. */
export function parseGlued(text: string): readonly string[] | null {
  const plain = plainLetters(text).replace(LATEX, "").replace(OUTER, "");
  const letters = plain
    .slice(0, 27)
    .trimEnd()
    .replace(/[\s)\]}.*$`]+$/, "");
  const labels = new Set(letters);
  return GLUED.test(letters) && labels.size === letters.length && plain.length < 27 ? [...labels] : null;
}

export function isLatinLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** A letter or digit of a script whose words stand between blanks. */
export function isWordCode(code: number): boolean {
  return isLatinLetter(code) || isDigit(code) || (code >= 0xc0 && code < 0x590 && code !== 0xd7 && code !== 0xf7);
}
