import { isLatinLetter } from "../../core/letters.ts";
import type { Menu } from "./menu.ts";
import { isCjk, Kind, LONGEST_WORD, nextHash, wordsByHash, wordsByStart } from "./words.ts";

/**
 * A place in a text and the token that was read there. One object is moved along instead of making one per token: the
 * scan runs over every answer of a data set. Marks (brackets, quotes, asterisks, LaTeX that only dresses a letter, HTML
 * tags) are skipped; what they tell is kept here.
 */
export interface Cursor {
  readonly text: string;
  readonly menu: Menu;
  kind: Kind;
  start: number;
  end: number;
  /** The position on the menu, for a label; else -1. */
  label: number;
  /** Whether a closing brace stood before this token. */
  closed: boolean;
  /** Whether this token is the first of its line. */
  leads: boolean;
}

export function openCursor(text: string, menu: Menu): Cursor {
  return { text, menu, kind: Kind.Break, start: 0, end: 0, label: -1, closed: false, leads: true };
}

/** Moves on to the next token. */
export function advance(cursor: Cursor): void {
  const { text } = cursor;
  const before = cursor.kind;
  cursor.leads = before === Kind.Break;
  cursor.closed = false;
  cursor.label = -1;
  let at = cursor.end;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 32) continue;
    cursor.start = at;
    if (isLatinLetter(code) || isDigit(code) || code >= 0xc0) {
      if (readWord(cursor, code)) return;
      at = cursor.end - 1;
      continue;
    }
    cursor.end = at + 1;
    switch (code) {
      case 10:
        cursor.kind = Kind.Break;
        return;
      case 46: // .
      case 33: // !
      case 63: // ?
        // A stop inside a word or a number is none, but one after a label is: `B.Paris`.
        if (code === 46 && before !== Kind.Label && isWordCode(text.charCodeAt(at + 1))) break;
        cursor.kind = Kind.Stop;
        return;
      case 44: // ,
      case 59: // ;
        cursor.kind = Kind.Comma;
        return;
      case 58: // :
      case 61: // =
        cursor.kind = Kind.Colon;
        return;
      case 45: // -
        if (cursor.leads) break;
        cursor.kind = Kind.Colon;
        return;
      case 47: // /
      case 38: // &
        cursor.kind = Kind.Slash;
        return;
      case 43: // +
      case 94: // ^
      case 37: // %
      case 126: // ~
        cursor.kind = Kind.Other;
        return;
      case 125: // }
        cursor.closed = true;
        break;
      case 92: // backslash
        if (readCommand(cursor)) return;
        at = cursor.end - 1;
        break;
      case 60: // <
        if (readTag(cursor)) return;
        at = cursor.end - 1;
        break;
    }
  }
  cursor.start = text.length;
  cursor.end = text.length;
  cursor.kind = Kind.End;
}

/** The kind of the token after this one. The cursor stays where it is. */
export function peek(cursor: Cursor): Kind {
  const ahead = { ...cursor };
  advance(ahead);
  return ahead.kind;
}

/** Reads a word, a number or a sign from U+00C0 on; false where it is only a mark. */
function readWord(cursor: Cursor, first: number): boolean {
  const { text } = cursor;
  if (!isWordCode(first)) {
    if (isCjk(first)) return readCjk(cursor, first);
    cursor.end = cursor.start + 1;
    const sign = signs.get(first);
    // Punctuation, arrows, pictures; halves of surrogate pairs are pictures nearly always.
    if (sign === undefined && ((first >= 0x2000 && first < 0x3100) || first >= 0xd800)) return false;
    cursor.kind = sign ?? Kind.Other;
    return true;
  }
  let at = cursor.start;
  let hash = 0;
  let capitals = true;
  let joined = false;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isLatinLetter(code)) {
      hash = nextHash(hash, code | 32);
      capitals &&= code < 97;
    } else if (isDigit(code)) {
      capitals = false;
      hash = nextHash(hash, code);
    } else if (code >= 0xc0 && isWordCode(code)) {
      capitals = false;
      hash = nextHash(hash, foldCode(code));
    } else if (isJoint(text, at, code, cursor.start)) {
      joined = true;
      hash = nextHash(hash, code === 0x2019 ? 39 : code);
    } else break;
  }
  cursor.end = at;
  const length = at - cursor.start;
  if (length === 1 || (isDigit(first) && length <= 3)) {
    if (readLabel(cursor, first)) return true;
  } else if (capitals && !joined && length <= cursor.menu.labels.length && isGlued(cursor)) {
    cursor.kind = Kind.Glued;
    return true;
  }
  cursor.kind = length > LONGEST_WORD ? Kind.Other : kindOf(text, cursor.start, at, hash);
  return true;
}

/** Apostrophes join (`don't`), and so does a hyphen after one letter (`A-frame`) or a stop between digits. */
function isJoint(text: string, at: number, code: number, start: number): boolean {
  if (code !== 39 && code !== 0x2019 && code !== 45 && code !== 46 && code !== 95) return false;
  const next = text.charCodeAt(at + 1);
  if (!isWordCode(next)) return false;
  if (code === 45) return at === start + 1 && !isDigit(text.charCodeAt(start));
  if (code === 46) return isDigit(next) && isDigit(text.charCodeAt(at - 1));
  if (code === 95) return at === start + 1;
  return true;
}

function kindOf(text: string, start: number, end: number, hash: number): Kind {
  const words = wordsByHash.get(hash);
  if (words === undefined) return Kind.Other;
  for (const word of words) if (word.text.length === end - start && isSame(text, start, word.text)) return word.kind;
  return Kind.Other;
}

function isSame(text: string, start: number, word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const code = text.charCodeAt(start + at);
    const folded = isLatinLetter(code) ? code | 32 : code === 0x2019 ? 39 : code >= 0xc0 ? foldCode(code) : code;
    if (folded !== word.charCodeAt(at)) return false;
  }
  return true;
}

function foldCode(code: number): number {
  const folded = String.fromCharCode(code).toLowerCase();
  return folded.length === 1 ? folded.charCodeAt(0) : code;
}

/** A letter or a number that stands alone: a label, a capital off the menu, or neither. */
function readLabel(cursor: Cursor, first: number): boolean {
  const { text, menu, start, end } = cursor;
  if (isInFormula(text, start, end)) return false;
  const written = text.slice(start, end);
  const position = menu.positions.get(isLatinLetter(first) ? String.fromCharCode(first | 32) : written.toLowerCase());
  if (position !== undefined) {
    cursor.label = position;
    cursor.kind = Kind.Label;
    return true;
  }
  if (isDigit(first) || written === written.toLowerCase()) return false;
  cursor.kind = Kind.Foreign;
  return true;
}

/** `x_A`, `A'`, `A + B`, `E = mc²`, `C++`, `U.S.`: a letter of a formula or an abbreviation is no label. */
function isInFormula(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  if (before === 94 || before === 64 || before === 92) return true;
  if (before === 95 && isWordCode(text.charCodeAt(start - 2))) return true;
  if (before === 46 && isWordCode(text.charCodeAt(start - 2)) && text.charCodeAt(end) === 46) return true;
  let at = end;
  while (text.charCodeAt(at) === 32) at++;
  switch (text.charCodeAt(at)) {
    case 39: // '
    case 0x2019:
      return at === end && isWordCode(text.charCodeAt(at + 1));
    case 46: // .
      return (
        at === end &&
        isWordCode(text.charCodeAt(at + 1)) &&
        (isDigit(text.charCodeAt(at + 1)) ? isDigit(text.charCodeAt(start)) : !isWordCode(text.charCodeAt(at + 2)))
      );
    case 37: // %
    case 44: // ,
      return isDigit(text.charCodeAt(start)) && (text.charCodeAt(at) === 37 || isDigit(text.charCodeAt(at + 1)));
    case 43: // +
    case 61: // =
    case 94: // ^
    case 62: // >
      return text.charCodeAt(at) !== 62 || at > end;
    case 60: // <, but not a tag or a special token
      return at > end && (text.charCodeAt(at + 1) === 32 || isDigit(text.charCodeAt(at + 1)));
    case 45: // -
      return at > end && isDigit(text.charCodeAt(at + 1));
    case 95: // _
      return at === end && isWordCode(text.charCodeAt(at + 1));
  }
  return false;
}

function isGlued(cursor: Cursor): boolean {
  const { text, start, end, menu } = cursor;
  let last = -1;
  for (let at = start; at < end; at++) {
    const position = menu.positions.get(String.fromCharCode(text.charCodeAt(at) | 32));
    // In the order of the menu, as lists are written: `BAD` is a word.
    if (position === undefined || position <= last) return false;
    last = position;
  }
  return true;
}

function readCjk(cursor: Cursor, first: number): boolean {
  const { text, start, menu } = cursor;
  for (const word of wordsByStart.get(first) ?? []) {
    if (!text.startsWith(word.text, start)) continue;
    cursor.end = start + word.text.length;
    cursor.kind = word.kind;
    return true;
  }
  cursor.end = start + 1;
  const position = menu.positions.get(text.charAt(start));
  const after = text.charCodeAt(start + 1);
  // A character of a longer word is no label; one before a particle or a verb is: `イです`.
  if (position !== undefined && (!isCjk(after) || wordsByStart.has(after))) {
    cursor.label = position;
    cursor.kind = Kind.Label;
  } else cursor.kind = Kind.Other;
  return true;
}

/** Signs beyond U+1100 that are more than a mark. */
const signs: ReadonlyMap<number, Kind> = new Map<number, Kind>([
  [0x2013, Kind.Colon],
  [0x2014, Kind.Colon],
  [0x2026, Kind.Stop],
  [0x2028, Kind.Break],
  [0x2029, Kind.Break],
  [0x2192, Kind.Colon],
  [0x21d2, Kind.Colon],
  [0x3001, Kind.Comma],
  [0x3002, Kind.Stop],
]);

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
function readCommand(cursor: Cursor): boolean {
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
function readTag(cursor: Cursor): boolean {
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

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** A letter or digit of a script whose words stand between blanks. */
export function isWordCode(code: number): boolean {
  return isLatinLetter(code) || isDigit(code) || (code >= 0xc0 && code < 0x590 && code !== 0xd7 && code !== 0xf7);
}
