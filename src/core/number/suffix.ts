import { isDigit, isLetter, isSpace, skipDigits, superscriptDigit } from "./glyphs.ts";
import { CURRENCIES, characterScale, hasRates, scaleOf, unitOf } from "./units.ts";

/** What may follow the digits of a number and belongs to it. */
export interface Suffix {
  readonly percent: boolean;
  /** The power of ten that scale words stand for. */
  readonly scale: number;
  readonly unit: string | null;
  /** A letter that may be a scale or a unit: `5K`. */
  readonly doubtful: boolean;
  readonly to: number;
}

interface Found {
  readonly unit: string;
  readonly to: number;
}

/** LaTeX that changes the look and not the meaning. */
const SOFT_COMMANDS: ReadonlySet<string> = new Set(
  (
    "text textbf textit textrm mathrm mathbf mathit mathsf mbox rm bf it quad qquad displaystyle left right " +
    "boxed fbox large Large big Big bigl bigr"
  ).split(" "),
);

export function isSoftCommand(name: string): boolean {
  return SOFT_COMMANDS.has(name);
}

/** The letters of the LaTeX command whose backslash stands at `at`. */
export function commandName(text: string, at: number): string {
  return text.slice(at + 1, skipLetters(text, at + 1));
}

/**
 * Reads percent sign, scale words and unit after the digits that end at `at`. Null where letters are glued to the
 * digits that are none of these: then the digits are part of a word (`5x`, `2nd`, `42abc`).
 */
export function readSuffix(text: string, at: number, currency: boolean): Suffix | null {
  let scale = 0;
  let doubtful = false;
  let to = at;
  // Scale words may follow each other (`3 hundred thousand`); four are more than any number has.
  for (let words = 0; words < 4; words++) {
    const from = skipSoft(text, to);
    const percent = percentEnd(text, from);
    if (percent !== -1) return { percent: true, scale, unit: null, doubtful, to: percent };
    // A thousandth is a tenth of a hundredth.
    if (text[from] === "‰") return { percent: true, scale: scale - 1, unit: null, doubtful, to: from + 1 };
    const end = wordEnd(text, from);
    const word = text.slice(from, end);
    const one = end === from ? characterScale(text, from) : undefined;
    if (one !== undefined) {
      scale += one;
      to = from + 1;
      continue;
    }
    const power = scaleOf(word, from === at);
    if (power === undefined) {
      const found = isDecade(text, at, word) ? null : readUnit(text, from, end);
      if (found?.unit === "%") return { percent: true, scale, unit: null, doubtful, to: found.to };
      if (found !== null) return { percent: false, scale, unit: found.unit, doubtful, to: found.to };
      if (from === at && end > at) return null;
      break;
    }
    doubtful ||= from === at && word.length === 1 && word !== "k" && !currency;
    scale += power;
    to = end;
  }
  return { percent: false, scale, unit: null, doubtful, to };
}

/** Blanks, LaTeX spaces, and the opening of `\text{`. */
function skipSoft(text: string, at: number): number {
  let to = at;
  for (;;) {
    while (isSpace(text.charCodeAt(to)) || text[to] === "~") to++;
    if (text[to] !== "\\") return to;
    if (isSpacing(text[to + 1])) {
      to += 2;
      continue;
    }
    const name = commandName(text, to);
    if (!isSoftCommand(name)) return to;
    to += name.length + 1;
    if (text[to] === "{") to++;
  }
}

/** What makes a LaTeX space together with a backslash. */
export function isSpacing(character: string | undefined): boolean {
  return character !== undefined && character !== "" && ",;:! ".includes(character);
}

function percentEnd(text: string, at: number): number {
  if (text[at] === "%") return at + 1;
  if (text.startsWith("\\%", at)) return at + 2;
  return text[at] === "p" && text.startsWith("per cent", at) ? at + 8 : -1;
}

/** `1990s` is a decade, not seconds. */
function isDecade(text: string, at: number, word: string): boolean {
  return word === "s" && text[at] === "s" && text[at - 1] === "0" && isDigit(text.charCodeAt(at - 4));
}

function readUnit(text: string, from: number, end: number): Found | null {
  const first = text[from];
  if (first === "°" || first === "^") return readDegree(text, from);
  if (first === "℃" || first === "℉") return { unit: first === "℃" ? "°C" : "°F", to: from + 1 };
  // A dollar sign behind a number closes a formula more often than it is a currency.
  if (first !== undefined && first !== "$" && CURRENCIES.has(first)) return { unit: first, to: from + 1 };
  if (first === "円" || first === "元") return { unit: "¥", to: from + 1 };
  if (end === from) return null;
  const unit = unitOf(text.slice(from, end));
  return unit === undefined ? null : withRate(text, withPower(text, unit, end));
}

/** `°`, `°C`, `° F`, `^\circ`, `^{\circ} C`. */
function readDegree(text: string, from: number): Found | null {
  const sign = ["°", "^\\circ", "^{\\circ}"].find((one) => text.startsWith(one, from));
  if (sign === undefined) return null;
  const to = from + sign.length;
  const at = skipSoft(text, to);
  const scale = text[at];
  if ((scale !== "C" && scale !== "F") || isLetter(text.charCodeAt(at + 1))) return { unit: "°", to };
  return { unit: `°${scale}`, to: at + 1 };
}

/** `m²`, `m^2`, `\text{m}^{2}`: another unit than `m`. */
function withPower(text: string, unit: string, word: number): Found {
  const end = text.startsWith("}^", word) ? word + 1 : word;
  const raised = superscriptDigit(text[end]);
  if (raised !== -1) return { unit: `${unit}${raised}`, to: end + 1 };
  if (text[end] !== "^") return { unit, to: word };
  const braced = text[end + 1] === "{";
  const from = end + (braced ? 2 : 1);
  const to = skipDigits(text, from);
  if (to === from || (braced && text[to] !== "}")) return { unit, to: word };
  return { unit: `${unit}${text.slice(from, to)}`, to: braced ? to + 1 : to };
}

/** More units than these are in no unit. */
const MOST_FACTORS = 4;
const LONGEST_GROUP = 20;

/** `m/s²`, `kg/m^3`, `miles per hour`, `J/(kg K)`, `m s^{-2}`: all of it is one unit. */
function withRate(text: string, first: Found): Found {
  let found = first;
  for (let factors = 0; factors < MOST_FACTORS; factors++) {
    const next = readFactor(text, found.to);
    if (next === null) break;
    found = { unit: hasRates(first.unit) ? found.unit + next.unit : found.unit, to: next.to };
  }
  return found;
}

/** One more factor of a unit, with `/` or `·` before it. Without a dot it must have a power: `5 m s` may be two things. */
function readFactor(text: string, at: number): Found | null {
  if (text.startsWith("/(", at)) {
    const length = text.slice(at + 2, at + 2 + LONGEST_GROUP).indexOf(")");
    const group = text.slice(at + 2, at + 2 + length);
    return length > 0 && isLetter(group.charCodeAt(0)) ? { unit: `/(${group})`, to: at + 3 + length } : null;
  }
  const per = text[at] === "/" ? at + 1 : text.startsWith(" per ", at) ? at + 5 : -1;
  const start = per === -1 ? skipSoft(text, at) : per;
  const dot = text[start] === "\u00b7" ? 1 : text.startsWith("\\cdot", start) ? 5 : 0;
  const from = per === -1 && dot > 0 ? skipSoft(text, start + dot) : start;
  const end = wordEnd(text, from);
  const unit = end === from || from === at ? undefined : unitOf(text.slice(from, end));
  if (unit === undefined) return null;
  const negative = per === -1 ? negativePower(text, end) : null;
  if (negative !== null) return { unit: `/${unit}${negative.unit}`, to: negative.to };
  const raised = withPower(text, unit, end);
  if (per === -1 && dot === 0 && raised.to === end) return null;
  return { unit: `${per === -1 ? "\u00b7" : "/"}${raised.unit}`, to: raised.to };
}

/** `^{-2}`, `^-2`, `⁻²`: the digits, none where it is one. */
function negativePower(text: string, at: number): Found | null {
  const match = /^(?:\^\{\s*-(\d)\s*\}|\^-(\d)|⁻([¹²³⁴]))/.exec(text.slice(at, at + 8));
  if (match === null) return null;
  const digit = match[1] ?? match[2] ?? String(superscriptDigit(match[3]));
  return { unit: digit === "1" ? "" : digit, to: at + match[0].length };
}

function wordEnd(text: string, at: number): number {
  let end = at;
  while (isLetter(text.charCodeAt(end)) && text[end] !== "°") end++;
  return end;
}

function skipLetters(text: string, at: number): number {
  let end = at;
  while (isLetter(text.charCodeAt(end)) && text.charCodeAt(end) < 0x80) end++;
  return end;
}
