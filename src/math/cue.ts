import { readAnswer as readNumberAnswer } from "../core/number/answer.ts";
import { type Declaration, findDeclaration } from "../core/number/declaration.ts";
import { trimText } from "../core/text.ts";
import { type Form, readAnswer } from "./answer.ts";
import { belongingTo } from "./behind.ts";
import type { Span } from "./box.ts";
import { newBudget } from "./budget.ts";
import { choiceOf } from "./choice.ts";
import { isIntroduced } from "./formula.ts";
import { joins } from "./gap.ts";
import { listed } from "./listed.ts";
import { numberText } from "./number-text.ts";
import { holdsWords } from "./prose.ts";

/** What a text declares to be its answer. */
export interface Declared {
  readonly text: string;
  readonly form: Form;
  readonly span: readonly [from: number, to: number];
  readonly ambiguous: boolean;
}

/** How far a formula may stand behind its cue. */
const REACH = 60;
/** A declared answer that is no formula is a line of its own at most this long. */
const LONGEST_LINE = 300;
const LONGEST_CHOICE = 60;

/**
 * Reads what follows the last cue (`the answer is`, `#### `, and the same in other languages): a formula close by, else
 * an expression on the same line, else a number of it. Null where no cue declares anything.
 */
export function findCue(text: string, formulas: readonly Span[]): Declared | null {
  return findDeclaration(text, (declaration) => {
    if (declaration.rule === "box") return null;
    return formulaBehind(text, declaration, formulas) ?? lineBehind(text, declaration);
  });
}

function formulaBehind(text: string, { from, to }: Declaration, formulas: readonly Span[]): Declared | null {
  const index = firstBehind(formulas, from);
  const first = formulas[index];
  if (first === undefined || first.start > from + REACH || first.start >= to) return null;
  if (/[.!?]\s|\d/.test(text.slice(from, first.start)) || isIntroduced(text, first)) return null;
  let last = index;
  for (;;) {
    const [here, next] = [formulas[last], formulas[last + 1]];
    if (here === undefined || next === undefined || !joins(text, here.end, next.start)) break;
    last++;
  }
  const end = formulas[last] ?? first;
  const { content, count } = listed(text, formulas.slice(index, last + 1));
  return {
    text: count === 1 ? content + belongingTo(content, text, end.end) : content,
    form: "latex",
    span: [first.from, end.to],
    ambiguous: false,
  };
}

function firstBehind(formulas: readonly Span[], from: number): number {
  let [low, high] = [0, formulas.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((formulas[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lineBehind(text: string, { from, to }: Declaration): Declared | null {
  let start = from;
  while (start < to && /[\s*_:=#>"'`]/.test(text[start] ?? "")) start++;
  const line = text.slice(start, Math.min(to, start + LONGEST_LINE));
  const [first = ""] = line.split("\n", 1);
  const content = trimText(sentence(first).replace(/[*_`]+$|^[*_`]+/g, ""));
  if (content === "" || content === "$") return null;
  const span = [start, start + content.length] as const;
  const form: Form = content.includes("\\") ? "latex" : "plain";
  const reading = readAnswer({ text: content, form }, true, "auto", newBudget());
  if (reading.node !== null && (!holdsWords(reading.node) || reading.node.kind === "word")) {
    return { text: content, form, span, ambiguous: false };
  }
  // `C) 12`: the letter may be the answer as well as what stands behind it.
  if (choiceOf(content) !== null && content.length <= LONGEST_CHOICE)
    return { text: content, form, span, ambiguous: false };
  const number = readNumberAnswer(first);
  if (number?.number != null) {
    return { ...numberText(number), span, ambiguous: number.ambiguous };
  }
  return content.length > 120 ? null : { text: content, form, span, ambiguous: reading.node?.kind !== "text" };
}

/** Up to the point that ends the sentence, not one within a number. */
function sentence(line: string): string {
  const end =
    /[.!?。](?:\s|$|\*)|,?\s(?:and )?(?:not|rather than|instead of|nicht|statt|et non|y no|e non)\s|，(?:而)?不是|\s\((?:not|nicht|non|since|because|as|see|from)\s|, (?:no|non|nein)\s/.exec(
      line,
    );
  return end === null || end.index === 0 ? line : line.slice(0, end.index);
}
