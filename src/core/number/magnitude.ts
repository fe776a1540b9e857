import { GROUP_BLANK, isDigit, skipDigits, skipSpace, superscriptDigit, VULGAR_FRACTIONS } from "./glyphs.ts";

/** A number without sign, unit or percent sign, as it stands from one offset to another. */
export interface Magnitude {
  readonly kind: "magnitude";
  /** Normal form: `1234.50`, `1.5e-3`, `3/4`, `1 1/2`. */
  readonly text: string;
  readonly to: number;
  /** Another reading is possible: a decimal comma, Indian groups. */
  readonly doubtful: boolean;
}

/** Digits that are no single number: a list `1,2,3`, or a version, time or date like `1.2.3`. */
export interface NoMagnitude {
  readonly kind: "list" | "label";
  readonly to: number;
}

/** Longer fractions and exponents are refused: exact arithmetic on them would take too long. */
const LONGEST_FRACTION_PART = 1_000;
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

function magnitude(text: string, to: number, doubtful = false): Magnitude {
  return { kind: "magnitude", text, to, doubtful };
}

/** Digits with groups and decimals, in either format: `1,234.50`, `1.234,56`, `12,5`, `.5`. */
function readDecimal(text: string, at: number, blankGroups: boolean): Magnitude | NoMagnitude {
  const end = skipDigits(text, at);
  const first = text.slice(at, end);
  if (text[end] === "." && isDigitAt(text, end + 1)) return afterPoint(text, first, end);
  if (text[end] === "," && isDigitAt(text, end + 1)) return afterComma(text, at, first, end);
  const groups = readGroups(text, first, end, blankGroups ? " " : "");
  const { digits, to } = groups ?? { digits: first, to: end };
  if (groups !== null && text[to] === "." && isDigitAt(text, to + 1)) return decimals(text, digits, to, false);
  if (groups !== null && text[to] === "," && isDigitAt(text, to + 1)) return decimals(text, digits, to, false);
  return magnitude(digits, to);
}

/** The point of a decimal, of dotted groups (`1.234.567`, `1.234,56`), or of a version number. */
function afterPoint(text: string, first: string, point: number): Magnitude | NoMagnitude {
  const end = skipDigits(text, point + 1);
  const next = text[end];
  const more = isDigitAt(text, end + 1);
  if (!more || (next !== "." && next !== ","))
    return magnitude(`${first === "" ? "0" : first}${text.slice(point, end)}`, end);
  const groups = readGroups(text, first, point, ".");
  if (groups === null) return none(text, point, next === "," ? "list" : "label");
  if (text[groups.to] === "," && isDigitAt(text, groups.to + 1)) return decimals(text, groups.digits, groups.to, false);
  if (text[groups.to] === "." && isDigitAt(text, groups.to + 1)) return none(text, groups.to, "label");
  return magnitude(groups.digits, groups.to);
}

/** The comma of groups (`1,234`, Indian `1,23,456`), of a decimal (`12,5`), or of a list. */
function afterComma(text: string, at: number, first: string, comma: number): Magnitude | NoMagnitude {
  const groups = readGroups(text, first, comma, ",");
  if (groups !== null) {
    const next = text[groups.to];
    if (next === "." && isDigitAt(text, groups.to + 1)) return decimals(text, groups.digits, groups.to, false);
    return next === "," && isDigitAt(text, groups.to + 1)
      ? none(text, groups.to, "list")
      : magnitude(groups.digits, groups.to);
  }
  const end = skipDigits(text, comma + 1);
  if ((text[end] === "," || text[end] === ".") && isDigitAt(text, end + 1)) {
    return readIndianGroups(text, at, comma) ?? none(text, end, "list");
  }
  return magnitude(`${first}.${text.slice(comma + 1, end)}`, end, true);
}

/** The decimals after groups; another separator with digits after them means that it was no single number. */
function decimals(text: string, digits: string, point: number, doubtful: boolean): Magnitude | NoMagnitude {
  const end = skipDigits(text, point + 1);
  const next = text[end];
  if ((next === "." || next === ",") && isDigitAt(text, end + 1))
    return none(text, end, next === "," ? "list" : "label");
  return magnitude(`${digits}.${text.slice(point + 1, end)}`, end, doubtful);
}

/** Groups of three after the first one to three digits, all with one separator. Null where none follow. */
function readGroups(text: string, first: string, at: number, only: string): { digits: string; to: number } | null {
  if (first.length > 3 || first.length === 0 || first.charCodeAt(0) === 0x30) return null;
  const separator = separatorAt(text, at, only);
  if (separator === "") return null;
  let digits = first;
  let to = at;
  while (text.startsWith(separator, to)) {
    const from = to + separator.length;
    if (!isDigitAt(text, from) || !isDigitAt(text, from + 1) || !isDigitAt(text, from + 2)) break;
    if (isDigitAt(text, from + 3)) return null;
    digits += text.slice(from, from + 3);
    to = from + 3;
  }
  return to === at ? null : { digits, to };
}

const LATEX_GROUPS = ["{,}", "\\,", ",\\!"] as const;

/** The separator at an offset: the one asked for, or one that can mean nothing but groups. */
function separatorAt(text: string, at: number, only: string): string {
  const character = text[at] ?? "";
  if (only !== "" && character === only) return only;
  if (character === GROUP_BLANK || character === "'" || character === "_") return character;
  if (character === "{" || character === "\\" || character === ",") {
    for (const one of LATEX_GROUPS) if (text.startsWith(one, at)) return one;
  }
  return "";
}

/** `1,23,456`: pairs, then three. A list could look the same, so it is doubtful. */
function readIndianGroups(text: string, at: number, comma: number): Magnitude | null {
  let to = comma;
  let digits = text.slice(at, comma);
  if (digits.length > 2 || digits.startsWith("0")) return null;
  while (text[to] === ",") {
    const end = skipDigits(text, to + 1);
    const size = end - to - 1;
    const last = text[end] !== "," || !isDigitAt(text, end + 1);
    if (size !== (last ? 3 : 2)) return null;
    digits += text.slice(to + 1, end);
    to = end;
    if (last) return text[end] === "." && isDigitAt(text, end + 1) ? null : magnitude(digits, to, true);
  }
  return null;
}

/** Skips the whole run of digits, points and commas, so that no part of it is taken for a number. */
function none(text: string, at: number, kind: "list" | "label"): NoMagnitude {
  let to = at;
  while (to < text.length) {
    const separated = text[to] === "." || text[to] === ",";
    if (isDigitAt(text, to)) to++;
    else if (separated && isDigitAt(text, to + 1)) to += 2;
    else break;
  }
  return { kind, to };
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

/** `3/4`, `3 / 4`, `1 1/2`, `1½`, `1\frac{1}{2}`; a second slash makes a date of it. */
function withFraction(text: string, at: number, plain: Magnitude): Magnitude | NoMagnitude | null {
  const next = text[plain.to];
  const whole = plain.to - at === plain.text.length && !plain.text.includes(".");
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
  const to = skipDigits(text, from);
  if (to === from) return null;
  const dated = (text[to] === "/" || text[to] === "." || text[to] === ",") && isDigitAt(text, to + 1);
  if (dated || Math.max(numerator.length, to - from) > LONGEST_FRACTION_PART)
    return none(text, skipDates(text, to), "label");
  const denominator = text.slice(from, to);
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
  if (Math.max(top.text.length, bottom.text.length) > LONGEST_FRACTION_PART) return null;
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

const TIMES = ["\u00d7", "x", "X", "*", "\u00b7", "\\times", "\\cdot", "\\ast"] as const;

/** `10^3`, `10⁸`, and `3 × 10^8` with any spelling of times. */
function withPowerOfTen(text: string, plain: Magnitude): Magnitude | null {
  if (plain.text === "10") {
    const power = readPower(text, plain.to);
    if (power !== null) return magnitude(`1e${power.text}`, power.to);
  }
  const at = skipSpace(text, plain.to);
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

function isZero(digits: string): boolean {
  for (let at = 0; at < digits.length; at++) {
    const code = digits.charCodeAt(at);
    if (code !== 0x30 && code !== 0x2e) return false;
  }
  return true;
}

function isDigitAt(text: string, at: number): boolean {
  return isDigit(text.charCodeAt(at));
}
