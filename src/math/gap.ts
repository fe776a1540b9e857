import type { Span } from "./box.ts";

/** What stands between two formulas or boxes, and whether it makes one answer of them. */

const LONGEST = 90;
const MARKS =
  /\\[()[\]]|\$|\\(?:text|textbf|mathrm|mbox|textrm)\s*(?=\{)|[{}*]|\\(?:quad|qquad)(?![a-zA-Z])|\\[,;:! ]/g;
const SEPARATOR = "(?:,|;|&|and|or|und|oder|et|ou|y|和|或|及|、)";
const LABEL = "(?:[a-zA-Z\\\\][\\w\\\\,()']*\\s*=)?";
const JOINED = new RegExp(`^\\s*${SEPARATOR}(?:\\s*${SEPARATOR})?\\s*${LABEL}\\s*$`, "i");
/** `papers and`, `for part (a) and`: some words before the one that joins. */
const WORDS = new RegExp(`^\\s*(?:[\\w()]+\\s+){1,4}(?:and|or|und|oder|et|ou)\\s*${LABEL}\\s*$`, "i");
/** These tell that what stands before was not the answer, or only a step to it. */
const TURNS = /\b(?:is|was|are|not|wrong|so|thus|then|hence|which|but|gives|becomes|implies|instead|if|from|to)\b/i;

/** True where the gap only joins: `, `, ` and `, `\quad \text{and} \quad x_2 =`. */
export function joins(text: string, from: number, to: number): boolean {
  if (to < from || to - from > LONGEST) return false;
  const gap = text.slice(from, to).replace(MARKS, " ");
  if (gap.trim() === "") return !gap.includes("\n");
  if (/\n\s*\n.*\n\s*\n/.test(gap)) return false;
  return JOINED.test(gap) || (WORDS.test(gap) && !TURNS.test(gap));
}

const OR = /\b(?:or|oder|ou|o|ou bien)\b|或/i;
const AND = /\b(?:and|und|et|y|e)\b|和|且|及/i;
const INEQUALITY = /[<>≤≥≠]|\\(?:le|ge|lt|gt|ne|leq|geq|neq|leqslant|geqslant)(?![a-zA-Z])/;

/**
 * What to write between two parts that were joined: alternatives stay alternatives, and conditions that hold together
 * do so still. Between values the word `and` says no more than a comma.
 */
export function separatorOf(text: string, before: Span, after: Span): string {
  const gap = text.slice(before.end, after.start);
  if (OR.test(gap)) return " \\text{ or } ";
  const conditions = [before, after].every(({ from, to }) => INEQUALITY.test(text.slice(from, to)));
  return conditions && AND.test(gap) ? " \\text{ and } " : ", ";
}
