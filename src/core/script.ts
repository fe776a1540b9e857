/**
 * Scripts that write no blanks between words: there a word's edge cannot be seen, and counting goes by characters.
 * Korean writes blanks.
 */
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]/u;

/** One character of such a script with its marks, or a run of others. */
const CHARACTER_OR_RUN = new RegExp(
  `${WITHOUT_BLANKS.source}\\p{M}*|${WITHOUT_BLANKS.source.replace("[", "[^")}+`,
  "gu",
);

/** The text is, at least in part, in a script without blanks between words. */
export function hasScriptWithoutBlanks(text: string): boolean {
  return WITHOUT_BLANKS.test(text);
}

/** Splits a word where it holds such characters: `iPhone手机` has three parts. */
export function splitByScript(word: string): readonly string[] {
  return hasScriptWithoutBlanks(word) ? (word.match(CHARACTER_OR_RUN) ?? []) : [word];
}
