import { isDigit, skipDigits, skipSpace } from "./glyphs.ts";
import { skipGroup } from "./groups.ts";
import { beginsNumber } from "./lookahead.ts";
import { clear, express, type Walk } from "./walk.ts";
import { roleOf } from "./words.ts";

/**
 * Reads a function with its argument: `sqrt(4)`, `log 5`, `log_2 8`, `f(5)`. It is one operand, and no number, for what
 * it is applied to is not what comes out. Returns the offset behind what was read, or -1 where the word from `from` to
 * `to` is no function here.
 */
export function readFunction(walk: Walk, from: number, to: number): number {
  const { text } = walk;
  const next = text[to];
  const lone = to - from === 1;
  if (lone ? next !== "(" : to - from > 7) return -1;
  const role = lone ? "call" : roleOf(text.slice(from, to));
  if (role !== "function" && role !== "call") return -1;
  if (role === "call" && next !== "(") return -1;
  const at = role === "function" ? skipBase(text, to) : to;
  if (text[at] === "(" && !beginsNumber(text, skipSign(text, at + 1))) return -1;
  return applyFunction(walk, from, at);
}

/** What a sign of a function or a command is applied to: a group at once, or the next number. */
export function applyFunction(walk: Walk, from: number, to: number): number {
  const { text } = walk;
  const at = skipSpace(text, to);
  const group = text[at] === "(" || text[at] === "{";
  if (!group && !beginsNumber(text, at)) return -1;
  if (!walk.operator) express(walk, from);
  if (group) return clear(walk, "operand", skipGroup(walk, at));
  clear(walk, "operand", at);
  walk.operator = true;
  return at;
}

/** The base of a logarithm: `log10`, `log_2`. */
function skipBase(text: string, at: number): number {
  const from = text[at] === "_" ? at + 1 : at;
  return isDigit(text.charCodeAt(from)) ? skipDigits(text, from) : at;
}

function skipSign(text: string, at: number): number {
  const from = skipSpace(text, at);
  return text[from] === "-" || text[from] === "+" ? from + 1 : from;
}
