import { plainKey, valuesUnder } from "./json-fields.ts";
import { legible, type Reading, read, unread, withoutThinking, withoutVerdict } from "./reading.ts";
import { findObjects } from "./reply-json.ts";
import { type Scale, scoreOf } from "./score-reply.ts";

/** The scores of the first and the second response, on the scale that was asked for. */
export type PairScores = readonly [first: number, second: number];

const NUMBER = "[-+−]?\\d{1,15}(?:\\.\\d{1,15})?";
const SCORE = `(${NUMBER}(?:\\s{0,2}/\\s{0,2}${NUMBER})?)`;
const BARE = new RegExp(
  `^[\\s*_\`"'([{#]{0,16}(?:(?:scores?|ratings?)\\s{0,4}[:=][\\s*_]{0,8})?${SCORE}["'*_\`)\\]}]{0,8}(?:\\s{0,4}[,;|]\\s{0,4}|\\s{1,8}|\\s{1,4}(?:and|vs\\.?)\\s{1,4})[*_\`"'([{]{0,8}${SCORE}[\\s"'*_\`)\\]}.]{0,16}$`,
  "i",
);
const NAMED = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:assistant|response|answer|output|candidate|model|score)[\\s_#]{0,3}([12AB])(?![\\p{L}\\p{N}])(?:['’]s)?["'*_\`)\\]]{0,6}(?:\\s{1,2}(?:score|rating))?\\s{0,4}(?:[:=]|\\bis\\b)[\\s*_\`"'([]{0,8}${SCORE}(?![\\p{L}\\p{N}]|[.,]\\d)`,
  "giu",
);

const FIRST_KEYS = ["score1", "response1", "assistant1", "first", "scorea", "assistanta", "a"];
const SECOND_KEYS = ["score2", "response2", "assistant2", "second", "scoreb", "assistantb", "b"];

/**
 * Reads the scores of two responses: in JSON, by name ("Assistant 1: 8"), or on lines that hold two numbers and nothing
 * else. Linear in the reply's length; never throws.
 */
export function readPair(reply: string, scale: Scale): Reading<PairScores> {
  const text = legible(withoutThinking(reply));
  const { objects, open } = findObjects(text, (key) => FIRST_KEYS.includes(plainKey(key)));
  if (objects.length === 0 && open) return unread("truncated", "the judge's reply ends within its JSON");
  if (objects.some((one) => one.duplicate)) return unread("contradiction", "the judge's JSON names a key twice");
  if (objects.length > 0) {
    return agreed(
      objects
        .map(({ value }) => [valuesUnder(value, FIRST_KEYS), valuesUnder(value, SECOND_KEYS)] as const)
        .map(([first, second]) => [scoreOf(first[0] ?? null, scale), scoreOf(second[0] ?? null, scale)] as const),
      scale,
      text,
    );
  }
  const named = new Map<string, ReturnType<typeof scoreOf>[]>([
    ["1", []],
    ["2", []],
  ]);
  for (const [, who = "", score = ""] of text.matchAll(NAMED)) {
    named.get(/[1a]/i.test(who) ? "1" : "2")?.push(scoreOf(score, scale));
  }
  const [firsts = [], seconds = []] = [named.get("1"), named.get("2")];
  const pairs =
    firsts.length > 0 && seconds.length > 0
      ? firsts.flatMap((first) => seconds.map((second) => [first, second] as const)).slice(0, 1_000)
      : [];
  const bare = text.split("\n").flatMap((line) => {
    const match = line.length > 200 ? null : BARE.exec(line);
    return match === null ? [] : [[scoreOf(match[1] ?? "", scale), scoreOf(match[2] ?? "", scale)] as const];
  });
  return agreed([...pairs, ...bare], scale, text);
}

type FoundPair = readonly [ReturnType<typeof scoreOf>, ReturnType<typeof scoreOf>];

function agreed(found: readonly FoundPair[], { low, high }: Scale, text: string): Reading<PairScores> {
  const [first] = found;
  if (first === undefined) return withoutVerdict(text, "pair of scores that can be read");
  if (found.flat().includes(false))
    return unread("out_of_range", `a score of the judge lies outside ${low} to ${high}`);
  const [one, two] = first;
  if (typeof one !== "number" || typeof two !== "number")
    return unread("unparsable", "a score of the judge is no number");
  if (found.some(([left, right]) => left !== one || right !== two)) {
    return unread("contradiction", "the judge's reply gives several pairs of scores");
  }
  return read([one, two]);
}
