import { type Check, countIn, holds, textIn, textsIn } from "./instruction.ts";

/** Words and letters that must or must not occur, without regard to case. */
export const keywords: Readonly<Record<string, Check>> = {
  "keywords:existence": (response, values) => {
    const text = response.toLowerCase();
    return textsIn(values, "keywords").every((word) => text.includes(word.toLowerCase()));
  },
  "keywords:frequency": (response, values) =>
    holds(occurrences(response, textIn(values, "keyword")), countIn(values, "frequency"), values["relation"]),
  "keywords:forbidden_words": (response, values) => {
    const text = response.toLowerCase();
    return !textsIn(values, "forbidden_words").some((word) => holdsWord(text, word.toLowerCase()));
  },
  "keywords:letter_frequency": (response, values) =>
    holds(occurrences(response, textIn(values, "letter")), countIn(values, "let_frequency"), values["let_relation"]),
};

/** How often a text occurs, anywhere and not overlapping: as a part of a word too. */
function occurrences(response: string, wanted: string): number {
  if (wanted === "") return 0;
  return response.toLowerCase().split(wanted.toLowerCase()).length - 1;
}

const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/** Whether a text stands there as a word of its own. Linear: each place is looked at once. */
function holdsWord(text: string, word: string): boolean {
  if (word === "") return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const glued = isWordCharacter(text, at - 1) && WORD_CHARACTER.test(word.charAt(0));
    const goesOn = isWordCharacter(text, at + word.length) && WORD_CHARACTER.test(word.charAt(word.length - 1));
    if (!glued && !goesOn) return true;
  }
  return false;
}

function isWordCharacter(text: string, at: number): boolean {
  return at >= 0 && at < text.length && WORD_CHARACTER.test(text.charAt(at));
}
