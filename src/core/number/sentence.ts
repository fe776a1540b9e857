import { readCommand } from "./commands.ts";
import { applyFunction } from "./functions.ts";
import { isDigit, isLetter, isSpace, plainGlyphs, superscriptDigit } from "./glyphs.ts";
import { startsNumber } from "./lookahead.ts";
import { readNumber } from "./operand.ts";
import {
  readAngle,
  readBar,
  readCurrency,
  readMinus,
  readOpening,
  readOperator,
  readPower,
  readStars,
  readUnderscore,
} from "./operators.ts";
import { readWord, word } from "./prose.ts";
import { CURRENCIES } from "./units.ts";
import { clear, equalsSign, express, negate, newWalk, type Sentence, type Walk } from "./walk.ts";

/**
 * Reads the numbers of `whole` from one offset to another, left to right in one pass. `answers` says that an answer
 * begins there, so that plain blanks may group thousands at its start.
 */
export function readSentence(whole: string, from: number, to: number, answers: boolean): Sentence {
  const walk = newWalk(plainGlyphs(whole.slice(from, to)), from, answers);
  const { length } = walk.text;
  for (let at = 0; at < length; ) at = step(walk, at);
  return walk;
}

/** Reads what stands at an offset, and returns the offset behind it. */
function step(walk: Walk, at: number): number {
  const { text } = walk;
  const code = text.charCodeAt(at);
  if (isSpace(code)) return at + 1;
  if (isDigit(code) || startsNumber(text, at)) return readNumber(walk, at);
  if (isLetter(code)) return readWord(walk, at);
  const character = text.charAt(at);
  if (isIdeograph(code)) return word(walk, character, at + 1);
  switch (character) {
    case "-":
      return readMinus(walk, at);
    case "+":
    case "/":
    case "\u00d7":
    case "\u00f7":
    case "\u00b7":
      return readOperator(walk, at, at + 1);
    case "*":
      return readStars(walk, at);
    case "^":
      return readPower(walk, at);
    case "_":
      return readUnderscore(walk, at);
    case "=":
    case "\u2248":
    case "\u2192":
      return equalsSign(walk, at + 1);
    case ":":
      walk.gapComma = true;
      return clear(walk, "open", at + 1);
    case "<":
    case ">":
    case "\u2264":
    case "\u2265":
    case "\u00b1":
      return readAngle(walk, at, character);
    case "\u2260":
      return negate(walk, at + 1);
    case "!":
      return text[at + 1] === "=" ? negate(walk, at + 2) : clear(walk, "other", at + 1);
    case "|":
      return readBar(walk, at);
    case "\\":
      return readCommand(walk, at);
    case "(":
    case "[":
      return readOpening(walk, at);
    case ",":
    case ";":
      walk.gapComma = true;
      return clear(walk, "other", at + 1);
    case "\u221a":
    case "\u221b":
    case "\u221c":
      return Math.max(at + 1, applyFunction(walk, at, at + 1));
    case "?":
    case ".":
    case "\u2014":
      return clear(walk, "other", at + 1);
    default:
      if (CURRENCIES.has(character)) return readCurrency(walk, at, character);
      if (superscriptDigit(character) !== -1 && walk.before === "operand") express(walk, at);
      return at + 1;
  }
}

function isIdeograph(code: number): boolean {
  return code >= 0x2e80 || (code >= 0xe00 && code <= 0xe7f);
}
