import type { Json } from "../core/types.ts";
import { explanationIn, plainKey, valuesUnder } from "./json-fields.ts";
import { legible, type Reading, read, unread, withoutThinking, withoutVerdict } from "./reading.ts";
import { type FoundObject, findObjects } from "./reply-json.ts";

/** The scale on which a judge was asked to score. */
export interface Scale {
  readonly low: number;
  readonly high: number;
}

/** A score on its scale, and where its digits stand in the reply as it is read. */
export interface ReadScore {
  readonly score: number;
  readonly explanation?: string;
  readonly object?: FoundObject;
}

const NUMBER = "[-+−]?(?:\\d{1,15}(?:\\.\\d{1,15})?|\\.\\d{1,15})(?:[eE][-+]?\\d{1,3})?";
const WHOLE = new RegExp(
  `^(${NUMBER})(?:\\s{0,2}(?:/|out of|of)\\s{0,2}(${NUMBER}))?\\s{0,2}(%)?(?:\\s{0,2}points?)?$`,
  "i",
);

/** What a scale is told by is no score: "on a scale of 1 to 10", "(0-10)", "from 1 to 5". */
const SCALE_TALK = new RegExp(
  `(?:\\bon an? )?\\b(?:scale|range)\\b(?: of| from| is)?:?\\s{0,2}${NUMBER}\\s{0,2}(?:to|-|–|—|and)\\s{0,2}${NUMBER}|\\b(?:from|between)\\s${NUMBER}\\s(?:to|and)\\s${NUMBER}|\\(\\s{0,2}${NUMBER}\\s{0,2}(?:to|-|–)\\s{0,2}${NUMBER}\\s{0,2}\\)|\\bon an? ${NUMBER}[- ]point scale`,
  "gi",
);

/** "Score: 8", "Overall rating is 7/10", "[[9]]". */
const DECLARED = new RegExp(
  `\\[\\[\\s{0,4}(${NUMBER})\\s{0,4}\\]\\]|(?<![\\p{L}\\p{N}_])(?:score|rating|grade|mark|verdict)(?![\\p{L}\\p{N}_])["'*_\`)]{0,6}\\s{0,4}(?:[:=]|\\bis\\b:?|\\bof\\b)[\\s*_\`"'([{$<]{0,16}(${NUMBER})((?:\\s{0,2}(?:/|out of|of)\\s{0,2}${NUMBER})?\\s{0,2}%?)(?![\\p{L}\\p{N}]|[.,/]\\d|\\s{0,2}[-–—]\\s{0,2}\\d|\\s(?:or|to)\\s\\d)`,
  "giu",
);

const BEFORE = new Set(
  "my the a an our your this so therefore thus hence and in final finally overall total i give it with".split(" "),
);

/** The closing sentence of a judge that talks: "I would rate this 7", "it deserves a 7/10". */
const RATED = new RegExp(
  `\\b(?:rate|rated|score|scored|give|gave|assign|award|deserves|earns|merits)\\b[^.\\n\\d]{0,60}?(${NUMBER})((?:\\s{0,2}(?:/|out of|of)\\s{0,2}${NUMBER})?)(?![\\p{L}\\p{N}%]|[.,/]\\d|\\s{0,2}[-–—]\\s{0,2}\\d|\\s(?:or|to)\\s\\d)`,
  "gi",
);

/**
 * Reads a score: the JSON's `key`, a declared score, a reply that leads with a number or is one on its last line, a
 * number that the closing sentence awards. Differing ones are a contradiction. A score off the scale is never moved
 * onto it. Linear in the reply's length; never throws.
 */
export function readScore(reply: string, scale: Scale, key = "score"): Reading<ReadScore> {
  const text = legible(withoutThinking(reply));
  const wanted = plainKey(key);
  const { objects, open } = findObjects(text, (name) => plainKey(name) === wanted);
  if (objects.some((one) => one.duplicate)) return unread("contradiction", "the judge's JSON names a key twice");
  const object = objects.at(-1);
  if (object !== undefined) {
    const scores = objects.flatMap(({ value }) => valuesUnder(value, [wanted]).map((one) => scoreOf(one, scale)));
    const explanation = explanationIn(object.value);
    const reading = agreed(scores, scale);
    if (reading.read === undefined) return reading;
    return read({ score: reading.read, object, ...(explanation === undefined ? {} : { explanation }) });
  }
  if (open) return unread("truncated", "the judge's reply ends within its JSON");
  const plain = text.replace(SCALE_TALK, " ");
  for (const found of [declaredScores(plain, scale), leadingScores(plain, scale), awardedScores(plain, scale)]) {
    if (found.length === 0) continue;
    const reading = agreed(found, scale);
    return reading.read === undefined ? reading : read({ score: reading.read });
  }
  return withoutVerdict(text, "score that can be read");
}

/** A number on the scale; `false` for one that is off it, null for what is no score. */
type Found = number | false | null;

/** A score as JSON may hold it: a number, or a text such as "4", "4/5", "80 %" whose whole is the scale's. */
export function scoreOf(value: Json, scale: Scale): Found {
  if (typeof value === "number") return within(value, scale);
  if (typeof value !== "string") return null;
  const match = WHOLE.exec(value.trim().replace(/^[*_`"'([{$]{1,4}|[*_`"')\]}$.]{1,4}$/g, ""));
  if (match === null) return null;
  const [, number = "", whole, percent] = match;
  return onScale(number, whole, percent, scale);
}

function onScale(number: string, whole: string | undefined, percent: string | undefined, scale: Scale): Found {
  // "4/5" on a scale that ends at 10 is a score on another scale.
  if (whole !== undefined && toNumber(whole) !== scale.high) return false;
  if (percent !== undefined && scale.high !== 100) return false;
  return within(toNumber(number), scale);
}

function within(value: number, { low, high }: Scale): number | false {
  return value >= low && value <= high ? value : false;
}

function toNumber(text: string): number {
  return Number(text.replace("−", "-"));
}

function agreed(found: readonly Found[], { low, high }: Scale): Reading<number> {
  if (found.includes(false)) return unread("out_of_range", `the judge's score lies outside ${low} to ${high}`);
  const scores = found.filter((one): one is number => typeof one === "number");
  const [first] = scores;
  if (first === undefined || scores.length < found.length)
    return unread("unparsable", "the judge's score is no number");
  const other = scores.find((score) => score !== first);
  if (other !== undefined) return unread("contradiction", `the judge's reply gives both ${first} and ${other}`);
  return read(first);
}

function declaredScores(text: string, scale: Scale): readonly Found[] {
  return [...text.matchAll(DECLARED)].flatMap((match) => {
    const [, bracketed, number, rest = ""] = match;
    if (bracketed !== undefined) return [within(toNumber(bracketed), scale)];
    return leads(text, match.index) ? [scoreOf(`${number}${rest}`, scale)] : [];
  });
}

/** "Style score: 7" is one of several: only the score itself counts. */
function leads(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 80), index);
  const clause = before.slice(Math.max(...[...'\n.,;:!?()[]|>"*—–{'].map((mark) => before.lastIndexOf(mark))) + 1);
  return clause.split(/[^\p{L}]+/u).every((word) => word === "" || BEFORE.has(word.toLowerCase()));
}

/** A number that leads the reply or is its last line. "1. Accuracy" counts a list, and "8 or 9" is undecided. */
function leadingScores(text: string, scale: Scale): readonly Found[] {
  const lines = [text.trimStart(), text.trimEnd()];
  const first = (lines[0] ?? "").split("\n", 1)[0] ?? "";
  const last = (lines[1] ?? "").slice((lines[1] ?? "").lastIndexOf("\n") + 1);
  const found: Found[] = [];
  const leading = new RegExp(
    `^[\\s,;:*_\`"'([{$#]{0,16}(${NUMBER}(?:\\s{0,2}(?:/|out of)\\s{0,2}${NUMBER})?\\s{0,2}%?)["'*_\`)\\]}$]{0,8}(?:\\s{0,8}$|\\s{0,4}[:;!(]|\\s{1,4}[-–—]\\s{1,4}\\D|,\\s{0,4}\\D|[.]\\s{0,8}$)`,
  ).exec(first.slice(0, 400));
  if (leading?.[1] !== undefined) found.push(scoreOf(leading[1].trim(), scale));
  if (last !== first && last.length <= 80) {
    const bare = last.replace(/^[\s*_`"'([{$#]{1,16}/, "").replace(/[\s*_`"')\]}$.!]{1,16}$/, "");
    if (WHOLE.test(bare)) found.push(scoreOf(bare, scale));
  }
  return found;
}

function awardedScores(text: string, scale: Scale): readonly Found[] {
  const end = text.trimEnd();
  const tail = end.slice(Math.max(0, end.length - 1_000));
  let start = 0;
  for (const match of tail.matchAll(/[.!?]["'*_`)\]]{0,4}\s|\n/g)) start = match.index + match[0].length;
  return [...tail.slice(start).matchAll(RATED)].map(([, number = "", rest = ""]) => scoreOf(`${number}${rest}`, scale));
}
