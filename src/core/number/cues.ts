import { isDigit, isLetter } from "./glyphs.ts";
import { isStop } from "./stops.ts";
import { roleOf } from "./words.ts";

/** A word that announces an answer, as it stands in a text. */
export interface CueWord {
  readonly from: number;
  readonly to: number;
  /** `A` at the start of a line, which announces only together with a colon. */
  readonly letter: boolean;
}

/** By the letter that a scan from the end stops at: the word, and how many characters stand before that letter. */
const CUE_WORDS: ReadonlyMap<string, readonly (readonly [word: string, before: number])[]> = new Map([
  [
    "w",
    [
      ["answer", 3],
      ["antwort", 3],
      ["antwoord", 3],
      ["jawabannya", 2],
      ["jawaban", 2],
      ["odpowiedź", 4],
    ],
  ],
  [
    "p",
    [
      ["réponse", 2],
      ["reponse", 2],
      ["respuesta", 3],
      ["risposta", 3],
      ["resposta", 3],
      ["cevap", 4],
      ["odpověď", 2],
    ],
  ],
  ["đ", [["đáp án", 0]]],
  [
    "ا",
    [
      ["الإجابة", 0],
      ["الجواب", 0],
    ],
  ],
  ["उ", [["उत्तर", 0]]],
  ["উ", [["উত্তর", 0]]],
  ["ค", [["คำตอบ", 0]]],
  ["ת", [["תשובה", 0]]],
  ["в", [["ответ", 2]]],
  [
    "答",
    [
      ["答案", 0],
      ["答え", 0],
      ["答", 0],
    ],
  ],
  [
    "답",
    [
      ["정답", 1],
      ["답", 0],
    ],
  ],
]);

/** The cue word whose marked letter stands at `at`, or null. */
export function cueWordAt(text: string, at: number): CueWord | null {
  const character = text.charAt(at);
  if (character === "A") return readLetter(text, at);
  for (const [word, before] of CUE_WORDS.get(character) ?? CUE_WORDS.get(character.toLowerCase()) ?? []) {
    // Nearly every w and p of a text ends here.
    if (before > 0 && text.charAt(at - 1).toLowerCase() !== word[before - 1]) continue;
    const from = at - before;
    const to = from + word.length;
    if (from < 0 || text.slice(from, to).toLowerCase() !== word) continue;
    const end = text[to] === "s" ? to + 1 : to;
    if (isLetter(text.charCodeAt(from - 1)) || isLetter(text.charCodeAt(end))) return null;
    return { from, to: end, letter: false };
  }
  return null;
}

/** The `A` of `A: 72`, at the start of a line; with a `B:` line below it is the first of several options. */
function readLetter(text: string, at: number): CueWord | null {
  let from = at;
  while (from > 0 && " \t*_>#".includes(text.charAt(from - 1))) from--;
  if (from > 0 && text[from - 1] !== "\n") return null;
  const colon = skipMarkup(text, at + 1);
  if (text[colon] !== ":") return null;
  const line = text.indexOf("\n", colon);
  if (line !== -1 && text[line + 1] === "B" && ":).".includes(text[line + 2] ?? " ")) return null;
  return { from: at, to: at + 1, letter: true };
}

const VERBS: ReadonlySet<string> = new Set(
  "is are was be equals becomes ist lautet est es é adalah là هي هو है হল হলো คือ".split(" "),
);
/** More words than this between `answer` and `is` make another sentence of it. */
const MOST_WORDS = 12;
const LONGEST_WORD = 40;

/** The offset behind a cue word and what links it to the answer (`:`, `is`, `to the question is`), or -1. */
export function cueAfter(text: string, word: CueWord, limit: number): number {
  const tag = text.charAt(word.from - 1);
  if (tag === "/") return -1;
  if (tag === "<" && text[word.to] === ">") return word.to + 1;
  let at = skipMarkup(text, word.to);
  if (isSeparator(text, at)) return at + 1;
  if (word.letter) return -1;
  if (isDash(text, at)) return at + 1;
  const next = text.charAt(at);
  if (next === "\n" || next === "\r") return isHeading(text, word.from) ? at : -1;
  if (isDigit(next.charCodeAt(0)) || next === "$" || next === "\\") return isHeading(text, word.from) ? at : -1;
  for (let words = 0; words < MOST_WORDS && at < limit; words++) {
    const from = at;
    while (at < limit && at - from < LONGEST_WORD && !endsWord(text, at)) at++;
    const said = text.slice(from, at).toLowerCase();
    if (VERBS.has(said)) return at;
    // `the answer cannot be 5` declares what it is not: the denial belongs to what is read.
    if (roleOf(said) === "not") return from;
    if (isSeparator(text, at)) return at + 1;
    if (at >= limit || isStop(text, at)) return -1;
    at = skipMarkup(text, at + 1);
  }
  return -1;
}

function endsWord(text: string, at: number): boolean {
  const character = text.charAt(at);
  return character === " " || character === "," || character === ")" || isSeparator(text, at) || isStop(text, at);
}

function isSeparator(text: string, at: number): boolean {
  return at < text.length && ":=：→＝是为為は는은".includes(text.charAt(at));
}

function isDash(text: string, at: number): boolean {
  return at < text.length && "-–—".includes(text.charAt(at)) && text[at - 1] === " " && text[at + 1] === " ";
}

/** Words that may stand before `answer` where it is a heading. */
const HEADING_WORDS: ReadonlySet<string> = new Set(["", "the", "my", "final", "the final", "my final", "correct"]);
const LONGEST_HEADING = 24;

/** Nothing but markup and words like `final` stands before it on its line. */
function isHeading(text: string, at: number): boolean {
  let from = at;
  while (from > 0 && at - from < LONGEST_HEADING && text[from - 1] !== "\n") from--;
  if (from > 0 && text[from - 1] !== "\n") return false;
  const words = text.slice(from, at).replace(/[^a-z]+/gi, " ");
  return HEADING_WORDS.has(words.trim().toLowerCase());
}

function skipMarkup(text: string, at: number): number {
  let to = at;
  while (to < text.length && " \t*_`\"'()".includes(text.charAt(to))) to++;
  return to;
}
