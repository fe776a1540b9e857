import type { Json } from "../core/types.ts";
import type { JsonObject } from "./reply-json.ts";

/** Keys are compared without case and punctuation: `isCorrect`, `is_correct` and `Is correct` are one. */
export function plainKey(key: string): string {
  return key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Keys under which a judge's JSON names a label. */
export const LABEL_KEYS: readonly string[] = [
  "verdict",
  "label",
  "grade",
  "judgment",
  "judgement",
  "decision",
  "choice",
  "winner",
  "correct",
  "iscorrect",
  "answer",
  "result",
];

export const PASS_KEYS: readonly string[] = ["pass", "passed", "passes"];

const EXPLANATION_KEYS = [
  "explanation",
  "reason",
  "reasoning",
  "rationale",
  "justification",
  "comment",
  "feedback",
  "analysis",
];

/** The values that an object has under some keys, in the object's order. Null counts as not given. */
export function valuesUnder(object: JsonObject, keys: readonly string[]): readonly Json[] {
  return Object.entries(object)
    .filter(([key, value]) => value !== null && keys.includes(plainKey(key)))
    .map(([, value]) => value);
}

/** What the judge gives as its reason, where it gives one. */
export function explanationIn(object: JsonObject): string | undefined {
  return valuesUnder(object, EXPLANATION_KEYS).find((value): value is string => typeof value === "string");
}
