/** Where sentences end, and list marks begin lines. */
import { isForeignStop, isLetter } from "./glyphs.ts";
import type { Candidate } from "./walk.ts";

const CLOSERS = "\"'*_)]}$`»”’";

/** True where the character at an offset ends a sentence. A point in `1.5`, `e.g.,` or `approx. 12` does not. */
export function isStop(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 0x0a) return true;
  if (code === 0x3002 || code === 0xff01 || code === 0xff1f || isForeignStop(code)) return true;
  if (code !== 0x2e && code !== 0x21 && code !== 0x3f) return false;
  const next = text.charAt(at + 1);
  if (next === "") return true;
  if (next !== " " && next !== "\n" && next !== "\r" && next !== "\t") return CLOSERS.includes(next);
  return !(code === 0x2e && next === " " && isAbbreviation(text, at));
}

/** Words that end with a point in front of a number. */
const ABBREVIATIONS: ReadonlySet<string> = new Set("approx appr ca no nr rs fig eq abt est min max vs".split(" "));

function isAbbreviation(text: string, point: number): boolean {
  let from = point;
  while (point - from < 7 && isLetter(text.charCodeAt(from - 1))) from--;
  return ABBREVIATIONS.has(text.slice(from, point).toLowerCase());
}

/** What may stand around an answer without being part of it. */
const DECORATION = ' \t\r\n*_`$:=>"([';

/**
 * The end of the sentence that begins at `from`, at most `limit`. Blank lines and decoration before it do not end it,
 * nor does a line that ends with a colon.
 */
export function sentenceEnd(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && (DECORATION.includes(text.charAt(at)) || isMathsOpening(text, at))) at++;
  let last = "";
  while (at < limit) {
    if (isStop(text, at) && !(text[at] === "\n" && last === ":")) return at;
    const character = text.charAt(at);
    if (character !== " " && character !== "\n" && character !== "\r" && character !== "*") last = character;
    at++;
  }
  return limit;
}

function isMathsOpening(text: string, at: number): boolean {
  const character = text[at];
  if (character === "\\") return text[at + 1] === "[" || text[at + 1] === "(";
  return character === "[" || character === "(";
}

/** The start of the sentence that holds `at`, at least `limit`. */
export function sentenceStart(text: string, at: number, limit: number): number {
  let from = at;
  while (from > limit && !isStop(text, from - 1)) from--;
  return from;
}

/** How far to look for the other marks of a list. */
const LIST_REACH = 5_000;

/** True where a number is the mark of a list (`3. Add them up`) and its neighbour is there: `2.` before or `2.` after 1. */
export function isListMark(text: string, from: number, candidate: Candidate | null): boolean {
  const number = candidate?.number;
  if (candidate == null || number == null || !number.whole || !(number.value >= 1 && number.value <= 99)) return false;
  const { to } = candidate;
  const mark = text.charAt(to);
  if ((mark !== "." && mark !== ")") || text[to + 1] !== " " || text.slice(to + 2, to + 3).trim() === "") return false;
  const start = lineStart(text, candidate.from, from);
  if (start === -1) return false;
  const before = text.slice(Math.max(0, start - LIST_REACH), candidate.from);
  const prefix = text.slice(start, candidate.from);
  if (number.value > 1) return `\n${before}`.includes(`\n${prefix}${number.value - 1}${mark} `);
  return text.slice(to, to + LIST_REACH).includes(`\n${prefix}2${mark} `);
}

/** The start of the line that holds `at`, where only markup stands between; else -1. */
function lineStart(text: string, at: number, limit: number): number {
  let from = at;
  while (from > 0 && at - from < 16 && " #*_".includes(text.charAt(from - 1))) from--;
  return from === 0 || text[from - 1] === "\n" || from < limit ? from : -1;
}
