import { isDigit } from "../core/number/glyphs.ts";
import { trimText } from "../core/text.ts";
import { type Budget, LONGEST_ANSWER, OverBudget } from "./budget.ts";
import { withoutEdges } from "./edges.ts";
import type { Node } from "./node.ts";
import { parse } from "./parse.ts";
import { NotMaths } from "./scan.ts";

/** Whether a text is LaTeX or was typed plainly. In plain text a comma may be a decimal comma, a letter a unit. */
export type Form = "latex" | "plain";

/** An isolated answer: what an extractor found, or a target. */
export interface AnswerText {
  readonly text: string;
  readonly form: Form;
}

/** How commas are read: by what they look like, or always as separators. */
export type Commas = "auto" | "separate";

/** An answer that was read, or why it was not. */
export type Reading =
  | {
      readonly node: Node;
      /** A comma in a number could have separated two. */
      readonly comma: "group" | "decimal" | null;
      /** `2e3` was read as a power of ten. */
      readonly exponent: boolean;
      /** `1/2x` was read as a half of x. */
      readonly slash: boolean;
      readonly failure?: never;
    }
  | { readonly node: null; readonly failure: "unparsed" | "limit"; readonly why: string };

/** Reads an answer as a tree. Never throws: what is no mathematics, or too much of it, says so. */
export function readAnswer(answer: AnswerText, decimalComma: boolean, commas: Commas, budget: Budget): Reading {
  const text = trimText(answer.text);
  if (text.length > LONGEST_ANSWER) return { node: null, failure: "limit", why: "the answer is too long" };
  const plain = answer.form === "plain";
  const rules = { plain, commas: commas === "auto", decimalComma: plain && decimalComma };
  try {
    return parse(withoutMarks(text), rules, budget);
  } catch (thrown) {
    if (thrown instanceof NotMaths) return { node: null, failure: "unparsed", why: thrown.message };
    if (thrown instanceof OverBudget) return { node: null, failure: "limit", why: thrown.message };
    throw thrown;
  }
}

/** The marks of a formula around it, the point of its sentence, and emphasis. */
function withoutMarks(text: string): string {
  let content = text;
  for (const mark of ["**", "__", "`"]) {
    if (content.length > 2 * mark.length && content.startsWith(mark) && content.endsWith(mark)) {
      content = content.slice(mark.length, -mark.length);
    }
  }
  // An exclamation mark is a factorial as well, so it stays; so do the dots of 0.333...
  return withoutEdges(content, " \n\t", /\d\.\.\.\s*$/.test(content.slice(-8)) ? " \n\t" : " \n\t.,;:?");
}

/** What says nothing by itself: blanks, marks of formulas, the size of brackets. */
const SILENT = /(?:[\s$]|\\[()[\],;:! ]|\\(?:left|right|displaystyle)(?![a-zA-Z]))+/g;

/**
 * The answer without blanks and marks of formulas: texts that share it say the same, whatever that is. Between digits
 * something must stay: 3 1/7 is not 31/7.
 */
export function plainKey(text: string): string {
  return text
    .replace(SILENT, (run, at: number) => {
      const between = isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + run.length));
      return between ? " " : "";
    })
    .replace(/\\[dt]frac/g, "\\frac");
}
