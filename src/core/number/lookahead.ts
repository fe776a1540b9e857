import { isDigit, isLetter, skipSpace, VULGAR_FRACTIONS } from "./glyphs.ts";
import { commandName, isSoftCommand, isSpacing } from "./suffix.ts";
import { CURRENCIES, unitOf } from "./units.ts";

/** What may begin behind an offset: a number, a number with its currency, an operand of an operator. */

export function startsNumber(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 0x2e) return isDigit(text.charCodeAt(at + 1)) && text[at - 1] !== ".";
  return code > 0x7f && VULGAR_FRACTIONS.has(text.charAt(at));
}

/** A sign may stand before a number and before its currency. */
export function beginsNumber(text: string, at: number): boolean {
  if (isDigit(text.charCodeAt(at)) || startsNumber(text, at)) return true;
  if (CURRENCIES.has(text.charAt(at))) return beginsPlainNumber(text, skipSpace(text, at + 1));
  if (text[at] !== "\\") return false;
  return text[at + 1] === "$" ? beginsPlainNumber(text, at + 2) : commandName(text, at).endsWith("frac");
}

export function beginsPlainNumber(text: string, at: number): boolean {
  return isDigit(text.charCodeAt(at)) || startsNumber(text, at) || text[at] === "\\";
}

export function operandFollows(text: string, at: number, operator: string): boolean {
  const from = skipSpace(text, at);
  const character = text.charAt(from);
  if (beginsNumber(text, from)) return true;
  if (character === "-" || character === "+") return isDigit(text.charCodeAt(from + 1));
  if (character === "(" || character === "{") return operator !== "-" || isWordGlyph(text.charCodeAt(from + 1));
  if (character === "\\") return !isSoftCommand(commandName(text, from)) && !isSpacing(text[from + 1]);
  if (!isLetter(text.charCodeAt(from)) || isWordGlyph(text.charCodeAt(from + 1))) return false;
  // `5 - a` may be prose, `$5/h` is a rate; else a lone letter is a variable.
  if (operator === "/") return unitOf(character) === undefined;
  return operator !== "-" || (character !== "a" && character !== "I");
}

export function isWordGlyph(code: number): boolean {
  return isDigit(code) || isLetter(code);
}
