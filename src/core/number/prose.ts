import { readFunction } from "./functions.ts";
import { isDigit, isLetter, skipSpace } from "./glyphs.ts";
import { skipLabel } from "./groups.ts";
import { beginsNumber, operandFollows } from "./lookahead.ts";
import { readOperator } from "./operators.ts";
import { clear, equalsSign, express, type Walk } from "./walk.ts";
import { roleOf } from "./words.ts";

export function readWord(walk: Walk, at: number): number {
  const { text } = walk;
  let to = at;
  while (isLetter(text.charCodeAt(to)) || (text[to] === "'" && isLetter(text.charCodeAt(to + 1)))) to++;
  const called = readFunction(walk, at, to);
  if (called !== -1) return called;
  if (isDigit(text.charCodeAt(to))) return skipLabel(walk, to);
  return word(walk, text.slice(at, to), to);
}

export function word(walk: Walk, spelling: string, to: number): number {
  const { text, before, negated, last } = walk;
  const role = roleOf(spelling);
  if (before === "operand") {
    const operator = role === "operator" || spelling === "minus";
    if (operator && operandFollows(text, to, "-")) return readOperator(walk, to - spelling.length, to);
    if (role === "factor" || role === "part" || spelling === "x") {
      express(walk, to - 1);
      clear(walk, "operand", to);
      return role === "part" ? skipOf(walk, to, true) : to;
    }
    // `8 plus 5 is 13`.
    if (role === "verb" && last !== null && last.number === null) return equalsSign(walk, to);
  }
  if (role === "part" && walk.gapAnd && walk.gapWords <= 1 && last !== null) {
    walk.gapAnd = false;
    express(walk, to - 1);
    return clear(walk, "operand", to);
  }
  if (role === "bound") return readBoundWord(walk, spelling, to);
  clear(walk, role === "verb" ? "open" : "word", to);
  walk.words = true;
  if (role === "or") walk.gapOr = true;
  else if (role === "and") walk.gapAnd = true;
  else walk.gapWords++;
  if (role === "not") walk.negated = true;
  else if (role === "filler" || spelling === "be" || (role === "and" && negated)) walk.negated = negated;
  else if (role === "reference") walk.reference = true;
  else if (role === "minus" && beginsNumber(text, skipSpace(text, to))) {
    walk.sign = -1;
    walk.signFrom = to - spelling.length;
  }
  if (role === "part" || role === "multiple") return skipOf(walk, to, role === "part");
  return to;
}

/** What may stand between a bound and its number. After "than" a number is denied already. */
const LINKS = ["to ", "of ", "de "] as const;

/**
 * `at least 5`, `up to 5`, `5 or more`, `5 at most`: the number may be the answer, or only a bound of it. Elsewhere, as
 * in `3 more`, these are words like any other.
 */
function readBoundWord(walk: Walk, spelling: string, to: number): number {
  const { text, last, gapOr, gapAnd, gapWords } = walk;
  const from = skipSpace(text, to);
  const link = LINKS.find((one) => text.startsWith(one, from));
  const at = link === undefined ? from : from + link.length;
  const joined = gapOr || gapAnd || text.startsWith("at ", to - spelling.length - 3);
  clear(walk, "word", to);
  walk.words = true;
  walk.gapWords++;
  if (last !== null && gapWords <= 2 && joined) {
    walk.several = true;
    return to;
  }
  if (!beginsNumber(text, at)) return to;
  walk.several = true;
  return at;
}

/** `half of 10`, `twice 5`: what follows is worked with, so it is no answer. A part needs its `of`. */
function skipOf(walk: Walk, to: number, needed: boolean): number {
  const { text } = walk;
  const from = skipSpace(text, to);
  const of = text.startsWith("of ", from);
  const operand = of ? skipSpace(text, from + 3) : from;
  if ((needed && !of) || !beginsNumber(text, operand)) return to;
  clear(walk, "other", operand);
  walk.inequality = true;
  return operand;
}
