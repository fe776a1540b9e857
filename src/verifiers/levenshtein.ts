import * as v from "valibot";
import { defineVerifier } from "../core/define.ts";
import { levenshteinDistance } from "../core/edit-distance.ts";
import { broken, missingTarget, noAnswer, unusableTarget } from "../core/score.ts";
import { isBlank, normalizeText, shorten } from "../core/text.ts";

const options = v.object({
  ignoreCase: v.pipe(v.optional(v.boolean(), false), v.description("Compare without regard to letter case.")),
  threshold: v.pipe(
    v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    v.description("The similarity from which on the output passes; absent means that nothing is said about passing."),
  ),
  maxLength: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)), 10_000),
    v.description("Characters that may remain of either text once what they share at both ends is left out."),
  ),
});

/**
 * How alike the answer and the nearest target are, letter by letter: 1 - distance / length of the longer, counted in
 * code points of Unicode form NFC, trimmed. Letter case counts unless told otherwise, as in the measure of that name
 * elsewhere. Time grows with the product of the lengths (10,000 times 10,000 take 0.1 s, 100,000 times 100,000 some
 * 5 s), so longer texts are a broken check, `too_long`, rather than a wait. Sure only where the texts are equal.
 * Reasons: `match`, `similar`, `mismatch`, `no_answer`.
 */
export const levenshtein = defineVerifier({
  type: "levenshtein",
  needsTarget: true,
  summary: "The similarity of the answer to a target by edit distance.",
  options,
  aliases: { caseSensitive: { to: "ignoreCase", invert: true } },
  create: ({ ignoreCase, threshold, maxLength }) => {
    const codesOf = (text: string) => codePoints(normalizeText(text, { ignoreCase, whitespace: "trim" }));
    return ({ answer, targets }) => {
      if (targets.length === 0) return missingTarget();
      const usable = targets.filter((target) => !isBlank(target));
      if (usable.length === 0) return unusableTarget("the target is blank");
      // Without a threshold nothing passes or fails, no answer either.
      if (answer === null) return { ...noAnswer(), pass: threshold === undefined ? null : false };
      const given = codesOf(answer);
      let best = 0;
      let tooLong = false;
      for (const target of usable) {
        const wanted = codesOf(target);
        const longer = Math.max(given.length, wanted.length);
        // The lengths alone tell that it cannot be the best.
        if (1 - Math.abs(given.length - wanted.length) / longer < best) continue;
        const [left, right] = withoutSharedEnds(given, wanted);
        if (Math.min(left.length, right.length) > 0 && Math.max(left.length, right.length) > maxLength) tooLong = true;
        else best = Math.max(best, 1 - levenshteinDistance(left, right) / longer);
        if (best === 1) break;
      }
      if (tooLong && best < 1) {
        return broken("verifier", "too_long", `the texts differ over more than ${maxLength} characters`);
      }
      return {
        value: best,
        pass: threshold === undefined ? null : best >= threshold,
        confident: best === 1,
        reason: best === 1 ? "match" : best > 0 ? "similar" : "mismatch",
        raw: `levenshtein: ${shorten(answer)} to ${shorten(usable.join(" | "))}: ${best.toFixed(4)}`,
      };
    };
  },
});

function codePoints(text: string): readonly number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

/** What both begin or end with never changes the distance, and is most of two long texts that are alike. */
function withoutSharedEnds(
  a: readonly number[],
  b: readonly number[],
): readonly [readonly number[], readonly number[]] {
  const shorter = Math.min(a.length, b.length);
  let from = 0;
  while (from < shorter && a[from] === b[from]) from++;
  let shared = 0;
  while (shared < shorter - from && a[a.length - 1 - shared] === b[b.length - 1 - shared]) shared++;
  return [a.slice(from, a.length - shared), b.slice(from, b.length - shared)];
}
