import { hasScriptWithoutBlanks } from "./script.ts";

/**
 * Whether a place in a text is the edge of a word or a number. `a` in `cat`, `1` in `21`, `42` in `42.5` and `-42`,
 * `case` in `snake_case` and `C` in `C++` are parts of something longer; `Paris` in `**Paris**` is not.
 */

const WORD = /[\p{L}\p{N}\p{M}]/u;
const DIGIT = /\p{Nd}/u;
/** 十 in 二十 is a part of a number all the same. */
const HAN_NUMERAL = /[〇零一二三四五六七八九十百千万萬億亿兆两兩]/;

/** Between two characters of words these make one word of them. */
const JOINER = /[-\u2010\u2011_/\\.'’@&]/;
/** Between two digits these make one number of them. */
const DIGIT_JOINER = /[-\u2010\u2011\u2212_/.,:'’٫٬]/;
/** Directly behind a word these belong to its name: C++, C#. */
const SUFFIX = /[+#]/;
const SIGN = /[-\u2212\u2010\u2011.]/;

/** The hit `from..to` is whole: nothing of the same word or number lies before or behind it. */
export function isWholeWord(text: string, from: number, to: number): boolean {
  return startsWhole(text, from) && endsWhole(text, to);
}

function startsWhole(text: string, from: number): boolean {
  const first = characterAt(text, from);
  const previous = characterBefore(text, from);
  if (previous === "") return true;
  if (isJoined(previous, first)) return false;
  // `-5` within `10-5`: the hit begins with what joins it to the word before.
  if (isWord(previous) && SIGN.test(first) && DIGIT.test(characterAt(text, from + first.length))) return false;
  if (!isWord(first)) return true;
  if (DIGIT.test(first) && (SIGN.test(previous) || previous === "^")) return false;
  const beyond = characterBefore(text, from - previous.length);
  return !joins(previous, beyond, first);
}

function endsWhole(text: string, to: number): boolean {
  const last = characterBefore(text, to);
  const next = characterAt(text, to);
  if (next === "") return true;
  if (isJoined(last, next)) return false;
  if (!isWord(last)) return true;
  if (next === "^" || (SUFFIX.test(next) && /\p{L}/u.test(last) && !isWord(characterAt(text, to + next.length))))
    return false;
  const beyond = characterAt(text, to + next.length);
  // The genitive: `Paris's` speaks of Paris.
  if (/['’]/.test(next) && /[sS]/.test(beyond) && !isWord(characterAt(text, to + next.length + 1))) return true;
  return !joins(next, last, beyond);
}

function isJoined(left: string, right: string): boolean {
  if (!isWord(left) || !isWord(right)) return false;
  if (HAN_NUMERAL.test(left) && HAN_NUMERAL.test(right)) return true;
  return !hasScriptWithoutBlanks(left) && !hasScriptWithoutBlanks(right);
}

function joins(joiner: string, left: string, right: string): boolean {
  if (DIGIT.test(left) && DIGIT.test(right)) return DIGIT_JOINER.test(joiner) || joiner === "^";
  return JOINER.test(joiner) && isWord(left) && isWord(right);
}

function isWord(character: string): boolean {
  return character !== "" && WORD.test(character);
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function characterBefore(text: string, at: number): string {
  if (at <= 0) return "";
  const low = text.charCodeAt(at - 1);
  const paired = low >= 0xdc00 && low <= 0xdfff && at >= 2;
  return paired ? characterAt(text, at - 2) : (text[at - 1] ?? "");
}
