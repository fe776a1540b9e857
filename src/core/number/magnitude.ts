import { isDigitAt, type Magnitude, magnitude, type NoMagnitude, readDecimal } from "./decimal.ts";
import { readFraction, withFraction } from "./fraction.ts";
import { skipDigits, skipSpace, superscriptDigit, VULGAR_FRACTIONS } from "./glyphs.ts";

/** Longer exponents are refused: no arithmetic could be done with them. */
const LONGEST_EXPONENT = 9;

/**
 * Reads the magnitude that begins at `at`, where a digit, a point before a digit, a vulgar fraction or `\frac` must
 * stand; null where none can be read. One pass: each character is looked at a bounded number of times.
 * `blankGroups` lets plain blanks group thousands, which only holds where the number starts an answer.
 */
export function readMagnitude(text: string, at: number, blankGroups: boolean): Magnitude | NoMagnitude | null {
  const vulgar = VULGAR_FRACTIONS.get(text[at] ?? "");
  if (vulgar !== undefined) return magnitude(vulgar, at + 1);
  if (text[at] === "\\") return readFraction(text, at);
  const plain = readDecimal(text, at, blankGroups);
  if (plain.kind !== "magnitude") return plain;
  return withExponent(text, plain) ?? withFraction(text, at, plain) ?? withPowerOfTen(text, plain) ?? plain;
}

function withExponent(text: string, plain: Magnitude): Magnitude | NoMagnitude | null {
  const e = text[plain.to];
  if (e !== "e" && e !== "E") return null;
  const signed = text[plain.to + 1] === "-" || text[plain.to + 1] === "+";
  const from = plain.to + (signed ? 2 : 1);
  if (!isDigitAt(text, from)) return null;
  const to = skipDigits(text, from);
  if (to - from > LONGEST_EXPONENT) return { kind: "label", to };
  return magnitude(`${plain.text}${e}${signed ? text[plain.to + 1] : ""}${text.slice(from, to)}`, to, plain.doubtful);
}

const TIMES = ["\u00d7", "x", "X", "*", "\u00b7", "\\times", "\\cdot", "\\ast"] as const;

const TIMES_STARTS = "\u00d7xX*\u00b7\\";

/** `10^3`, `10⁸`, and `3 × 10^8` with any spelling of times. */
function withPowerOfTen(text: string, plain: Magnitude): Magnitude | null {
  if (plain.text === "10") {
    const power = readPower(text, plain.to);
    if (power !== null) return magnitude(`1e${power.text}`, power.to);
  }
  const at = skipSpace(text, plain.to);
  if (!TIMES_STARTS.includes(text.charAt(at) || " ")) return null;
  const times = TIMES.find((one) => text.startsWith(one, at));
  if (times === undefined) return null;
  const ten = skipSpace(text, at + times.length);
  if (!text.startsWith("10", ten)) return null;
  const power = readPower(text, ten + 2);
  return power === null ? null : magnitude(`${plain.text}e${power.text}`, power.to, plain.doubtful);
}

/** What a ten is raised to: `^3`, `^{-3}`, `^(3)`, `**3` or superscripts. */
function readPower(text: string, at: number): { readonly text: string; readonly to: number } | null {
  let from = at;
  if (text[from] === "^") from++;
  else if (text.startsWith("**", from)) from += 2;
  else return readSuperscript(text, at);
  const close = text[from] === "{" ? "}" : text[from] === "(" ? ")" : "";
  if (close !== "") from = skipSpace(text, from + 1);
  const sign = text[from] === "-" ? "-" : "";
  if (sign !== "" || text[from] === "+") from++;
  const to = skipDigits(text, from);
  if (to === from || to - from > LONGEST_EXPONENT) return null;
  const end = close === "" ? to : skipSpace(text, to);
  if (close !== "" && text[end] !== close) return null;
  return { text: sign + text.slice(from, to), to: close === "" ? to : end + 1 };
}

function readSuperscript(text: string, at: number): { readonly text: string; readonly to: number } | null {
  const sign = text[at] === "⁻" ? "-" : "";
  let to = sign === "" ? at : at + 1;
  let digits = "";
  for (let digit = superscriptDigit(text[to]); digit !== -1; digit = superscriptDigit(text[to])) {
    digits += digit;
    to++;
  }
  return digits === "" || digits.length > LONGEST_EXPONENT ? null : { text: sign + digits, to };
}
