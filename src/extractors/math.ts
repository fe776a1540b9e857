import * as v from "valibot";
import { defineExtractor } from "../core/define.ts";
import { extractionOf } from "../math/extraction.ts";
import { findAnswer, RULES } from "../math/find.ts";

const options = v.object({
  strictBoxed: v.pipe(v.optional(v.boolean(), false), v.description("Take the content of a box, and nothing else.")),
  prefer: v.pipe(
    v.optional(v.array(v.picklist(["box", "cue", "whole", "formula", "number"])), [...RULES]),
    v.description("The rules in the order in which they are tried; a rule that is not named is not used."),
  ),
});

/**
 * The mathematical answer of a text, as it was written. Rules: `box` (the last box, with those it is listed with), `cue`
 * (`the answer is …`, `#### …`), `whole` (the text is an answer and nothing else), `formula` (the last one), `number` (the
 * last one of the text). Ambiguous where others stood by that could have been meant.
 */
export const mathAnswer = defineExtractor({
  type: "math",
  summary: "The mathematical answer: the last box, what is declared, the last formula, or the last number.",
  options,
  create: ({ strictBoxed, prefer }) => {
    const search = { strictBoxed, prefer, target: false };
    return (text) => {
      const found = findAnswer(text, search);
      return found === null ? null : extractionOf(found);
    };
  },
});
