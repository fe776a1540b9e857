import { GROUP_BLANK, isDigit, skipDigits } from "./glyphs.ts";

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

export function magnitude(text: string, to: number, doubtful = false): Magnitude {
  return { kind: "magnitude", text, to, doubtful };
}

/** Digits with groups and decimals, in either format: `1,234.50`, `1.234,56`, `12,5`, `.5`. */
export function readDecimal(text: string, at: number, blankGroups: boolean): Magnitude | NoMagnitude {
  const end = skipDigits(text, at);
  const first = text.slice(at, end);
  if (text[end] === "." && isDigitAt(text, end + 1)) return afterPoint(text, first, end);
  if (text[end] === "," && isDigitAt(text, end + 1)) return afterComma(text, at, first, end);
  const groups = readGroups(text, first, end, blankGroups ? " " : "");
  const { digits, to } = groups ?? { digits: first, to: end };
  const point = text[to] === "." || text[to] === ",";
  return groups !== null && point && isDigitAt(text, to + 1) ? decimals(text, digits, to) : magnitude(digits, to);
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
  if (text[groups.to] === "," && isDigitAt(text, groups.to + 1)) return decimals(text, groups.digits, groups.to);
  if (text[groups.to] === "." && isDigitAt(text, groups.to + 1)) return none(text, groups.to, "label");
  return magnitude(groups.digits, groups.to);
}

/** The comma of groups (`1,234`, Indian `1,23,456`), of a decimal (`12,5`), or of a list. */
function afterComma(text: string, at: number, first: string, comma: number): Magnitude | NoMagnitude {
  const groups = readGroups(text, first, comma, ",");
  if (groups !== null) {
    const next = text[groups.to];
    if (next === "." && isDigitAt(text, groups.to + 1)) return decimals(text, groups.digits, groups.to);
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
function decimals(text: string, digits: string, point: number): Magnitude | NoMagnitude {
  const end = skipDigits(text, point + 1);
  const next = text[end];
  if ((next === "." || next === ",") && isDigitAt(text, end + 1))
    return none(text, end, next === "," ? "list" : "label");
  return magnitude(`${digits}.${text.slice(point + 1, end)}`, end);
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
export function none(text: string, at: number, kind: "list" | "label"): NoMagnitude {
  let to = at;
  while (to < text.length) {
    const separated = text[to] === "." || text[to] === ",";
    if (isDigitAt(text, to)) to++;
    else if (separated && isDigitAt(text, to + 1)) to += 2;
    else break;
  }
  return { kind, to };
}

export function isDigitAt(text: string, at: number): boolean {
  return isDigit(text.charCodeAt(at));
}
