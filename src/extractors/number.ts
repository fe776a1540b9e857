import * as v from "valibot";
import { defineExtractor } from "../core/define.ts";
import { type NumberAnswer, readAnswer } from "../core/number/answer.ts";
import type { WrittenNumber } from "../core/number/written-number.ts";
import type { Extraction } from "../core/types.ts";

const options = v.object({
  fallback: v.pipe(v.optional(v.string(), ""), v.description("The answer where no number is found.")),
});

/** What the `number` extractor finds: the reading goes along, so that a verifier still sees the unit. */
export interface NumberExtraction extends Extraction {
  /** Null where a box holds no single number. */
  readonly number: WrittenNumber | null;
}

/**
 * The number that a text gives as its answer, in normal form: `1,234.50` becomes `1234.50`, a percent sign stays. The
 * content of a box is taken as it was written. Rules: `box`, `marker` (`#### 72`), `cue` (`the answer is 72`, `A: 72`),
 * `number` (the only one), `last_number` (one of several, ambiguous), `fallback`.
 */
export const number = defineExtractor({
  type: "number",
  summary: "The content of the last box, the number that is declared as the answer, or the last number.",
  options,
  create: ({ fallback }) => {
    return (text) => {
      const answer = readAnswer(text);
      if (answer !== null) return extraction(answer);
      return fallback === "" ? null : { text: fallback, rule: "fallback" };
    };
  },
});

function extraction({ text, number, rule, span, ambiguous }: NumberAnswer): NumberExtraction {
  return {
    text,
    number,
    rule,
    ...(span === null ? {} : { span }),
    ...(ambiguous ? { ambiguous } : {}),
  };
}

/** The reading that came along with an answer, if it is still that answer. */
export function numberOf(extraction: Extraction | null | undefined, answer: string): WrittenNumber | null {
  if (extraction == null || extraction.text !== answer || !("number" in extraction)) return null;
  return (extraction as NumberExtraction).number;
}
