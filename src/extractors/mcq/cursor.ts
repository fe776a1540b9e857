import { isDigit, isLatinLetter, isWordCode } from "../../core/letters.ts";
import { isInFormula } from "./formula.ts";
import { readCommand, readTag } from "./markup.ts";
import type { Menu } from "./menu.ts";
import { isCjk, isSearched, Kind, LONGEST_WORD, nextHash, wordsByHash, wordsByStart } from "./words.ts";

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
  const { kind, start, end, label, closed, leads } = cursor;
  advance(cursor);
  const next = cursor.kind;
  cursor.kind = kind;
  cursor.start = start;
  cursor.end = end;
  cursor.label = label;
  cursor.closed = closed;
  cursor.leads = leads;
  return next;
}

/** Reads a word, a number or a sign from U+00C0 on; false where it is only a mark. */
function readWord(cursor: Cursor, first: number): boolean {
  const { text } = cursor;
  if (!isWordCode(first)) {
    if (isSearched(first)) return readSearched(cursor, first);
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
    const small = code | 32;
    if (small >= 97 && small <= 122) {
      hash = nextHash(hash, small);
      if (code === small) capitals = false;
    } else if (code === 32) {
      break;
    } else if (isWordCode(code)) {
      capitals = false;
      hash = nextHash(hash, isDigit(code) ? code : foldCode(code));
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

function readSearched(cursor: Cursor, first: number): boolean {
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
  if (position !== undefined && isCjk(first) && (!isCjk(after) || wordsByStart.has(after))) {
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
