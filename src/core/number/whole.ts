import { trimText } from "../text.ts";
import { plainMathsDigits } from "./glyphs.ts";
import { readSentence } from "./sentence.ts";
import type { WrittenNumber } from "./written-number.ts";

/** What may stand around a number without saying anything: quotes, emphasis, formula marks, a closing point. */
const AROUND = " \t\r\n$*_`\"'.()[]\\\u00a0\u202f";

/**
 * The number that a text is, all of it: nothing is left over but punctuation and a known unit. Null for anything more,
 * and for what `readAnswer` would have to find: `x = 5`, `42 apples`, `7 or 8`, `2^10`.
 */
export function readNumber(given: string): WrittenNumber | null {
  const text = trimText(plainMathsDigits(given));
  const { first, last, several, labels, words } = readSentence(text, 0, text.length, true);
  if (first === null || first !== last || several || labels || words) return null;
  for (let at = 0; at < text.length; at++) {
    if (at === first.from) at = first.to - 1;
    else if (!AROUND.includes(text.charAt(at)) && !isCurrency(text, at, first.from)) return null;
  }
  return first.number;
}

function isCurrency(text: string, at: number, before: number): boolean {
  return at < before && "€£¥₹₩₽₿¢".includes(text.charAt(at));
}
