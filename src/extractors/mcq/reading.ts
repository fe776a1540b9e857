import type { Cursor } from "./cursor.ts";

/** What a text says about the options at one place. */
export interface Declaration {
  /** The position on the menu; null where what is declared is not one option of the menu. */
  readonly label: number | null;
  /** `cue`, `box`, `verdict` ("C is correct"), `line`, `lead`, `closing` ("So B."), `mention` or `text`. */
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/** What announces a label. `weak` may: "it is", "so", "I think". */
export type Cue = "none" | "answer" | "verb" | "noun" | "box" | "weak";

/** What joins a cue to what follows: nothing yet, a sign or a new line, or a word such as "is". */
export type Link = "none" | "sign" | "word";

/** What one pass over a text has seen so far. */
export interface Reading {
  cue: Cue;
  /** Whether only words without a meaning of their own have come since the cue. */
  near: boolean;
  link: Link;

  /** A "not" in this clause; one since the cue; a denied opinion ("I do not think"); an "if". */
  negated: boolean;
  blocked: boolean;
  denied: boolean;
  supposed: boolean;

  /** The label that this clause may be about ("C is correct"), and whether its verb has come. */
  subject: Declaration | null;
  step: "none" | "label" | "verb" | "verdict";
  /** Whether the subject is one of several. */
  several: boolean;

  /** The last declaration, and the one before it for when the last is taken back ("Answer: A is wrong"). */
  current: Declaration | null;
  previous: Declaration | null;
  /** Whether it is being thought over ("Wait, no."): the next label may take its place. */
  doubted: boolean;
  /** The label that the text begins with. */
  lead: Declaration | null;
  begun: boolean;

  /** The declaration that further labels would make a list of. */
  list: "none" | "current" | "lead" | "subject";
  separated: boolean;

  /** The last line, where it is a label and nothing else. */
  bare: Declaration | null;
  /** The last label that began a line and was marked as a list's. */
  item: Declaration | null;

  /** In the sentence that is under way. */
  closing: Declaration | null;
  mention: Declaration | null;
  named: number | null;
  rivals: boolean;
  over: boolean;
  /** Whether the token that is being read is the first of its sentence. */
  opens: boolean;

  /** Where something else than a label stands after a cue: it may be the text of an option. The last few places. */
  readonly stated: number[];
}

export function startReading(): Reading {
  return {
    cue: "none",
    near: false,
    link: "none",
    negated: false,
    blocked: false,
    denied: false,
    supposed: false,
    subject: null,
    step: "none",
    several: false,
    current: null,
    previous: null,
    doubted: false,
    lead: null,
    begun: false,
    list: "none",
    separated: false,
    bare: null,
    item: null,
    closing: null,
    mention: null,
    named: null,
    rivals: false,
    over: false,
    opens: false,
    stated: [],
  };
}

export function declarationAt(cursor: Cursor, rule: string, label: number | null = cursor.label): Declaration {
  return { label, rule, start: cursor.start, end: cursor.end };
}

/** The last declaration counts; the one before is kept for when this one is taken back. */
export function declare(reading: Reading, declaration: Declaration): void {
  reading.previous = reading.current;
  reading.current = declaration;
  reading.cue = "none";
}

/** What was declared is not one option: of several labels, or of one off the menu, none may be picked. */
export function withdraw(reading: Reading, cursor: Cursor, rule = "cue"): void {
  declare(reading, declarationAt(cursor, rule, null));
  reading.list = "none";
}

export function openCue(reading: Reading, cue: Cue): void {
  reading.cue = cue;
  reading.near = true;
  reading.link = "none";
  reading.blocked = reading.denied;
  reading.list = "none";
}

/** A comma or more: what was denied or supposed is over. */
export function endClause(reading: Reading): void {
  reading.negated = false;
  reading.blocked = false;
  reading.denied = false;
  reading.supposed = false;
  reading.subject = null;
  reading.step = "none";
}

/** A word that says nothing here: what it follows is no longer followed by a label. */
export function passWord(reading: Reading): void {
  reading.list = "none";
  reading.subject = null;
  reading.step = "none";
  reading.link = "none";
  if (reading.cue === "answer") reading.near = false;
  else reading.cue = "none";
}

const STATED_KEPT = 8;

export function stateText(reading: Reading, place: number): void {
  if (reading.blocked || reading.supposed) return;
  reading.stated.push(place);
  if (reading.stated.length > STATED_KEPT) reading.stated.shift();
}
