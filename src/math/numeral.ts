import { isDigit, skipDigits } from "../core/number/glyphs.ts";
import { readMagnitude } from "../core/number/magnitude.ts";
import { LONGEST_NUMBER, OverBudget } from "./budget.ts";
import { add, fromText, multiply, type Rational, rational, whole } from "./rational.ts";

/** A number as it stands in an answer. */
export interface Numeral {
  readonly value: Rational;
  /** Digits behind a written point; -1 where none was written, or where they repeat for ever. */
  readonly decimals: number;
  /** The digits and signs as written, without groups. */
  readonly written: string;
  readonly to: number;
  /** What a comma in it was taken for; null where there is none, or none that could be something else. */
  readonly comma: "group" | "decimal" | null;
  /** Where a run of numbers ends that commas separate: none of them is looked at again for groups. 0 without one. */
  readonly listTo: number;
}

export interface NumeralRules {
  /** Commas may group digits or stand for the decimal point; else they always separate. */
  readonly commas: boolean;
  /** A comma before other than three digits is a decimal comma. */
  readonly decimalComma: boolean;
}

const BLANK_GROUP = /^(?:\\[,;: !]|[ ~\u202f'_])(\d{3})(?!\d)/;
const COMMA_GROUP = /^(?:\{,\}(?:\\!)?|,\\!|\\!,)\s?(\d{3})(?!\d)/;
const LATEX_COMMA = /^\{,\}(\d+)/;

/** Reads the number whose first digit, or point before a digit, stands at `at`. */
export function readNumeral(text: string, at: number, rules: NumeralRules): Numeral {
  const first = skipDigits(text, at);
  let written = text.slice(at, first);
  let to = first;
  let comma: Numeral["comma"] = null;
  let listTo = 0;
  for (;;) {
    const rest = text.slice(to, to + 24);
    const group = written.length <= 3 || to > first ? (COMMA_GROUP.exec(rest) ?? blankGroup(rest, written)) : null;
    if (group === null) break;
    written += group[1];
    to += group[0].length;
  }
  const latexComma = LATEX_COMMA.exec(text.slice(to, to + 24));
  if (latexComma !== null) {
    written += `.${latexComma[1]}`;
    to += latexComma[0].length;
  } else if (rules.commas && (text[to] === "," || hasPointGroups(text, to)) && isDigit(text.charCodeAt(to + 1))) {
    const read = readMagnitude(text.slice(at, plainEnd(text, at)), 0, false);
    if (read?.kind === "list") listTo = at + read.to;
    const grouped = read?.kind === "magnitude" && !read.doubtful;
    const decimal = read?.kind === "magnitude" && read.doubtful && rules.decimalComma;
    if (read?.kind === "magnitude" && (grouped || decimal)) {
      written = read.text;
      to = at + read.to;
      comma = grouped ? "group" : "decimal";
    }
  }
  if (!written.includes(".") && text[to] === "." && continuesBehindPoint(text, to + 1)) {
    const end = skipDigits(text, to + 1);
    written += text.slice(to, end);
    to = end;
  }
  if (written.length > LONGEST_NUMBER) throw new OverBudget("a number is too long");
  return { ...finished(text, written, to, comma), listTo };
}

/** `1 000` groups only where no other reading is left: `1 1/2` and `12 345/7` do not look like it. */
function blankGroup(rest: string, written: string): RegExpExecArray | null {
  return written === "0" || written.startsWith("0") ? null : BLANK_GROUP.exec(rest);
}

/** `1.000.000`: no decimal has two points. */
function hasPointGroups(text: string, at: number): boolean {
  return POINT_GROUPS.test(text.slice(at, at + 9));
}

const POINT_GROUPS = /^\.\d{3}[.,]\d/;

function plainEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length) {
    if (isDigit(text.charCodeAt(end))) end++;
    else if (/[.,]/.test(text[end] ?? "") && isDigit(text.charCodeAt(end + 1))) end += 2;
    else break;
  }
  return end;
}

const REPEATING = /^(?:\\(?:overline|bar|dot)\s*\{?\s*(\d+)\s*\}?|\((\d+)\)(?![\d.(]))/;
const ELLIPSIS = /^\s?(?:\.\.\.|…|\\(?:ldots|dots|cdots))/;

function continuesBehindPoint(text: string, at: number): boolean {
  const next = text[at];
  return isDigit(text.charCodeAt(at)) || ((next === "\\" || next === "(") && REPEATING.test(text.slice(at, at + 40)));
}

function finished(text: string, written: string, to: number, comma: Numeral["comma"]): Omit<Numeral, "listTo"> {
  const point = written.indexOf(".");
  const rest = text.slice(to, to + 60);
  const repeating = point === -1 ? null : REPEATING.exec(rest);
  if (repeating !== null) {
    const period = repeating[1] ?? repeating[2] ?? "";
    return { value: repeated(written, period), decimals: -1, written, to: to + repeating[0].length, comma };
  }
  const ellipsis = point === -1 ? null : ELLIPSIS.exec(rest);
  if (ellipsis !== null) {
    const period = periodOf(written.slice(point + 1));
    const end = to + ellipsis[0].length;
    if (period !== null) return { value: repeated(written, period), decimals: -1, written, to: end, comma };
    return { value: rationalOf(written), decimals: written.length - point - 1, written, to: end, comma };
  }
  const exponent = /^[eE]([+-]?)(\d{1,5})(?![\d.]|[a-zA-Z])/.exec(rest);
  const decimals = point === -1 ? -1 : written.length - point - 1;
  if (exponent === null) return { value: rationalOf(written), decimals, written, to, comma };
  const power = Number(exponent[2]) * (exponent[1] === "-" ? -1 : 1);
  if (Math.abs(power) > LONGEST_NUMBER) throw new OverBudget("an exponent is too large");
  const full = `${written}e${power}`;
  return {
    value: rationalOf(full),
    decimals: decimals === -1 ? -1 : Math.max(decimals - power, 0),
    written: full,
    to: to + exponent[0].length,
    comma,
  };
}

function rationalOf(normal: string): Rational {
  const value = fromText(normal.startsWith(".") ? `0${normal}` : normal);
  if (value === null) throw new OverBudget("a number is too large");
  return value;
}

/** 0.1 and a period of 6 is 1/6: the period over as many nines, shifted behind the digits that stand before it. */
function repeated(written: string, period: string): Rational {
  const point = written.indexOf(".");
  const decimals = written.length - point - 1;
  const head = rationalOf(point === written.length - 1 ? written.slice(0, -1) || "0" : written);
  const tail = rational(BigInt(period), 10n ** BigInt(period.length) - 1n) ?? whole(0);
  return add(head, multiply(tail, rational(1n, 10n ** BigInt(decimals)) ?? whole(0)));
}

/** The digits that repeat at the end of a decimal that was cut with an ellipsis: twice, or three times a single one. */
function periodOf(decimals: string): string | null {
  for (let length = 1; length <= 12 && length * 2 <= decimals.length; length++) {
    const period = decimals.slice(-length);
    const times = length === 1 ? 3 : 2;
    if (decimals.endsWith(period.repeat(times))) return period;
  }
  return null;
}
