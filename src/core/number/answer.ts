import { isBlank } from "../text.ts";
import { boxContent } from "./box.ts";
import { type Declaration, findDeclaration } from "./declaration.ts";
import { isDigit, isNumeral, isSpace, plainMathsDigits } from "./glyphs.ts";
import { readSentence } from "./sentence.ts";
import { isListMark, isStop, sentenceEnd, sentenceStart } from "./stops.ts";
import type { Candidate, Sentence } from "./walk.ts";
import type { WrittenNumber } from "./written-number.ts";

/** Which rule found the answer; `number` is the only one in an undeclared text, `last_number` one of several. */
export type AnswerRule = "box" | "marker" | "cue" | "number" | "last_number";

/** The number that a text gives as its answer. Plain data. */
export interface NumberAnswer {
  /** The number in its normal form with its percent sign; the content of a box as it was written. */
  readonly text: string;
  /** Null where a box holds no single number. */
  readonly number: WrittenNumber | null;
  readonly rule: AnswerRule;
  /** Where it stands, in UTF-16 units; null where styled digits made the text shorter. */
  readonly span: readonly [from: number, to: number] | null;
  /** Other numbers stood by, and could have been meant. */
  readonly ambiguous: boolean;
}

/** A declaration that takes the answer back: `7 or 8`, an expression, a word. */
const WITHDRAWN = "withdrawn";

/**
 * Reads the answer of a whole text. The last of `\boxed{…}`, `#### …` and a cue like `the answer is …` decides; where
 * nothing is declared, the last number does. Null where there is none, or no single one: alternatives, ranges, lists
 * and expressions are never cut down to one of their numbers. Linear in the length of the text.
 */
export function readAnswer(given: string): NumberAnswer | null {
  const plain = plainNumber(given);
  if (plain !== null) return plain;
  const text = plainMathsDigits(given);
  const declared = findDeclaration(text, (declaration) => readDeclared(text, declaration));
  if (declared === WITHDRAWN) return null;
  const answer = declared ?? lastNumber(text);
  return answer === null || text === given ? answer : { ...answer, span: null };
}

const LONGEST_PLAIN = 15;

/** Nearly all targets and many answers: a few digits and nothing else. */
function plainNumber(text: string): NumberAnswer | null {
  const { length } = text;
  if (length === 0 || length > LONGEST_PLAIN) return null;
  const start = text.charCodeAt(0) === 0x2d ? 1 : 0;
  for (let at = start; at < length; at++) if (!isDigit(text.charCodeAt(at))) return null;
  if (start === length) return null;
  const number = { text, value: Number(text), percent: false, unit: null, whole: true, exact: true, doubtful: false };
  return { text, number, rule: "number", span: [0, length], ambiguous: false };
}

function readDeclared(text: string, declaration: Declaration): NumberAnswer | typeof WITHDRAWN | null {
  const { rule, from, to, unclosed } = declaration;
  if (rule === "box") return readBox(text, from, to, unclosed);
  const end = sentenceEnd(text, from, to);
  const sentence = readSentence(text, from, end, true);
  const { first, result, immediate } = sentence;
  if (rule === "marker" && ((!immediate && result === null) || isListMark(text, from, first))) return null;
  if (first === null) return isDenial(text, from, end, sentence) ? WITHDRAWN : null;
  // The value after the last equals sign, unless a number follows the cue at once.
  return answerOf(!immediate && result !== null ? result : first, rule, sentence.several || unclosed) ?? WITHDRAWN;
}

/** What is declared is no number: a time, a name, a denied number, or words that end the text. */
function isDenial(text: string, from: number, end: number, sentence: Sentence): boolean {
  if (sentence.labels || sentence.several) return true;
  if (!sentence.words || !":：=".includes(text.charAt(from - 1))) return false;
  let at = end;
  while (at < text.length && (isStop(text, at) || isSpace(text.charCodeAt(at)) || text[at] === "*")) at++;
  return at === text.length;
}

function readBox(text: string, from: number, to: number, unclosed: boolean): NumberAnswer | null {
  const content = boxContent(text.slice(from, to));
  if (isBlank(content)) return null;
  const sentence = readSentence(content, 0, content.length, true);
  const { first, result, immediate, several, labels } = sentence;
  const candidate = !immediate && result !== null ? result : first;
  const number = candidate === null || candidate.joined ? null : candidate.number;
  return { text: content, number, rule: "box", span: [from, to], ambiguous: several || labels || unclosed };
}

function answerOf(candidate: Candidate, rule: AnswerRule, ambiguous: boolean): NumberAnswer | null {
  const { number, from, to, joined } = candidate;
  if (number === null || joined) return null;
  return { text: number.percent ? `${number.text}%` : number.text, number, rule, span: [from, to], ambiguous };
}

/** The last number of an undeclared text, sentence by sentence from the end; each sentence is read once. */
function lastNumber(text: string): NumberAnswer | null {
  for (let end = text.length; end > 0; ) {
    const numeral = lastNumeral(text, end);
    if (numeral === -1) return null;
    const from = sentenceStart(text, numeral, 0);
    let to = numeral + 1;
    while (to < end && !isStop(text, to)) to++;
    const sentence = readSentence(text, from, to, from === 0);
    const { first, last, several } = sentence;
    if (last !== null && !isListMark(text, from, last)) {
      const ambiguous = several || lastNumeral(text, from) !== -1;
      return answerOf(last, ambiguous ? "last_number" : "number", ambiguous);
    }
    if (last === null && (first !== null || several)) return null;
    end = from;
  }
  return null;
}

function lastNumeral(text: string, end: number): number {
  for (let at = end - 1; at >= 0; at--) if (isNumeral(text.charCodeAt(at))) return at;
  return -1;
}
