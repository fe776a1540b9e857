import type { Json } from "../core/types.ts";
import { explanationIn, LABEL_KEYS, PASS_KEYS, plainKey, valuesUnder } from "./json-fields.ts";
import { binaryMenu } from "./menu.ts";
import { legible, type Reading, read, unread, withoutThinking, withoutVerdict } from "./reading.ts";
import { asObject, type FoundObject, findObjects } from "./reply-json.ts";
import { type Scale, scoreOf } from "./score-reply.ts";

/** A judge's JSON: a score on its scale, or a pass, or both. */
export interface Judgment {
  readonly score: number | null;
  readonly pass: boolean | null;
  readonly explanation?: string;
  /** Per asked dimension, on the same scale; those that the judge left out are absent. */
  readonly dimensions: Readonly<Record<string, number>>;
  readonly object: FoundObject;
}

export interface JudgmentOptions {
  readonly scale: Scale;
  /** The key of the score. */
  readonly scoreKey: string;
  readonly dimensions: readonly string[];
}

/** Reads a reply that must be JSON with a score or a pass; plain words are no judgment. Never throws. */
export function readJudgment(reply: string, { scale, scoreKey, dimensions }: JudgmentOptions): Reading<Judgment> {
  const text = legible(withoutThinking(reply));
  const scoreKeys = [plainKey(scoreKey)];
  const passKeys = [
    ...PASS_KEYS,
    ...LABEL_KEYS.filter((key) => key !== "answer" && key !== "grade" && key !== "result"),
  ];
  const keys = [...scoreKeys, ...passKeys];
  const { objects, open } = findObjects(text, (key) => keys.includes(plainKey(key)));
  const object = objects.at(-1);
  if (object === undefined) {
    if (open) return unread("truncated", "the judge's reply ends within its JSON");
    return withoutVerdict(text, `JSON with ${scoreKey} or pass`);
  }
  if (objects.some((one) => one.duplicate)) return unread("contradiction", "the judge's JSON names a key twice");
  const scores = objects.flatMap(({ value }) => valuesUnder(value, scoreKeys).map((one) => scoreOf(one, scale)));
  const passes = objects.flatMap(({ value }) => valuesUnder(value, passKeys).map(passOf));
  if (scores.includes(false)) {
    return unread("out_of_range", `the judge's score lies outside ${scale.low} to ${scale.high}`);
  }
  if (scores.includes(null)) return unread("unparsable", "the judge's score is no number");
  if (passes.includes(null)) return unread("off_menu", "the judge's pass is neither true nor false");
  if (new Set(scores).size > 1 || new Set(passes).size > 1) {
    return unread("contradiction", "the judge's reply holds two judgments that differ");
  }
  const [score, pass] = [scores[0] as number | undefined, passes[0]];
  if (score === undefined && pass === undefined)
    return unread("unparsable", `the judge's JSON has neither ${scoreKey} nor pass`);
  const named = dimensionsIn(object.value, dimensions, scale);
  if (named === null) {
    return unread("out_of_range", `the score of a dimension is no number in ${scale.low} to ${scale.high}`);
  }
  const explanation = explanationIn(object.value);
  return read({
    score: score ?? null,
    pass: pass ?? null,
    dimensions: named,
    object,
    ...(explanation === undefined ? {} : { explanation }),
  });
}

function passOf(value: Json): boolean | null {
  if (typeof value === "boolean") return value;
  const label = typeof value === "string" || typeof value === "number" ? binaryMenu().exactly(String(value)) : null;
  return label === null ? null : label.value === 1;
}

/** The scores of the dimensions, wherever a judge puts them; null where one is off the scale or no number. */
function dimensionsIn(
  object: { readonly [key: string]: Json },
  asked: readonly string[],
  scale: Scale,
): Readonly<Record<string, number>> | null {
  const places = [...valuesUnder(object, ["dimensions", "dimensionscores", "scores", "criteria"]), object];
  const found = new Map<string, number>();
  for (const dimension of asked) {
    const value = places.map((place) => under(place, dimension)).find((one) => one !== null);
    if (value === undefined || value === null) continue;
    const score = scoreOf(asObject(value)?.["score"] ?? value, scale);
    if (typeof score !== "number") return null;
    found.set(dimension, score);
  }
  return Object.fromEntries(found);
}

function under(place: Json, dimension: string): Json {
  const key = plainKey(dimension);
  if (Array.isArray(place)) {
    const item = place.map(asObject).find((one) => {
      const names = one === null ? [] : valuesUnder(one, ["name", "dimension", "criterion"]);
      return names.some((name) => typeof name === "string" && plainKey(name) === key);
    });
    return item ?? null;
  }
  const map = asObject(place);
  return map === null ? null : (valuesUnder(map, [key])[0] ?? null);
}
