import * as v from "valibot";
import { defineVerifier } from "../core/define.ts";
import { missingTarget, noAnswer, unusableTarget } from "../core/score.ts";
import { splitByScript } from "../core/script.ts";
import { foldCase, isBlank, shorten } from "../core/text.ts";

const options = v.object({
  threshold: v.pipe(
    v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    v.description("The F1 from which on the output passes; absent means that nothing is said about passing."),
  ),
});

const ARTICLES = new Set(["a", "an", "the"]);

/**
 * How many words the answer shares with the nearest target, as SQuAD measures it (Rajpurkar et al. 2016): lower case,
 * without punctuation and the articles a, an, the; words are counted as often as they stand, so `the the cat cat` has
 * half the precision of `cat` (Inspect's f1 compares sets and gives both 1). Unlike SQuAD's script a number keeps its
 * sign and the marks within it, so that -5 is not 5 and 3.5 is not 35. Scripts without blanks are compared character by
 * character. `values` holds precision and recall. Sure only where all words agree. Reasons: `match`, `overlap`,
 * `mismatch`, `no_answer`.
 */
export const f1 = defineVerifier({
  type: "f1",
  needsTarget: true,
  summary: "The words shared by the answer and a target, as F1.",
  options,
  create: ({ threshold }) => {
    return ({ answer, targets }) => {
      if (targets.length === 0) return missingTarget();
      const usable = targets.filter((target) => !isBlank(target));
      if (usable.length === 0) return unusableTarget("the target is blank");
      // Without a threshold nothing passes or fails, no answer either.
      if (answer === null) return { ...noAnswer(), pass: threshold === undefined ? null : false };
      const given = wordsOf(answer);
      let best: Overlap = { value: 0, precision: 0, recall: 0 };
      for (const target of usable) {
        const overlap = overlapOf(given, wordsOf(target));
        if (overlap.value > best.value) best = overlap;
      }
      const { value, precision, recall } = best;
      return {
        value,
        pass: threshold === undefined ? null : value >= threshold,
        confident: value === 1,
        reason: value === 1 ? "match" : value > 0 ? "overlap" : "mismatch",
        values: { precision, recall },
        raw: `f1: ${shorten(answer)} and ${shorten(usable.join(" | "))}: ${value.toFixed(4)}`,
      };
    };
  },
});

interface Overlap {
  readonly value: number;
  readonly precision: number;
  readonly recall: number;
}

function overlapOf(given: readonly string[], wanted: readonly string[]): Overlap {
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of given) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared++;
  }
  const precision = shared / given.length;
  const recall = shared / wanted.length;
  // Equal to 2pr / (p + r), and exactly 1 where all are shared.
  return { value: (2 * shared) / (given.length + wanted.length), precision, recall };
}

/** Never empty: a text of articles or punctuation alone is one word, itself. */
function wordsOf(text: string): readonly string[] {
  const folded = foldCase(text.normalize("NFC"));
  const words = folded.split(/\s+/).flatMap((piece) => {
    const word = withoutPunctuation(piece);
    if (word === "" || ARTICLES.has(word)) return [];
    return splitByScript(word);
  });
  return words.length > 0 ? words : [folded.replace(/\s+/g, "")];
}

/** Drops punctuation and symbols within a word too, as SQuAD does (`well-known`), but for what changes a number. */
function withoutPunctuation(piece: string): string {
  const sign = /^[^\p{L}\p{N}]*[-\u2212][$€£¥]?\.?\d/u.test(piece) ? "-" : "";
  return sign + piece.replace(/[\p{P}\p{S}]/gu, (mark, at: number) => (isInNumber(piece, mark, at) ? mark : ""));
}

/** `3.5`, `.5`, `1/2`, `12:30` and `10-12` are not `35`, `5`, `12`, `1230` and `1012`; but `1,000` is `1000`. */
function isInNumber(piece: string, mark: string, at: number): boolean {
  if (!/[.:/-]/.test(mark) || !/\d/.test(piece[at + 1] ?? "")) return false;
  const before = piece[at - 1] ?? "";
  return /\d/.test(before) || (mark === "." && !/[\p{L}.]/u.test(before));
}
