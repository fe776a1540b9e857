import { isDigit, isLetter, isSpace, skipSpace } from "./glyphs.ts";
import { skipGroup, skipLabel } from "./groups.ts";
import { beginsNumber, beginsPlainNumber, isWordGlyph, operandFollows } from "./lookahead.ts";
import { clear, equalsSign, express, type Walk } from "./walk.ts";

/** Signs, operators and brackets: each reads what stands at an offset, and returns the offset behind it. */

export function readMinus(walk: Walk, at: number): number {
  const { text, before } = walk;
  if (text[at + 1] === ">") return equalsSign(walk, at + 2);
  if (before === "operand") return readOperator(walk, at, at + 1);
  const next = skipSpace(text, at + 1);
  if (!beginsNumber(text, next)) return at + 1;
  if (before === "word" && isWordGlyph(text.charCodeAt(at - 1))) return skipLabel(walk, at + 1);
  if (next > at + 1 && (before === "word" || isBullet(walk, at))) {
    clear(walk, "other", at + 1);
    walk.unsure = true;
    return next;
  }
  if (walk.sign === 0) walk.signFrom = at;
  walk.sign = walk.sign === -1 ? 1 : -1;
  return next;
}

/** A dash that begins a line is a bullet; one that begins the whole text is a minus. */
function isBullet({ text, offset, blankGroups }: Walk, at: number): boolean {
  return at === 0 ? offset > 0 && !blankGroups : text[at - 1] === "\n";
}

/** An operator between two operands makes an expression of them; elsewhere it is a sign, a bullet or a dash. */
export function readOperator(walk: Walk, at: number, to: number): number {
  const { text, before } = walk;
  const operand = before === "operand" || before === "word";
  const spaced = isSpace(text.charCodeAt(at - 1));
  const sign = text[at] === "+" && before !== "operand" && beginsNumber(text, to) && (!operand || spaced);
  if (sign) {
    walk.sign = 1;
    walk.signFrom = at;
    return to;
  }
  if (!operand || !operandFollows(text, to, text[at] ?? "")) {
    // `5+` is five or more.
    if (text[at] === "+" && before === "operand" && !spaced) walk.several = true;
    return clear(walk, "other", to);
  }
  express(walk, at);
  clear(walk, "operand", to);
  walk.operator = true;
  return to;
}

/** Stars are emphasis, a bullet, or times. */
export function readStars(walk: Walk, at: number): number {
  const { text } = walk;
  let to = at;
  while (text[to] === "*") to++;
  const left = isSpace(text.charCodeAt(at - 1));
  const right = isSpace(text.charCodeAt(to));
  const glued = !left && !right && isDigit(text.charCodeAt(to)) && walk.before === "operand";
  const times = (left && right && to === at + 1) || glued;
  return times ? readOperator(walk, at, to) : to;
}

export function readPower(walk: Walk, at: number): number {
  const { text, before } = walk;
  if (before !== "operand" && before !== "word") return at + 1;
  express(walk, at);
  let to = text[at + 1] === "{" || text[at + 1] === "(" ? skipGroup(walk, at + 1) : at + 1;
  if (text[to] === "-" || text[to] === "+") to++;
  while (isWordGlyph(text.charCodeAt(to))) to++;
  return clear(walk, "operand", to);
}

/** A subscript belongs to its letter; other underscores are emphasis. */
export function readUnderscore(walk: Walk, at: number): number {
  const { text } = walk;
  if (!isWordGlyph(text.charCodeAt(at - 1))) return at + 1;
  if (text[at + 1] === "{") return clear(walk, "word", skipGroup(walk, at + 1));
  return isDigit(text.charCodeAt(at + 1)) ? skipLabel(walk, at + 1) : at + 1;
}

export function readAngle(walk: Walk, at: number, character: string): number {
  const { text, before } = walk;
  const next = text[at + 1] ?? "";
  if (character === "<" && next === "<") {
    // GSM8K writes `<<3+4=7>>7`: what stands in between was for a calculator.
    const end = walk.unclosed ? -1 : text.indexOf(">>", at + 2);
    if (end === -1) walk.unclosed = true;
    return end === -1 ? at + 2 : end + 2;
  }
  if (character === "<" && (next === "/" || isLetter(next.charCodeAt(0)))) {
    const end = text.slice(at, at + 60).indexOf(">");
    if (end !== -1) return at + end + 1;
  }
  const to = next === "=" ? at + 2 : at + 1;
  if (character === ">" && text[at - 1] === "=") return to;
  // A quoted line begins with this sign.
  const quote = character === ">" && next !== "=" && before === "start" && isSpace(text.charCodeAt(to));
  if (character !== "\u00b1" && (quote || !operandFollows(text, to, character))) return to;
  return readBound(walk, at, to);
}

/** A bound is no value: neither what stands before an inequality nor what stands behind it is an answer. */
export function readBound(walk: Walk, at: number, to: number): number {
  if (walk.before === "operand") express(walk, at);
  clear(walk, "other", to);
  walk.inequality = true;
  return to;
}

export function readOpening(walk: Walk, at: number): number {
  const { text, before } = walk;
  if (text[at] === "(" && before === "operand") {
    if ((isDigit(text.charCodeAt(at - 1)) || text[at - 1] === ")") && operandFollows(text, at + 1, "*")) {
      express(walk, at);
      return clear(walk, "operand", skipGroup(walk, at));
    }
    // What stands in parentheses behind a number is said beside it: `12 (see figure 3)`.
    if (!walk.operator) return skipGroup(walk, at);
  }
  if (!walk.operator) walk.before = "open";
  return at + 1;
}

export function readCurrency(walk: Walk, at: number, character: string): number {
  const { text } = walk;
  if (character === "$" && text[at + 1] === "$") return at + 2;
  const next = skipSpace(text, at + 1);
  const signed = text[next] === "-" || text[next] === "+" ? skipSpace(text, next + 1) : next;
  if (beginsPlainNumber(text, signed) || text.startsWith("<<", next)) walk.currency = character;
  return at + 1;
}

/** `|-5|` is 5, and is not -5; other bars are the edges of a table. */
export function readBar(walk: Walk, at: number): number {
  const { text } = walk;
  let to = at + 1;
  if (text[to] !== "-") return to;
  do to++;
  while (isDigit(text.charCodeAt(to)) || text[to] === ".");
  if (to === at + 2 || text[to] !== "|") return at + 1;
  express(walk, at);
  return clear(walk, "operand", to + 1);
}
