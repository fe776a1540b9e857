import { splitByScript } from "./script.ts";

/**
 * Sizes of a text as a reader would count them. `Intl.Segmenter` knows finer rules, but takes time in the square of
 * the length (40,000 characters 1.5 s, on Node 20), and differs from one version of its tables to the next.
 */

const WORD_CHARACTER = /[\p{L}\p{N}]/u;
/** Marks (variation selectors among them), joiners, skin tones and tags: part of the character before. */
const CONTINUES = /\p{M}|\p{Emoji_Modifier}|\u200d|[\u{e0020}-\u{e007f}]/u;
const PICTURE = /\p{Extended_Pictographic}/u;
const FLAG_LETTER = /\p{Regional_Indicator}/u;
const ZERO_WIDTH_JOINER = "\u200d";

/** Characters that a reader sees: a letter with its accents is one, and so are a flag, a family and a line break. */
export function countCharacters(text: string): number {
  let count = 0;
  let previous = "";
  let flagHalf = false;
  for (const character of text.normalize("NFC")) {
    const ascii = character < "\x80";
    const second: boolean = flagHalf && !ascii && FLAG_LETTER.test(character);
    const joined = previous === ZERO_WIDTH_JOINER && PICTURE.test(character);
    const continues = ascii ? character === "\n" && previous === "\r" : CONTINUES.test(character);
    // A mark with nothing before it is seen by itself.
    if (!second && !joined && !(continues && previous !== "")) count++;
    flagHalf = !ascii && !second && FLAG_LETTER.test(character);
    previous = character;
  }
  return count;
}

/** What stands between blanks and holds a letter or a digit; in scripts without blanks, each character. */
export function countWords(text: string): number {
  let count = 0;
  for (const piece of text.split(/\s+/)) {
    for (const part of splitByScript(piece)) if (WORD_CHARACTER.test(part)) count++;
  }
  return count;
}

/** Lines that are not blank. */
export function countLines(text: string): number {
  let count = 0;
  for (const line of text.split(/[\n\r\u2028\u2029]/)) if (/\S/.test(line)) count++;
  return count;
}

/** Runs of text that end in a full stop, a question or exclamation mark before a blank, or in an empty line. */
export function countSentences(text: string): number {
  let count = 0;
  let ended = true;
  let stopped = false;
  let breaks = 0;
  for (const character of text) {
    if (WORD_CHARACTER.test(character)) {
      if (ended) count++;
      [ended, stopped, breaks] = [false, false, 0];
    } else if (/[.!?…]/.test(character)) stopped = true;
    else if (/[。！？]/.test(character)) ended = true;
    else if (/\s/.test(character)) {
      if (character === "\n") breaks++;
      if (stopped || breaks > 1) ended = true;
    }
  }
  return count;
}
