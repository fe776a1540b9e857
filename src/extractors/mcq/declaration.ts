import { advance, type Cursor, openCursor, peek } from "./cursor.ts";
import { readLetter } from "./label.ts";
import type { Menu } from "./menu.ts";
import {
  type Declaration,
  declare,
  endClause,
  openCue,
  passWord,
  type Reading,
  startReading,
  stateText,
  withdraw,
} from "./reading.ts";
import { isCjk, Kind } from "./words.ts";

/** Reads a text from its beginning to its end, once, and keeps what it declares. */
export function readDeclarations(text: string, menu: Menu): Reading {
  const cursor = openCursor(text, menu);
  const reading = startReading();
  let before: Kind = Kind.Break;
  for (;;) {
    advance(cursor);
    const { kind } = cursor;
    if (kind === Kind.End) return reading;
    if (kind > Kind.Stop) openSentence(reading, kind);
    readToken(reading, cursor, before);
    if (kind > Kind.Stop) reading.begun = true;
    before = kind;
  }
}

/** What counts of all that was read. The last declaration, else a label that the text begins with, else its end. */
export function decide(reading: Reading): Declaration | null {
  const { bare, current, lead, closing, mention, rivals } = reading;
  return bare ?? current ?? lead ?? closing ?? (rivals ? null : mention);
}

function openSentence(reading: Reading, kind: Kind): void {
  if (kind !== Kind.Label) reading.bare = null;
  reading.opens = reading.over;
  if (!reading.over) return;
  reading.over = false;
  reading.closing = null;
  reading.mention = null;
  reading.named = null;
  reading.rivals = false;
}

function readToken(reading: Reading, cursor: Cursor, before: Kind): void {
  switch (cursor.kind) {
    case Kind.Label:
    case Kind.Foreign:
      readLetter(reading, cursor);
      return;
    case Kind.Glued:
      if (isAsked(reading)) withdraw(reading, cursor);
      else passWord(reading);
      return;
    case Kind.Break:
    case Kind.Stop:
      if (cursor.kind === Kind.Break) reading.doubted = false;
      readEnd(reading, cursor.kind);
      return;
    case Kind.Comma:
      if (!isDeniedList(reading, cursor, before)) endClause(reading);
      reading.separated = true;
      if (reading.cue === "verb" || reading.cue === "noun") reading.cue = "none";
      return;
    case Kind.Slash:
    case Kind.And:
      reading.separated = true;
      if (reading.cue === "answer") reading.near = false;
      else if (reading.cue !== "box") reading.cue = "none";
      return;
    case Kind.Colon:
      if (reading.link === "none") reading.link = "sign";
      if (reading.list !== "lead") reading.list = "none";
      reading.subject = null;
      reading.step = "none";
      return;
    case Kind.Box:
      openCue(reading, "box");
      return;
    case Kind.Close:
      passWord(reading);
      reading.cue = "none";
      return;
    case Kind.Answer:
      readAnswerWord(reading, cursor, before);
      return;
    case Kind.Verb:
      if (reading.step === "label" && isCjk(cursor.text.charCodeAt(cursor.start))) giveVerdict(reading);
      else if (reading.cue !== "answer" || !reading.near) openCue(reading, "verb");
      return;
    case Kind.Noun:
      readNoun(reading, before);
      return;
    case Kind.Correct:
      if (reading.step === "verb" || (reading.step === "label" && isCjk(cursor.text.charCodeAt(cursor.start)))) {
        readVerdict(reading, cursor);
      } else if (reading.cue === "none") openCue(reading, "weak");
      return;
    case Kind.Copula:
    case Kind.Plural:
      readCopula(reading);
      return;
    case Kind.Filler:
      return;
    case Kind.Preposition:
      if (reading.cue !== "verb") passWord(reading);
      return;
    case Kind.Not:
      readNot(reading, cursor);
      return;
    case Kind.None:
      if (isAsked(reading)) {
        withdraw(reading, cursor);
        stateText(reading, cursor.start);
      } else passWord(reading);
      return;
    case Kind.Know:
      if (reading.cue === "answer" && reading.blocked) withdraw(reading, cursor);
      readOpinion(reading);
      return;
    case Kind.Think:
      readOpinion(reading);
      return;
    case Kind.Wait:
      passWord(reading);
      reading.doubted = reading.current !== null;
      return;
    case Kind.But:
      endClause(reading);
      reading.list = "none";
      if (reading.cue === "answer") reading.link = "word";
      return;
    case Kind.Go:
      if (cursor.text.startsWith(" with ", cursor.end)) openCue(reading, "verb");
      else passWord(reading);
      return;
    case Kind.If:
      passWord(reading);
      reading.supposed = true;
      return;
    case Kind.So:
      reading.negated = false;
      reading.supposed = false;
      reading.subject = null;
      reading.step = "none";
      if (reading.cue !== "answer" || !reading.near) openCue(reading, "weak");
      return;
    default:
      if (reading.near && (reading.cue === "answer" || reading.cue === "verb" || reading.cue === "box")) {
        stateText(reading, cursor.start);
      }
      passWord(reading);
      // "No, it is C." But "Wait, let me check C." says no more than that C is looked at.
      if (reading.doubted && cursor.text.slice(cursor.start, cursor.end).toLowerCase() !== "it")
        reading.doubted = false;
  }
}

/** Whether an answer is being given here, and is neither denied nor supposed. */
function isAsked(reading: Reading): boolean {
  const { cue, near, blocked, supposed } = reading;
  return (cue === "answer" || cue === "verb" || cue === "box") && near && !blocked && !supposed;
}

/** "not B, C, or D": a comma between labels does not end what is denied. */
function isDeniedList(reading: Reading, cursor: Cursor, before: Kind): boolean {
  if (before !== Kind.Label || !(reading.negated || reading.blocked)) return false;
  const next = peek(cursor);
  return next === Kind.Label || next === Kind.Foreign || next === Kind.And;
}

function readEnd(reading: Reading, kind: Kind): void {
  endClause(reading);
  reading.over = true;
  if (kind === Kind.Stop) {
    reading.cue = "none";
    reading.list = "none";
    return;
  }
  // A heading or a colon at the end of a line announces what the next lines say.
  if ((reading.cue === "answer" || reading.cue === "verb") && reading.near) {
    if (reading.link === "none") reading.link = "sign";
  } else if (reading.cue !== "box") reading.cue = "none";
  reading.separated = true;
}

function readAnswerWord(reading: Reading, cursor: Cursor, before: Kind): void {
  if (reading.step === "verdict") {
    reading.step = "none";
    return;
  }
  if (reading.step === "verb" && reading.subject !== null) {
    giveVerdict(reading);
    return;
  }
  if (before === Kind.Besides) {
    passWord(reading);
    return;
  }
  openCue(reading, "answer");
  if (before === Kind.Not) reading.blocked = true;
  // `Ans.` is short for the word, and ends no sentence.
  if (cursor.end - cursor.start === 3 && cursor.text.charCodeAt(cursor.end) === 46) cursor.end++;
  if (cursor.text.charCodeAt(cursor.start) === 60) reading.link = "sign";
}

function readNoun(reading: Reading, before: Kind): void {
  if (reading.step !== "none") {
    if (reading.step === "verdict") reading.step = "none";
    return;
  }
  if ((reading.cue === "answer" || reading.cue === "verb") && reading.near) return;
  openCue(reading, before === Kind.Correct ? "answer" : "noun");
}

function readCopula(reading: Reading): void {
  if (reading.step === "label") reading.step = "verb";
  if (reading.cue === "none") openCue(reading, "weak");
  reading.link = "word";
}

/** "C is correct", but not "A is the right triangle". */
function readVerdict(reading: Reading, cursor: Cursor): void {
  const next = peek(cursor);
  if (next === Kind.Other || next === Kind.Label || next === Kind.Foreign) {
    passWord(reading);
    return;
  }
  if (next === Kind.Correct) return;
  giveVerdict(reading);
  reading.step = "verdict";
}

function giveVerdict(reading: Reading): void {
  const { subject, negated, denied, supposed, current, several } = reading;
  reading.step = "none";
  reading.cue = "none";
  if (subject === null || negated || denied || supposed) return;
  // Two options that are both called correct leave none to pick.
  const rival = current !== null && current.rule === "verdict" && current.label !== subject.label;
  declare(reading, several || rival ? { ...subject, label: null } : subject);
}

function readNot(reading: Reading, cursor: Cursor): void {
  if (isSecondThought(reading, cursor)) {
    reading.doubted = true;
    return;
  }
  if (isLeadDenied(reading, cursor)) reading.lead = null;
  const contracted = cursor.text.charAt(cursor.end - 2) === "'" || cursor.text.charAt(cursor.end - 2) === "’";
  if (reading.subject !== null && reading.current?.start === reading.subject.start) {
    if (reading.step === "verb" || contracted) reading.current = reading.previous;
  }
  reading.negated = true;
  if (reading.cue !== "none") reading.blocked = true;
  reading.subject = null;
  reading.step = "none";
  reading.list = "none";
}

const VERDICTS: ReadonlySet<string> = new Set(["incorrect", "wrong"]);

/** "A. Incorrect. B. Correct.": options that are gone through one by one, and not the text of an option. */
function isLeadDenied({ lead }: Reading, cursor: Cursor): boolean {
  if (lead === null || cursor.start - lead.end > 4) return false;
  if (!VERDICTS.has(cursor.text.slice(cursor.start, cursor.end).toLowerCase())) return false;
  const next = peek(cursor);
  return (next === Kind.Stop || next === Kind.Break || next === Kind.Comma) && cursor.text.length - cursor.end > 8;
}

/** "The answer is A. No, it is B.", "A... no wait, B": a no that opens a sentence and stands apart. */
function isSecondThought(reading: Reading, cursor: Cursor): boolean {
  if (reading.current === null || !reading.opens || cursor.end - cursor.start !== 2) return false;
  const next = peek(cursor);
  return next === Kind.Comma || next === Kind.Stop || next === Kind.Wait;
}

function readOpinion(reading: Reading): void {
  reading.list = "none";
  reading.subject = null;
  reading.step = "none";
  if (reading.negated) reading.denied = true;
  else if (reading.cue === "none") openCue(reading, "weak");
}
