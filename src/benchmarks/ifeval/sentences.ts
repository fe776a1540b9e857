const ABBREVIATIONS: ReadonlySet<string> = new Set(
  "mr mrs ms dr prof st jr sr vs etc inc ltd co corp no vol dept gen col sgt capt lt rev hon gov sen rep e.g i.e a.m p.m u.s u.k ph.d b.a m.a".split(
    " ",
  ),
);

/**
 * Behind a full stop, question or exclamation mark, and the quotes and brackets that close with it. Only the start of a
 * run of marks is tried: from each of its places on, a long run would be read anew.
 */
const END = /(?<![.!?…。！？])([.!?…。！？]+)["'”’)\]]{0,4}(?:\s+|$)/g;

/**
 * How many sentences a text has. The published checks use a trained splitter (Punkt, English); this one goes by rules: a
 * full stop behind an abbreviation or an initial ends nothing, nor one before a small letter. On prose of models the two
 * differ by a sentence at times, so a count near the bound may be judged otherwise.
 */
export function countSentences(text: string): number {
  let count = 0;
  let from = 0;
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (match[1] === "." && end < text.length && goesOn(text, from, match.index, end)) continue;
    if (/[\p{L}\p{N}]/u.test(text.slice(from, match.index))) count++;
    from = end;
  }
  return /[\p{L}\p{N}]/u.test(text.slice(from)) ? count + 1 : count;
}

function goesOn(text: string, from: number, stop: number, next: number): boolean {
  if (/\p{Ll}/u.test(text.charAt(next))) return true;
  let start = stop;
  while (start > from && stop - start < 12 && !/[\s("'“]/.test(text.charAt(start - 1))) start--;
  const word = text.slice(start, stop);
  return ABBREVIATIONS.has(word.toLowerCase()) || /^\p{Lu}$/u.test(word);
}
