import { isWordCode } from "../../core/letters.ts";
import { type Cursor, peek } from "./cursor.ts";
import { declarationAt, declare, passWord, type Reading, stateText, withdraw } from "./reading.ts";
import { Kind } from "./words.ts";

/** Reads a label, or a letter off the menu, in the light of what came before it and of the one token after it. */
export function readLetter(reading: Reading, cursor: Cursor): void {
  const spoken = isFollowedByWord(cursor);
  const small = isSmall(cursor);
  const letter = cursor.text.charCodeAt(cursor.start) | 32;
  const article = letter === ARTICLE && reading.opens && reading.cue === "none" && isRomanceArticle(cursor, letter);
  if (spoken && (small || letter === PRONOUN || article)) {
    readSmallWord(reading, cursor, letter);
    return;
  }
  const next = peek(cursor);
  if (reading.list !== "none" && readListed(reading, cursor, next)) return;
  const foreign = cursor.kind === Kind.Foreign;
  if (!foreign) readPlace(reading, cursor, next);
  const declared = !reading.supposed && readDeclared(reading, cursor, next, { spoken, small });
  if (foreign) {
    if (!declared) passWord(reading);
    return;
  }
  if (!declared) readMentioned(reading, cursor, next, small);
  reading.several = reading.step === "label" && reading.separated;
  reading.subject = declarationAt(cursor, "verdict");
  reading.step = "label";
  if (reading.list === "none") {
    reading.list = reading.lead?.start === cursor.start ? "lead" : "subject";
    reading.separated = false;
  }
  if (!declared && reading.cue !== "answer") reading.cue = "none";
}

const ARTICLE = 97;
const PRONOUN = 105;

/** "a cat", "I think", and "y", "o", "e" between two labels: a word of one letter. */
function readSmallWord(reading: Reading, cursor: Cursor, letter: number): void {
  if (reading.list !== "none" && letter !== PRONOUN) reading.separated = true;
  else if (letter === PRONOUN) reading.subject = null;
  else if (!isRomanceArticle(cursor, letter)) {
    if (reading.cue === "answer" && reading.near) stateText(reading, cursor.start);
    passWord(reading);
  }
}

/** "é a letra B", "a alternativa C": an article between a cue and its label. */
function isRomanceArticle(cursor: Cursor, letter: number): boolean {
  return letter === ARTICLE && peek(cursor) === Kind.Noun;
}

/** True where the letter stands under a cue and was declared or refused by it. */
function readDeclared(
  reading: Reading,
  cursor: Cursor,
  next: Kind,
  form: { readonly spoken: boolean; readonly small: boolean },
): boolean {
  const { cue, near, link, blocked } = reading;
  switch (cue) {
    case "box":
      reading.cue = "none";
      // A box that is not closed was cut off, and so may be what is in it.
      if (cursor.closed || !cursor.text.slice(cursor.end, cursor.end + BOX_LENGTH).includes("}")) return false;
      break;
    case "answer":
      if (blocked) return false;
      if (!near && (link === "none" || (form.small && link === "sign"))) return false;
      if (near && link === "none" && !standsApart(cursor, next, form)) return false;
      if (form.spoken && isArticle(reading, cursor, next)) {
        stateText(reading, cursor.start);
        return false;
      }
      break;
    case "verb":
      if (reading.negated || blocked) return false;
      if (form.small && link === "none" && !standsApart(cursor, next, form)) return false;
      if (cursor.kind === Kind.Foreign && form.spoken) return false;
      break;
    default:
      return false;
  }
  if (cursor.kind === Kind.Foreign) {
    if (form.spoken && link !== "word") return false;
    withdraw(reading, cursor);
    return true;
  }
  declare(reading, declarationAt(cursor, cue === "box" ? "box" : "cue"));
  reading.list = "current";
  reading.separated = false;
  return true;
}

const BOX_LENGTH = 200;

/** "Answer B", "answer (b)", but not "answer choice A refers to" or "answer a question". */
function standsApart(cursor: Cursor, next: Kind, form: { readonly spoken: boolean; readonly small: boolean }): boolean {
  if (form.small) return "([{*`\"'$".includes(cursor.text.charAt(cursor.start - 1));
  return !form.spoken || next === Kind.Because || next === Kind.And;
}

/** After "is" a capital A is a label, for an article would be small; after a colon it may begin a sentence. */
function isArticle(reading: Reading, cursor: Cursor, next: Kind): boolean {
  if ((cursor.text.charCodeAt(cursor.start) | 32) !== ARTICLE || next !== Kind.Other) return false;
  return reading.link !== "word" || isShouted(cursor);
}

/** "THE ANSWER IS A CAT": where all is in capitals, the case says nothing. */
function isShouted({ text, start, end }: Cursor): boolean {
  let at = end;
  while (text.charCodeAt(at) === 32) at++;
  return isCapital(text.charCodeAt(at + 1)) && isCapital(text.charCodeAt(start - 2));
}

/** Further labels after one: of a list none may be picked. True where the label only belonged to the list. */
function readListed(reading: Reading, cursor: Cursor, next: Kind): boolean {
  const listed =
    reading.list === "lead" ? reading.lead : reading.list === "current" ? reading.current : reading.subject;
  if (listed === null) return false;
  if (listed.label === cursor.label && cursor.kind === Kind.Label) return reading.list !== "subject";
  // "A: B" may be an answer B, and may be an option A.
  const blank = reading.list === "lead" ? /^:?\s+$/ : /^\s+$/;
  const adjacent = blank.test(cursor.text.slice(listed.end, Math.min(cursor.start, listed.end + 4)));
  const ends = LIST_ENDS.has(next) && (!cursor.leads || isRestBlank(cursor));
  if (!ends || !(reading.separated || adjacent)) {
    if (reading.list !== "subject") reading.list = "none";
    return false;
  }
  if (reading.list === "subject") return false;
  const nothing = declarationAt(cursor, "list", null);
  if (reading.list === "lead") reading.lead = nothing;
  else reading.current = nothing;
  reading.several = true;
  reading.bare = null;
  return true;
}

const LIST_ENDS: ReadonlySet<Kind> = new Set<Kind>([
  Kind.End,
  Kind.Break,
  Kind.Stop,
  Kind.Comma,
  Kind.Slash,
  Kind.And,
  Kind.Plural,
  Kind.Because,
  Kind.But,
  Kind.Close,
  Kind.Label,
  Kind.Foreign,
]);

/** A label at the start of the text or of a line: an answer of its own, or an option that is stated again. */
function readPlace(reading: Reading, cursor: Cursor, next: Kind): void {
  const marked = isMarked(cursor);
  const here = declarationAt(cursor, "lead");
  if (!reading.begun && isLead(cursor, next, marked)) reading.lead = here;
  if (cursor.leads && isRestBlank(cursor)) {
    const rival = reading.bare !== null && reading.bare.label !== cursor.label;
    reading.bare = declarationAt(cursor, "line", rival ? null : cursor.label);
  } else reading.bare = null;

  const first = reading.item ?? reading.lead;
  const second = first !== null && first.label === 0 && cursor.label === 1 && marked && next !== Kind.Copula;
  if (second && (cursor.leads || closesBracket(cursor))) {
    // The options are being stated: the first of them was no answer.
    if (reading.lead?.start === first.start) reading.lead = null;
    if (reading.current?.start === first.start) reading.current = reading.previous;
  }
  if (cursor.leads && marked) reading.item = here;
}

function isLead(cursor: Cursor, next: Kind, marked: boolean): boolean {
  // In Korean and Japanese the verb closes the sentence: `B입니다`.
  if (
    next === Kind.Copula &&
    (cursor.text.startsWith("입니다", cursor.end) || cursor.text.startsWith("です", cursor.end))
  )
    return true;
  if (next === Kind.Copula || next === Kind.Plural) return false;
  const after = cursor.text.charCodeAt(cursor.end);
  if (after === QUESTION) return false;
  return marked || next === Kind.End || next === Kind.Break || next === Kind.Because || next === Kind.Colon;
}

/** Labels outside of cues count only in the last sentence, and only where the clause ends with them. */
function readMentioned(reading: Reading, cursor: Cursor, next: Kind, small: boolean): void {
  const { cue, negated, denied, supposed, doubted } = reading;
  reading.doubted = false;
  if (negated || denied || supposed) return;
  if (doubted && !small && CLAUSE_ENDS.has(next)) {
    declare(reading, declarationAt(cursor, "cue"));
    return;
  }
  reading.rivals ||= reading.named !== null && reading.named !== cursor.label;
  if (!small) reading.named ??= cursor.label;
  if (!CLAUSE_ENDS.has(next) || isDigitLabel(cursor)) return;
  const enclosed = cursor.start > 0 && "([*".includes(cursor.text.charAt(cursor.start - 1));
  const alone = reading.opens && next === Kind.End;
  if ((cue === "weak" || alone) && (!small || enclosed)) reading.closing = declarationAt(cursor, "closing");
  else if (cue === "noun" || enclosed) reading.mention = declarationAt(cursor, "mention");
}

const CLAUSE_ENDS: ReadonlySet<Kind> = new Set<Kind>([
  Kind.End,
  Kind.Break,
  Kind.Stop,
  Kind.Comma,
  Kind.Because,
  Kind.Close,
]);

const QUESTION = 63;

/** Whether a mark follows at once, as in `A)`, `A:`, `**A** `. */
function isMarked({ text, end }: Cursor): boolean {
  const code = text.charCodeAt(end);
  if (code === TAB || isCjkMark(code)) return true;
  return end < text.length && code > 32 && !isWordCode(code) && code < 0x2000 && code !== QUESTION;
}

const TAB = 9;

/** 、 and 。 and the brackets of their block. */
function isCjkMark(code: number): boolean {
  return code > 0x3000 && code <= 0x301f;
}

function closesBracket({ text, end }: Cursor): boolean {
  return text.charAt(end) === ")" || text.charAt(end) === "]";
}

/** Whether nothing but marks follows up to the end of the line. */
function isRestBlank({ text, end }: Cursor): boolean {
  for (let at = end; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) return true;
    if (code === QUESTION || isWordCode(code) || (code >= 0x2e80 && !isCjkMark(code))) return false;
    if (code === 60) return !isWordCode(text.charCodeAt(at + 1));
  }
  return true;
}

/** Whether a word follows after nothing but blanks. */
function isFollowedByWord({ text, end }: Cursor): boolean {
  let at = end;
  while (text.charCodeAt(at) === 32) at++;
  return at > end && isWordCode(text.charCodeAt(at));
}

function isSmall({ text, start }: Cursor): boolean {
  const code = text.charCodeAt(start);
  return code >= 97 && code <= 122;
}

function isDigitLabel({ text, start }: Cursor): boolean {
  return text.charCodeAt(start) < 65;
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}
