import { applyFunction } from "./functions.ts";
import { isDigit } from "./glyphs.ts";
import { skipGroup, skipLabel } from "./groups.ts";
import { isWordGlyph } from "./lookahead.ts";
import { readMagnitude } from "./magnitude.ts";
import { commandName, readSuffix } from "./suffix.ts";
import { add, clear, express, type Walk } from "./walk.ts";
import { writtenNumber } from "./written-number.ts";

/** What a sentence counts with: numbers, and expressions that stand for one. */

export function readNumber(walk: Walk, at: number): number {
  const { text } = walk;
  const blanks = walk.blankGroups && walk.first === null && walk.before !== "word";
  const read = readMagnitude(text, at, blanks);
  if (read === null) return readExpression(walk, at);
  if (read.kind !== "magnitude") {
    if (read.kind === "label") return skipLabel(walk, read.to);
    add(walk, null, at, read.to);
    return clear(walk, "operand", read.to);
  }
  // `(1,2)` is a pair, though `1,2` may be a decimal.
  if (read.doubtful && isPair(text, at, read.to)) {
    add(walk, null, at, read.to);
    return clear(walk, "operand", read.to);
  }
  const suffix = readSuffix(text, read.to, walk.currency !== null);
  if (suffix === null || walk.reference || isLabelled(text, read.to)) return skipLabel(walk, read.to);
  if (walk.operator) return clear(walk, "operand", suffix.to);
  const from = walk.sign === 0 ? at : walk.signFrom;
  if (walk.inequality) {
    add(walk, null, from, suffix.to);
    return clear(walk, "operand", suffix.to);
  }
  const minus = read.text.startsWith("-");
  const number = writtenNumber({
    negative: minus !== (walk.sign === -1),
    magnitude: minus ? read.text.slice(1) : read.text,
    scale: suffix.scale,
    percent: suffix.percent,
    // A second dollar sign closes a formula: the first one opened it.
    unit: suffix.unit ?? (text[suffix.to] === "$" ? null : walk.currency),
    doubtful: read.doubtful || suffix.doubtful || walk.unsure,
  });
  add(walk, number, from, suffix.to);
  return clear(walk, "operand", suffix.to);
}

function isPair(text: string, from: number, to: number): boolean {
  const open = text.charAt(from - 1);
  return open !== "" && "([{".includes(open) && ")]}\\".includes(text.charAt(to) || " ");
}

/** Digits with a colon and digits behind them are a time or a ratio, with an underscore a name or a base: `101_2`. */
function isLabelled(text: string, to: number): boolean {
  const next = text[to];
  if (next === ":") return isDigit(text.charCodeAt(to + 1));
  if (next === ".") return text[to + 1] === "." && isDigit(text.charCodeAt(to + 2));
  return next === "_" && isWordGlyph(text.charCodeAt(to + 1));
}

const FUNCTIONS: ReadonlySet<string> = new Set("sqrt log ln lg exp sin cos tan cot arcsin arccos arctan".split(" "));

/** `\sqrt{2}`, `\log 5`, `\pi`, a fraction of roots: with all its arguments it is one operand, and no number. */
export function readExpression(walk: Walk, at: number): number {
  const { text } = walk;
  const name = commandName(text, at);
  let to = at + 1 + name.length;
  if (FUNCTIONS.has(name)) {
    const end = applyFunction(walk, at, skipIndex(text, to));
    if (end !== -1) return end;
  }
  if (!walk.operator) express(walk, at);
  while (text[to] === "{" && !walk.unclosed) to = skipGroup(walk, to);
  return clear(walk, "operand", to);
}

/** The index of a root, `\sqrt[3]{8}`, or the base of a logarithm, `\log_2 8` and `\log_{10} 5`. */
function skipIndex(text: string, at: number): number {
  const close = text[at] === "[" ? "]" : text.startsWith("_{", at) ? "}" : "";
  if (close === "") return text[at] === "_" && isDigit(text.charCodeAt(at + 1)) ? at + 2 : at;
  const end = text.slice(at, at + 12).indexOf(close);
  return end === -1 ? at : at + end + 1;
}
