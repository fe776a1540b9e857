import { isDigit, isLetter } from "./glyphs.ts";
import { isWordGlyph } from "./lookahead.ts";
import { clear, type Walk } from "./walk.ts";

/** What is skipped as a whole: words with digits in them, bracketed groups. */

/** Skips the word, time or version whose beginning, up to `at`, was read. */
export function skipLabel(walk: Walk, at: number): number {
  const { text } = walk;
  let to = at;
  for (;;) {
    const code = text.charCodeAt(to);
    if (isDigit(code) || isLetter(code)) to++;
    else if ("._:-/".includes(text.charAt(to)) && isWordGlyph(text.charCodeAt(to + 1))) to += 2;
    else if (text.startsWith("..", to) && isDigit(text.charCodeAt(to + 2))) to += 3;
    else break;
    if (to >= text.length) break;
  }
  walk.labels = true;
  walk.negated = false;
  return clear(walk, "word", to);
}

/** The end of a bracketed group, or of its bracket alone where it is never closed. */
export function skipGroup(walk: Walk, at: number): number {
  if (walk.unclosed) return at + 1;
  const { text } = walk;
  const open = text[at];
  const close = open === "{" ? "}" : ")";
  let depth = 0;
  for (let to = at; to < text.length; to++) {
    const character = text[to];
    if (character === open) depth++;
    else if (character === close && --depth === 0) return to + 1;
  }
  walk.unclosed = true;
  return at + 1;
}
