import { type Reading, read, unread } from "../reading.ts";
import { letterScore } from "./letter-scale.ts";

export interface TaggedLetter {
  readonly letter: string;
  readonly score: number;
  /** Where the letter stands in the text. */
  readonly at: number;
}

/**
 * The letter in the last complete pair of a tag: a judge may quote the form, or a candidate's forged tag, before it
 * decides. That pair decides even where it holds no letter; going back to an earlier one would be a guess. A tag that
 * opens again and never closes is a reply that was cut. Letter case of the tag
 * does not matter. Linear; never throws.
 */
export function readTaggedLetter(text: string, tag: string): Reading<TaggedLetter> {
  const [opening, closing] = [smallLetters(`<${tag}>`), smallLetters(`</${tag}>`)];
  const folded = smallLetters(text);
  const lastOpening = folded.lastIndexOf(opening);
  const end = folded.lastIndexOf(closing);
  if (lastOpening < 0) return unread("unparsable", `the judge's reply holds no <${tag}>`);
  if (end < lastOpening) return unread("truncated", `the judge's reply ends within <${tag}>`);
  const from = folded.lastIndexOf(opening, end - 1) + opening.length;
  const content = text.slice(from, end);
  const letter = content.trim();
  const score = letterScore(letter);
  if (score === null) {
    return unread("off_menu", `<${tag}> holds no letter from A to T: ${letter.slice(0, 40)}`);
  }
  return read({ letter: letter.toUpperCase(), score, at: from + content.indexOf(letter) });
}

/** Of plain letters alone, so that every place stays where it is: a capital İ would become two units. */
function smallLetters(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}
