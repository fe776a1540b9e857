import { scaleOf } from "../core/number/units.ts";
import { freeNames, holds, type Node } from "./node.ts";
import { next, peek, type Reader } from "./reader.ts";
import { isUnitWord } from "./unit.ts";

/**
 * The unit behind an operand: any words of a text command, or the letters of a known unit behind a number. A single
 * letter is a unit in plain text only, where a blank stands before it: in a formula `5 m` is a product.
 */
export function readUnit(reader: Reader, left: Node): string | null {
  const token = peek(reader);
  if (token.kind === "text") return readParts(reader);
  if (token.kind === "currency") return next(reader).text;
  if (token.kind !== "letter" || reader.integrand || !isNumeric(left)) return null;
  const run = token.run ?? 1;
  if (reader.plain && token.spaced && (run > 2 || isPowerWord(reader))) return readWords(reader);
  if (run === 1 && token.upright !== true && !(reader.plain && token.spaced)) return null;
  const word = lettersAt(reader, 0);
  return isUnitWord(word) || (run > 4 && scaleOf(word, false) !== undefined) ? readParts(reader) : null;
}

/** `5 sq cm`: a power in words before its unit. */
function isPowerWord(reader: Reader): boolean {
  const word = lettersAt(reader, 0);
  return (word === "sq" || word === "cu") && peek(reader, 2).kind === "letter" && isUnitWord(lettersAt(reader, 2));
}

/** `18 eggs per day`: any words behind a number in plain text; a known unit stands with its powers. */
function readWords(reader: Reader): string {
  if (isUnitWord(lettersAt(reader, 0))) return readParts(reader);
  const words: string[] = [];
  while (peek(reader).kind === "letter" && (words.length === 0 || peek(reader).spaced)) {
    const word = lettersAt(reader, 0);
    for (let run = word.length; run > 0; run--) next(reader);
    words.push(word);
  }
  return words.join(" ");
}

function isNumeric(node: Node): boolean {
  return freeNames(node).size === 0 && !holds(node, ({ kind }) => kind === "text" || kind === "word");
}

function lettersAt(reader: Reader, ahead: number): string {
  const run = peek(reader, ahead).run ?? 1;
  let word = "";
  for (let index = 0; index < run; index++) word += peek(reader, ahead + index).text;
  return word;
}

/** Units with their powers, and what they are divided by: `cm^2`, `km/h`. */
function readParts(reader: Reader): string {
  let unit = "";
  for (;;) {
    const token = peek(reader);
    if (token.kind === "text") {
      next(reader);
      unit += `${unit === "" || /[/*]$/.test(unit) ? "" : " "}${token.text}`;
    } else {
      const word = lettersAt(reader, 0);
      for (let run = word.length; run > 0; run--) next(reader);
      unit += word;
    }
    unit += readPower(reader);
    const divider = peek(reader);
    const part = peek(reader, 1);
    if (divider.kind === "text") continue;
    const times = divider.text === "*" && part.kind === "text" && isUnitWord(part.text);
    if (divider.kind !== "operator" || (divider.text !== "/" && !times)) return unit;
    if (part.kind !== "text" && !(part.kind === "letter" && isUnitWord(lettersAt(reader, 1)))) return unit;
    next(reader);
    unit += divider.text;
  }
}

function readPower(reader: Reader): string {
  if (peek(reader).kind !== "operator" || peek(reader).text !== "^") return "";
  const braced = peek(reader, 1).kind === "open" ? 1 : 0;
  const negative = peek(reader, 1 + braced).kind === "operator" && peek(reader, 1 + braced).text === "-" ? 1 : 0;
  const digits = peek(reader, 1 + braced + negative);
  if (digits.kind !== "number") return "";
  for (let count = 2 + 2 * braced + negative; count > 0; count--) next(reader);
  return `^${negative === 1 ? "-" : ""}${digits.text}`;
}
