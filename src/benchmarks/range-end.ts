import type { Extraction } from "../core/types.ts";

/** Bounded runs, looked for at the end of the text alone. */
const RANGE =
  /\b(?:between|from|around|about|roughly|approximately)\s{1,3}[$€£]?\d[\d,]{0,20}(?:\.\d{1,20})?\s?[-–—]\s?[$€£]?(\d[\d,]{0,20}(?:\.\d{1,20})?)[^\d\n]{0,60}$/i;

/**
 * The upper end of a range that closes an answer: `between 15-20`. Its dash is no sign. The number extractor refuses
 * ranges; a benchmark takes the last number that is there, as others do, and marks it as doubtful. An expression such
 * as `10-3` has no word before it, and stays no answer.
 */
export function rangeEnd(text: string): Extraction | null {
  const found = RANGE.exec(text.trimEnd().slice(-160));
  const end = found?.[1];
  return end === undefined ? null : { text: end.replaceAll(",", ""), rule: "range_end", ambiguous: true };
}
