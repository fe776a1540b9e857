import { isDigitAt, type Magnitude, magnitude, type NoMagnitude, none, readDecimal } from "./decimal.ts";
import { skipDigits, skipSpace, VULGAR_FRACTIONS } from "./glyphs.ts";

/** Longer parts are refused: exact arithmetic on them would take too long. */
const LONGEST_PART = 1_000;

/** `3/4`, `3 / 4`, `1 1/2`, `1½`, `1\frac{1}{2}`; a second slash makes a date of it. */
export function withFraction(text: string, at: number, plain: Magnitude): Magnitude | NoMagnitude | null {
  const next = text[plain.to];
  const whole = plain.to - at === plain.text.length && plain.text.length <= LONGEST_PART && !plain.text.includes(".");
  const after = skipSpace(text, plain.to);
  if (whole) {
    const vulgar = VULGAR_FRACTIONS.get(text[after] ?? "");
    if (vulgar !== undefined) return magnitude(`${plain.text} ${vulgar}`, after + 1);
    if (text[after] === "\\") {
      const fraction = readFraction(text, after);
      return fraction === null || !isProper(fraction.text)
        ? null
        : magnitude(`${plain.text} ${fraction.text}`, fraction.to);
    }
    if (next === " " && isDigitAt(text, plain.to + 1)) {
      const end = skipDigits(text, plain.to + 1);
      if (text[end] !== "/" || !isDigitAt(text, end + 1)) return null;
      const fraction = overSlash(text, text.slice(plain.to + 1, end), end);
      if (fraction === null || fraction.kind !== "magnitude" || !isProper(fraction.text)) return null;
      return magnitude(`${plain.text} ${fraction.text}`, fraction.to);
    }
  }
  return text[after] === "/" ? overSlash(text, plain.text, after) : null;
}

function isProper(fraction: string): boolean {
  if (fraction.startsWith("-")) return false;
  const slash = fraction.indexOf("/");
  return Number(fraction.slice(0, slash)) < Number(fraction.slice(slash + 1));
}

function overSlash(text: string, numerator: string, slash: number): Magnitude | NoMagnitude | null {
  const from = skipSpace(text, slash + 1);
  if (!isDigitAt(text, from)) return null;
  const below = readDecimal(text, from, false);
  const plain = below.kind === "magnitude" && !below.text.includes(".");
  const to = plain ? below.to : skipDigits(text, from);
  const dated = (text[to] === "/" || text[to] === "." || text[to] === ",") && isDigitAt(text, to + 1);
  if (dated || Math.max(numerator.length, to - from) > LONGEST_PART) return none(text, skipDates(text, to), "label");
  const denominator = plain ? below.text : text.slice(from, to);
  return isZero(denominator) ? { kind: "label", to } : magnitude(`${numerator}/${denominator}`, to);
}

function skipDates(text: string, at: number): number {
  let to = at;
  while (text[to] === "/" && isDigitAt(text, to + 1)) to = skipDigits(text, to + 1);
  return to;
}

const FRACTION_COMMANDS = ["\\frac", "\\dfrac", "\\tfrac", "\\cfrac"] as const;

/**
 * `\frac{3}{4}` and `\frac34`, with plain numbers in both places; null where it is an expression. The one magnitude
 * that may begin with a minus: `\frac{-3}{4}`.
 */
export function readFraction(text: string, at: number): Magnitude | null {
  const command = FRACTION_COMMANDS.find((one) => text.startsWith(one, at));
  if (command === undefined) return null;
  const top = readArgument(text, at + command.length, true);
  const bottom = top === null ? null : readArgument(text, top.to, false);
  if (top === null || bottom === null || isZero(bottom.text)) return null;
  if (Math.max(top.text.length, bottom.text.length) > LONGEST_PART) return null;
  return magnitude(`${top.text}/${bottom.text}`, bottom.to);
}

function readArgument(
  text: string,
  at: number,
  signed: boolean,
): { readonly text: string; readonly to: number } | null {
  const from = skipSpace(text, at);
  if (isDigitAt(text, from)) return { text: text.slice(from, from + 1), to: from + 1 };
  if (text[from] !== "{") return null;
  let inner = skipSpace(text, from + 1);
  const minus = signed && text[inner] === "-";
  if (minus) inner = skipSpace(text, inner + 1);
  if (!isDigitAt(text, inner) && text[inner] !== ".") return null;
  const number = readDecimal(text, inner, false);
  if (number.kind !== "magnitude" || number.text.length === 0) return null;
  const close = skipSpace(text, number.to);
  return text[close] === "}" ? { text: minus ? `-${number.text}` : number.text, to: close + 1 } : null;
}

function isZero(digits: string): boolean {
  for (let at = 0; at < digits.length; at++) {
    const code = digits.charCodeAt(at);
    if (code !== 0x30 && code !== 0x2e) return false;
  }
  return true;
}
