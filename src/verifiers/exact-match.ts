import * as v from "valibot";
import { defineVerifier } from "../core/define.ts";
import { missingTarget, noAnswer, right, wrong } from "../core/score.ts";
import { normalizeText, shorten } from "../core/text.ts";

const options = v.object({
  ignoreCase: v.pipe(v.optional(v.boolean(), true), v.description("Compare without regard to letter case.")),
  strip: v.pipe(v.optional(v.boolean(), true), v.description("Ignore white space around and within the texts.")),
  whitespace: v.pipe(
    v.optional(v.picklist(["trim", "collapse", "none"])),
    v.description("`trim` ignores it at the ends, `collapse` folds inner runs too; wins over `strip`."),
  ),
});

/**
 * The answer is one of the targets, letter for letter. A mismatch is never confident: another spelling may mean the
 * same. Reasons: `match`, `mismatch`, `no_answer`.
 */
export const exactMatch = defineVerifier({
  type: "exact_match",
  summary: "The answer equals a target, by default without regard to case and white space.",
  options,
  needsTarget: true,
  aliases: { caseSensitive: { to: "ignoreCase", invert: true } },
  create: ({ ignoreCase, strip, whitespace = strip ? "collapse" : "none" }) => {
    const form = { ignoreCase, whitespace };
    return ({ answer, targets }) => {
      if (targets.length === 0) return missingTarget();
      if (answer === null) return noAnswer();
      const given = normalizeText(answer, form);
      for (const target of targets) {
        if (normalizeText(target, form) === given)
          return right("match", true, { raw: `exact_match: ${shorten(given)}` });
      }
      return wrong("mismatch", false, {
        raw: `exact_match: ${shorten(given)} is not ${shorten(targets.join(" | "))}`,
      });
    };
  },
});
