import { isDigit } from "./glyphs.ts";

/** Exact arithmetic on the normal texts of numbers: `-12.50`, `1.5e-3`, `3/4`, `1 1/2`. */

/** `digits` times ten to the `exponent`; digits have no zero at either end, and zero has none at all. */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

export interface Ratio {
  readonly numerator: bigint;
  /** Positive. */
  readonly denominator: bigint;
}

/** Beyond this many digits a decimal cannot equal a fraction as the scanner accepts it, and powers would be huge. */
const LARGEST_POWER = 5_000;

/** The decimal of a text without a slash. */
function decimalOf(text: string): Decimal {
  const negative = text.startsWith("-");
  const e = text.search(/[eE]/);
  const written = text.slice(negative ? 1 : 0, e === -1 ? text.length : e);
  const point = written.indexOf(".");
  const all = point === -1 ? written : written.slice(0, point) + written.slice(point + 1);
  let from = 0;
  let to = all.length;
  while (from < to && all.charCodeAt(from) === 0x30) from++;
  while (to > from && all.charCodeAt(to - 1) === 0x30) to--;
  if (from === to) return { negative: false, digits: "", exponent: 0 };
  const decimals = point === -1 ? 0 : written.length - point - 1;
  const exponent = (e === -1 ? 0 : Number(text.slice(e + 1))) - decimals + (all.length - to);
  return { negative, digits: all.slice(from, to), exponent };
}

/** The exact ratio of any normal text, or null where its powers of ten are too large to write out. */
export function ratioOf(text: string): Ratio | null {
  const slash = text.indexOf("/");
  if (slash === -1) {
    const { negative, digits, exponent } = decimalOf(text);
    if (digits.length > LARGEST_POWER || Math.abs(exponent) > LARGEST_POWER) return null;
    const unsigned = BigInt(digits === "" ? "0" : digits) * 10n ** BigInt(Math.max(exponent, 0));
    return { numerator: negative ? -unsigned : unsigned, denominator: 10n ** BigInt(Math.max(-exponent, 0)) };
  }
  const negative = text.startsWith("-");
  const blank = text.indexOf(" ");
  const start = negative ? 1 : 0;
  const top = ratioOf(text.slice(blank === -1 ? start : blank + 1, slash));
  const bottom = ratioOf(text.slice(slash + 1));
  if (top === null || bottom === null) return null;
  const denominator = top.denominator * bottom.numerator;
  const whole = blank === -1 ? 0n : BigInt(text.slice(start, blank));
  const unsigned = top.numerator * bottom.denominator + whole * denominator;
  return { numerator: negative ? -unsigned : unsigned, denominator };
}

/** True where two normal texts have the same value, whatever their size or spelling. */
export function sameValue(a: string, b: string): boolean {
  if (a === b) return true;
  if (a.includes("/") || b.includes("/")) {
    const one = ratioOf(a);
    const other = ratioOf(b);
    if (one === null || other === null) return false;
    return one.numerator * other.denominator === other.numerator * one.denominator;
  }
  // A decimal of at most 15 digits is the only one of that length which its double stands for.
  if (a.length <= 15 && b.length <= 15 && isPlain(a) && isPlain(b)) return Number(a) === Number(b);
  const one = decimalOf(a);
  const other = decimalOf(b);
  return one.negative === other.negative && one.exponent === other.exponent && one.digits === other.digits;
}

/** The distance of two normal texts, without loss where both are whole numbers beyond the reach of a double. */
export function distance(a: string, b: string): number {
  const one = ratioOf(a);
  const other = ratioOf(b);
  if (one === null || other === null) return Number.POSITIVE_INFINITY;
  const difference = one.numerator * other.denominator - other.numerator * one.denominator;
  return Number(difference < 0n ? -difference : difference) / Number(one.denominator * other.denominator);
}

/** True where a normal text is a whole number by value. */
export function isWhole(text: string): boolean {
  if (isDigits(text, text.startsWith("-") ? 1 : 0)) return true;
  if (!text.includes("/")) return decimalOf(text).exponent >= 0;
  const ratio = ratioOf(text);
  return ratio !== null && ratio.numerator % ratio.denominator === 0n;
}

/** A normal text times ten to the `power`: `1.5` and 6 give `1500000`, `50` and -2 give `0.50`. */
export function shiftedText(text: string, power: number): string {
  const slash = text.indexOf("/");
  if (slash !== -1) {
    const ratio = ratioOf(text);
    if (ratio === null) return text;
    const zeros = "0".repeat(Math.abs(power));
    return power < 0
      ? `${ratio.numerator}/${ratio.denominator}${zeros}`
      : `${ratio.numerator}${zeros}/${ratio.denominator}`;
  }
  const e = text.search(/[eE]/);
  if (e !== -1) return `${text.slice(0, e)}e${Number(text.slice(e + 1)) + power}`;
  const negative = text.startsWith("-");
  const written = negative ? text.slice(1) : text;
  const dot = written.indexOf(".");
  const all = dot === -1 ? written : written.slice(0, dot) + written.slice(dot + 1);
  const point = (dot === -1 ? written.length : dot) + power;
  const padded = point < 1 ? "0".repeat(1 - point) + all : all.padEnd(point, "0");
  const at = Math.max(point, 1);
  const shifted = at >= padded.length ? padded : `${padded.slice(0, at)}.${padded.slice(at)}`;
  const trimmed = shifted.replace(/^0+(?=\d)/, "");
  return negative ? `-${trimmed}` : trimmed;
}

function isDigits(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) if (!isDigit(text.charCodeAt(at))) return false;
  return text.length > from;
}

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!isDigit(code) && code !== 0x2e && code !== 0x2d) return false;
  }
  return true;
}
