import { isCompound } from "./units.ts";
import type { WrittenNumber } from "./written-number.ts";

/** A place where a number could be the answer. */
export interface Candidate {
  /** Null where an expression or a list stands: it has no value that was written. */
  readonly number: WrittenNumber | null;
  /** Offsets into the text that holds the sentence. */
  readonly from: number;
  readonly to: number;
  /** Another one is joined to it (`7 or 8`, `3 to 5`, `3, 5`): neither is the answer alone. */
  readonly joined: boolean;
}

/** What one sentence says in numbers. */
export interface Sentence {
  readonly first: Candidate | null;
  readonly last: Candidate | null;
  /** The last one that stands behind an equals sign. */
  readonly result: Candidate | null;
  /** No word stands before the first. */
  readonly immediate: boolean;
  /** The candidates differ, or one was left out. */
  readonly several: boolean;
  /** There are digits that are no number: part of a word, a time, a version. */
  readonly labels: boolean;
  readonly words: boolean;
}

/** The state of one walk over a sentence. */
export interface Walk {
  readonly text: string;
  readonly offset: number;
  readonly blankGroups: boolean;
  before: "start" | "relation" | "operand" | "word" | "open" | "other";
  sign: -1 | 0 | 1;
  signFrom: number;
  /** A dash stood apart after a word (`total - 3`): it may be a minus. */
  unsure: boolean;
  currency: string | null;
  /** An operator waits for its right side. */
  operator: boolean;
  inequality: boolean;
  negated: boolean;
  reference: boolean;
  /** What stood since the last candidate. */
  gapOr: boolean;
  gapAnd: boolean;
  gapComma: boolean;
  gapWords: number;
  first: Candidate | null;
  last: Candidate | null;
  result: Candidate | null;
  immediate: boolean;
  several: boolean;
  /** The same before the last candidate, which an equals sign may take back. */
  wasSeveral: boolean;
  labels: boolean;
  words: boolean;
  /** A bracket was found to have no end: none is looked for again, which keeps the walk linear. */
  unclosed: boolean;
}

export function newWalk(text: string, offset: number, blankGroups: boolean): Walk {
  return {
    text,
    offset,
    blankGroups,
    before: "start",
    sign: 0,
    signFrom: 0,
    unsure: false,
    currency: null,
    operator: false,
    inequality: false,
    negated: false,
    reference: false,
    gapOr: false,
    gapAnd: false,
    gapComma: false,
    gapWords: 0,
    first: null,
    last: null,
    result: null,
    immediate: false,
    several: false,
    wasSeveral: false,
    labels: false,
    words: false,
    unclosed: false,
  };
}

/** Nothing of what waited for an operand waits on. */
export function clear(walk: Walk, before: Walk["before"], to: number): number {
  if (before !== "operand" && before !== "open") walk.negated = false;
  walk.before = before;
  walk.sign = 0;
  walk.unsure = false;
  walk.currency = null;
  walk.operator = false;
  walk.inequality = false;
  walk.reference = false;
  return to;
}

export function negate(walk: Walk, to: number): number {
  clear(walk, "open", to);
  walk.negated = true;
  return to;
}

export function add(walk: Walk, number: WrittenNumber | null, from: number, to: number): void {
  const { first, last } = walk;
  if (walk.negated) {
    walk.negated = false;
    walk.several = true;
    return;
  }
  const same = first !== null && number !== null && first.number?.text === number.text;
  const compound = last?.number?.unit != null && number?.unit != null && isCompound(last.number.unit, number.unit);
  const listed = walk.gapWords === 0 && (walk.gapAnd || compound || (walk.gapComma && !walk.words));
  const joined = last !== null && !same && (listed || (walk.gapOr && walk.gapWords <= 3));
  const candidate: Candidate = { number, from: walk.offset + from, to: walk.offset + to, joined };
  walk.wasSeveral = walk.several;
  if (first === null) {
    walk.first = candidate;
    walk.immediate = !walk.words;
  } else {
    if (!same) walk.several = true;
    if (joined && last === first) walk.first = { ...first, joined };
  }
  walk.last = candidate;
  if (walk.before === "relation") walk.result = candidate;
  walk.gapOr = false;
  walk.gapAnd = false;
  walk.gapComma = false;
  walk.gapWords = 0;
}

/** What stands to the left of `at` turns out to be part of an expression. */
export function express(walk: Walk, at: number): void {
  const { first, last, result } = walk;
  // A thing that is counted may stand between: `5 apples + 3`.
  const near = walk.gapWords <= 1 && !walk.gapOr && !walk.gapAnd && !walk.gapComma;
  if (last === null || (walk.before !== "operand" && !near)) {
    add(walk, null, at, at + 1);
    return;
  }
  const whole = { ...last, number: null };
  if (first === last) walk.first = whole;
  if (result === last) walk.result = whole;
  walk.last = whole;
}

/** What stands before an equals sign is being worked out; what stands behind it is what came out. */
export function equalsSign(walk: Walk, to: number): number {
  const { first, last, text } = walk;
  // What was rounded stays: `3.5 ≈ 4` leaves the choice.
  const rounded = text[to - 1] === "\u2248" && last?.number != null;
  if (last !== null && !rounded && !walk.gapOr && !walk.gapAnd && !walk.gapComma) {
    if (first === last) walk.first = null;
    walk.last = null;
    walk.several = walk.wasSeveral;
  }
  return clear(walk, "relation", to);
}
