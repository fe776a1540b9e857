import { readAnswer as readNumberAnswer } from "../core/number/answer.ts";
import { isBlank, trimText } from "../core/text.ts";
import { type AnswerText, type Form, plainKey, readAnswer } from "./answer.ts";
import { belongingTo } from "./behind.ts";
import { findBoxes, missingBraces, type Span } from "./box.ts";
import { newBudget } from "./budget.ts";
import { findCue } from "./cue.ts";
import { findFormulas, isIntroduced, passingMentions } from "./formula.ts";
import { joins } from "./gap.ts";
import { listed } from "./listed.ts";
import { WORDS } from "./names.ts";
import { numberText } from "./number-text.ts";
import { holdsWords } from "./prose.ts";
import { isTakenBack } from "./taken-back.ts";
import { isUnitWord } from "./unit.ts";

/** Where an answer was found: in a box, behind a cue, in the last formula, as the whole text, or as the last number. */
export type Rule = "box" | "cue" | "formula" | "whole" | "number";

/** An answer that was found in a text. */
export interface Found extends AnswerText {
  readonly rule: Rule;
  readonly span: readonly [from: number, to: number];
  /** Other answers stood by, and could have been meant. */
  readonly ambiguous: boolean;
}

export interface Search {
  readonly strictBoxed: boolean;
  /** The rules in the order in which they are tried. */
  readonly prefer: readonly Rule[];
  /** A target is not taken apart: no last number of several is its answer. */
  readonly target: boolean;
}

export const RULES: readonly Rule[] = ["box", "cue", "whole", "formula", "number"];

/** Answers stand at the end: what lies farther ahead is not looked at. In UTF-16 units. */
const WINDOW = 60_000;

/** Finds the answer of a text, or null. Linear in the length of the text; never throws. */
export function findAnswer(whole: string, search: Search): Found | null {
  const offset = answerStart(whole);
  const text = whole.slice(offset);
  for (const rule of search.strictBoxed ? (["box"] as const) : search.prefer) {
    const found = byRule(rule, text, search);
    if (found === null) continue;
    const [from, to] = found.span;
    // What lies ahead of the window could have said more, but a declared answer stands for itself.
    const cut = offset > 0 && offset === whole.length - WINDOW && (rule === "whole" || rule === "number");
    const doubtful = cut || isTakenBack(found.text, text.slice(to));
    return { ...found, span: [from + offset, to + offset], ambiguous: found.ambiguous || doubtful };
  }
  return null;
}

/** Behind the reasoning, unless nothing follows it, and within the window. */
function answerStart(whole: string): number {
  const thought = Math.max(endOf(whole, "</think>"), endOf(whole, "</thinking>"));
  const start = thought !== -1 && !isBlank(whole.slice(thought)) ? thought : 0;
  return Math.max(start, whole.length - WINDOW);
}

function endOf(text: string, tag: string): number {
  const at = text.lastIndexOf(tag);
  return at === -1 ? -1 : at + tag.length;
}

function byRule(rule: Rule, text: string, search: Search): Found | null {
  switch (rule) {
    case "box":
      return inBox(text);
    case "cue": {
      const cue = findCue(text, findFormulas(text));
      return cue === null ? null : { ...cue, rule };
    }
    case "formula":
      return inFormula(text, search);
    case "whole":
      return wholeText(text, search);
    case "number":
      return search.target ? null : lastNumber(text);
  }
}

function inBox(text: string): Found | null {
  const { closed, open } = findBoxes(text);
  if (closed.length === 0) {
    if (open === null || isBlank(text.slice(open.from))) return null;
    const content = trimText(text.slice(open.from));
    const span = [open.from, text.length] as const;
    return { text: content + missingBraces(content), form: "latex", rule: "box", span, ambiguous: true };
  }
  // A box that was cut off stood for a later answer.
  const cut = open !== null && open.start > (closed.at(-1)?.start ?? 0);
  return joined(text, closed, "box", cut);
}

/** The last span, with those before it that belong to the same answer. */
function joined(text: string, spans: readonly Span[], rule: Rule, ambiguous: boolean): Found | null {
  let first = spans.length - 1;
  for (; first > 0; first--) {
    const [before, here] = [spans[first - 1], spans[first]];
    if (before === undefined || here === undefined || !joins(text, before.end, here.start)) break;
  }
  const chosen = spans.slice(first);
  const [start, last] = [chosen[0], chosen.at(-1)];
  if (start === undefined || last === undefined) return null;
  const { content, count } = listed(text, chosen);
  return {
    text: count === 1 ? content + belongingTo(content, text, last.end) : content,
    form: "latex",
    rule,
    span: [start.from, last.to],
    ambiguous,
  };
}

/** The last formula. A letter that is only said to be something is none: `the largest $n$ is 34`. */
function inFormula(text: string, search: Search): Found | null {
  const all = findFormulas(text);
  const spans = all.slice(0, all.length - passingMentions(text, all));
  const last = spans.at(-1);
  if (last === undefined) return null;
  const rest = text.slice(last.end, last.end + 200);
  if (!search.target && isIntroduced(text, last)) return null;
  const found = joined(text, spans, "formula", false);
  if (found === null) return null;
  const others = spans.some(
    ({ from, to }) => to < found.span[0] && plainKey(text.slice(from, to)) !== plainKey(found.text),
  );
  const listedBefore = BEFORE.test(text.slice(Math.max(0, found.span[0] - 24), found.span[0]));
  return { ...found, ambiguous: listedBefore || (!search.target && (others || /\d/.test(rest))) };
}

/** `3, $\frac12$`: a number without marks that the formula is listed with. */
const BEFORE = /\d[)\]]?\s?(?:,|;|and|or|&)\s{0,2}(?:\$\$?|\\[([])\s?$/;

const LONGEST_WHOLE = 2_000;

/** The text itself, where it is an answer and nothing else. Prose is one only where a target is read. */
function wholeText(text: string, search: Search): Found | null {
  const content = trimText(text);
  if (content === "") return null;
  const start = text.indexOf(content);
  const form: Form = content.includes("\\") || content.includes("$") ? "latex" : "plain";
  const found: Found = { text: content, form, rule: "whole", span: [start, start + content.length], ambiguous: false };
  if (findFormulas(content).length > 0) return null;
  if (content.length > LONGEST_WHOLE) return search.target ? found : null;
  const reading = readAnswer(found, true, "auto", newBudget());
  if (search.target) {
    const sentence = /\d/.test(content) && isSentence(content, form);
    if (reading.node !== null && !holdsWords(reading.node) && !sentence) return found;
    // A sentence states its number. Of several the last is a guess, which makes the verdict unsure.
    return lastNumber(content) ?? found;
  }
  if (reading.node === null) return reading.failure === "limit" ? found : null;
  const prose = holdsWords(reading.node);
  if (/\d/.test(content) && (prose || isSentence(content, form))) return null;
  return content.length > 80 && prose ? null : found;
}

/** Two words or more that are no functions and no units: numbers among them are no expression. */
function isSentence(content: string, form: Form): boolean {
  if (form === "latex") return false;
  const words = content.match(/[a-zA-Z]{2,}/g) ?? [];
  return words.filter((word) => !WORDS.has(word.toLowerCase()) && !isUnitWord(word)).length > 1;
}

const SPOKEN = /[a-zA-Z]{2}|[^\x00-\u02ff]/;

/** `June 20` and `Room 12`: the number says which one. */
const NUMBERED = /^\s*(?:\$?\\text\{)?\s*[A-Z][a-z]+\.?\s\d+\s*\}?\$?\.?\s*$/;

/** The last number of the text; what the number reader says about it holds here too. */
function lastNumber(text: string): Found | null {
  const answer = readNumberAnswer(text);
  if (answer === null || answer.number === null) return null;
  // Without a word around it the number is a part of something that could not be read: to take it would be a guess.
  if (!SPOKEN.test(text.replace(/\\[a-zA-Z]+(?:\{[a-zA-Z*]{1,20}\})?/g, " "))) return null;
  return {
    ...numberText(answer),
    rule: "number",
    span: answer.span ?? [0, text.length],
    ambiguous: answer.ambiguous || NUMBERED.test(text.slice(0, 40)),
  };
}
