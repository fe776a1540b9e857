/** Characters as numbers use them: digits of any script, signs, blanks that group, letters that glue. */

/** Where the ten decimal digits of a script begin: Unicode category Nd of the basic plane. */
const ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6, 0x0e50,
  0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50,
  0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
] as const;

/** Stands for every blank that only ever groups digits: no-break, thin, figure and narrow no-break space. */
export const GROUP_BLANK = "\u202f";

const REPLACED: ReadonlyMap<number, string> = new Map([
  ...spread("-", "\u2010\u2011\u2012\u2013\u2212\ufe63"),
  ...spread("/", "\u2044\u2215"),
  ...spread(GROUP_BLANK, "\u00a0\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f"),
  ...spread(" ", "\u0085\u180e\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u2060\u3000\ufeff"),
  ...spread("'", "\u2018\u2019"),
  ...spread('"', "\u201c\u201d\u300c\u300d"),
  ...spread(".", "\u066b"),
  ...spread(",", "\u066c\u060c\u3001"),
  ...spread("%", "\u066a"),
  ...spread("\u00d7", "\u2715\u2a2f"),
  ...spread("\u00b7", "\u22c5\u2219\u2022\u2217"),
  ...spread("\u2264", "\u2a7d"),
  ...spread("\u2265", "\u2a7e"),
]);

function spread(to: string, from: string): [number, string][] {
  return [...from].map((one) => [one.charCodeAt(0), to]);
}

const NON_ASCII = /[^\x00-\x7f]/;
const EACH_NON_ASCII = /[^\x00-\x7f]/g;

/**
 * The text with digits of other scripts, full-width forms, minus signs and blanks in their plain form. Every UTF-16
 * unit stays one unit, so offsets hold.
 */
export function plainGlyphs(text: string): string {
  return NON_ASCII.test(text) ? text.replace(EACH_NON_ASCII, plainGlyph) : text;
}

function plainGlyph(glyph: string): string {
  const code = glyph.charCodeAt(0);
  const replaced = REPLACED.get(code);
  if (replaced !== undefined) return replaced;
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (code < 0x660) return glyph;
  for (const zero of ZEROS) if (code >= zero && code < zero + 10) return String(code - zero);
  return glyph;
}

const MATHS_DIGITS = /[\u{1d7ce}-\u{1d7ff}]/gu;

/** Bold, double-struck and other styled digits lie outside the basic plane: the text gets shorter, offsets move. */
export function plainMathsDigits(text: string): string {
  if (!text.includes("\ud835")) return text;
  return text.replace(MATHS_DIGITS, (digit) => String(((digit.codePointAt(0) ?? 0) - 0x1d7ce) % 10));
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** A digit of any script or a single-character fraction, before `plainGlyphs`. */
export function isNumeral(code: number): boolean {
  if (code < 0x80) return isDigit(code);
  if (code <= 0xbe) return code >= 0xbc;
  if (code < 0x660 || (code >= 0x2000 && code < 0x2150) || (code > 0x215e && code < 0xa620)) return false;
  if (code <= 0x215e && code >= 0x2150) return true;
  return ZEROS.some((zero) => code >= zero && code < zero + 10);
}

export function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0x202f;
}

/**
 * A letter that makes one word with a digit beside it, so `v42` and `5x` hold no number. Scripts without blanks
 * between words (Thai, kana, Han, Hangul with its endings) do not glue.
 */
export function isLetter(code: number): boolean {
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
  if (code < 0xc0) return code === 0xb5;
  if (code === 0xd7 || code === 0xf7 || (code >= 0xe00 && code <= 0xe7f) || isForeignStop(code)) return false;
  return code < 0x2000;
}

/** The stops and question marks of Arabic, Urdu and the scripts of India. */
export function isForeignStop(code: number): boolean {
  return code === 0x964 || code === 0x965 || code === 0x6d4 || code === 0x61f;
}

/** The end of the run of blanks from `at` on. */
export function skipSpace(text: string, at: number): number {
  let end = at;
  while (end < text.length && isSpace(text.charCodeAt(end))) end++;
  return end;
}

/** The end of the run of digits from `at` on. */
export function skipDigits(text: string, at: number): number {
  let end = at;
  while (end < text.length && isDigit(text.charCodeAt(end))) end++;
  return end;
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** The digit that a superscript stands for, or -1. */
export function superscriptDigit(character: string | undefined): number {
  return character === undefined || character === "" || character < "\u00b2" ? -1 : SUPERSCRIPTS.indexOf(character);
}

/** Single-character fractions, as `numerator/denominator`. */
export const VULGAR_FRACTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "¼": "1/4",
    "½": "1/2",
    "¾": "3/4",
    "⅐": "1/7",
    "⅑": "1/9",
    "⅒": "1/10",
    "⅓": "1/3",
    "⅔": "2/3",
    "⅕": "1/5",
    "⅖": "2/5",
    "⅗": "3/5",
    "⅘": "4/5",
    "⅙": "1/6",
    "⅚": "5/6",
    "⅛": "1/8",
    "⅜": "3/8",
    "⅝": "5/8",
    "⅞": "7/8",
  }),
);
