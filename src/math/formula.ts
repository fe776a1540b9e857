import type { Span } from "./box.ts";

/** Ways to mark a formula: what opens it and what closes it. */
const MARKS: readonly (readonly [open: string, close: string])[] = [
  ["$$", "$$"],
  ["$", "$"],
  ["\\[", "\\]"],
  ["\\(", "\\)"],
  ["\\begin{equation}", "\\end{equation}"],
  ["\\begin{align}", "\\end{align}"],
  ["\\begin{align*}", "\\end{align*}"],
  ["\\begin{equation*}", "\\end{equation*}"],
];

/** A longer stretch between two marks is text between two formulas whose marks were lost. */
const LONGEST = 4_000;

/** Finds the formulas of a text in one pass. Dollar signs around prices and prose are none. */
export function findFormulas(text: string): readonly Span[] {
  const found: Span[] = [];
  // Once a closing mark is not found, it is not looked for again: that keeps the search linear.
  const gone = new Set<string>();
  for (let at = nextMark(text, 0); at !== -1; ) {
    const span = formulaAt(text, at, gone);
    if (span === null) {
      at = nextMark(text, at + (text.startsWith("$$", at) || text[at] === "\\" ? 2 : 1));
    } else {
      found.push(span);
      at = nextMark(text, span.end);
    }
  }
  return found;
}

function nextMark(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === "$") return at;
    if (character !== "\\") continue;
    const next = text[at + 1];
    if (next === "[" || next === "(" || next === "b") return at;
    at++;
  }
  return -1;
}

function formulaAt(text: string, at: number, gone: Set<string>): Span | null {
  for (const [open, close] of MARKS) {
    if (!text.startsWith(open, at)) continue;
    const from = at + open.length;
    const to = gone.has(close) ? -1 : closeAt(text, close, from);
    if (to === -1) gone.add(close);
    else if (isFormula(text.slice(from, Math.min(to, from + LONGEST + 1)), open, text[to + close.length])) {
      // What an environment aligns is read by its rows, so it stays whole.
      const whole = open.startsWith("\\begin");
      const end = to + close.length;
      return whole ? { start: at, from: at, to: end, end } : { start: at, from, to, end };
    }
    if (open === "$$") continue;
    return null;
  }
  return null;
}

function closeAt(text: string, close: string, from: number): number {
  let to = text.indexOf(close, from);
  // `\$` is a price within a formula, `\\[` a line break.
  while (to > 0 && text[to - 1] === "\\" && text[to - 2] !== "\\") to = text.indexOf(close, to + 1);
  return to;
}

const WORD = /(?<![\\a-zA-Z])[a-zA-Z]{3,}(?![a-zA-Z])/g;

/** Prices leave a stretch of prose between their dollar signs: `$5 and Bob has $`. */
function isFormula(content: string, open: string, behind: string | undefined): boolean {
  if (content.length > LONGEST || content.trim() === "") return false;
  if (open !== "$") return true;
  if (/\n\s*\n/.test(content)) return false;
  if (content.includes("\\")) return true;
  if (/\s$/.test(content) && behind !== undefined && /\d/.test(behind)) return false;
  const words = content.match(WORD) ?? [];
  return words.length < 2 || !/[a-zA-Z]\s+[a-zA-Z]/.test(content);
}

const LONE = /^\s*(?:\\?[a-zA-Z]+(?:_\{?\w+\}?)?|[a-zA-Z]\([a-zA-Z]\))\s*$/;
const IS = /^[$)\]\\\s]*(?:is|are|equals?|will be|was)\b/i;

/** A letter that is only said to be something: `the largest $n$ is 34`. */
export function isIntroduced(text: string, { from, to, end }: Span): boolean {
  return to - from < 24 && LONE.test(text.slice(from, to)) && IS.test(text.slice(end, end + 24));
}

const PASSING = /\b(?:all|any|every|each|where|in|of|variable|for)\s*$/i;

/** How many formulas at the end say nothing: `$f(x) = 3$ for all $x$`. None where nothing would be left. */
export function passingMentions(text: string, spans: readonly Span[]): number {
  let count = 0;
  for (const { start, from, to } of spans.toReversed()) {
    const alone = to - from < 24 && LONE.test(text.slice(from, to));
    const mentioned = alone && PASSING.test(text.slice(Math.max(0, start - 16), start));
    // The power of a unit that stands outside: `3$ cm$^2$`.
    const raised = /^\s*[_^]/.test(text.slice(from, from + 8));
    if (!mentioned && !raised) break;
    count++;
  }
  return count === spans.length ? 0 : count;
}
