import * as v from "valibot";
import { isAsserted } from "../core/assertion.ts";
import { defineVerifier } from "../core/define.ts";
import { compilePattern, type Pattern, type PatternOptions } from "../core/pattern/pattern.ts";
import { PatternError } from "../core/pattern/pattern-error.ts";
import { broken, missingTarget, noAnswer, right, unusableTarget, wrong } from "../core/score.ts";
import { occurrences } from "../core/substring.ts";
import { foldCase, isBlank, normalizeText, shorten } from "../core/text.ts";
import type { Attempt, Score } from "../core/types.ts";
import { isWholeWord } from "../core/word-edge.ts";

const options = v.object({
  ignoreCase: v.pipe(
    v.optional(v.boolean()),
    v.description("Compare without regard to letter case. Default true; with `regex` the pattern decides."),
  ),
  regex: v.pipe(v.optional(v.boolean(), false), v.description("The target is a regular expression to be found.")),
  backtracking: v.pipe(
    v.optional(v.boolean()),
    v.description("Whether a pattern with look-around or back-references may run, 250 ms for a match."),
  ),
});

/**
 * A target stands in the answer. A miss is never confident, nor is a hit that is a part of a longer word or number,
 * negated or hedged; one clean hit is enough. With `regex` the pattern alone says where words end, and whether letter
 * case counts: ignoring it by default would let `[A-Z]` match anything. Reasons: `match`, `part_of_word`,
 * `not_asserted`, `mismatch`, `no_answer`. Codes of broken checks: `missing_target`, `unusable_target`,
 * `invalid_pattern`, `needs_backtracking`, `timeout`.
 */
export const contains = defineVerifier({
  type: "contains",
  needsTarget: true,
  summary: "A target is a part of the answer, or a pattern that matches it.",
  options,
  aliases: { caseSensitive: { to: "ignoreCase", invert: true } },
  create: ({ ignoreCase, regex, backtracking }, tools) => {
    const compiled = patternCache({
      ignoreCase: ignoreCase ?? false,
      backtracking: backtracking ?? tools.backtracking,
    });
    const find = regex
      ? (answer: string, target: string) => findPattern(answer, compiled(target.normalize("NFC")))
      : (answer: string, target: string) => findText(answer, target, ignoreCase ?? true);
    return (attempt) => check(attempt, find);
  },
});

type Finding = "match" | "part_of_word" | "not_asserted" | "mismatch";

/** Any target counts, so the best finding decides. */
const BEST_FIRST: readonly Finding[] = ["match", "not_asserted", "part_of_word", "mismatch"];

function check({ answer, targets }: Attempt, find: (answer: string, target: string) => Finding): Score {
  if (targets.length === 0) return missingTarget();
  const usable = targets.filter((target) => !isBlank(target));
  if (usable.length === 0) return unusableTarget("a blank target would be contained in everything");
  if (answer === null) return noAnswer();
  let best: Finding = "mismatch";
  let failure: PatternError | null = null;
  for (const target of usable) {
    try {
      const finding = find(answer, target);
      if (BEST_FIRST.indexOf(finding) < BEST_FIRST.indexOf(best)) best = finding;
      if (best === "match") break;
    } catch (thrown) {
      if (!(thrown instanceof PatternError)) throw thrown;
      failure = thrown;
    }
  }
  // A hit of one target stands; a miss says nothing while another target could not be looked for.
  if (best === "mismatch" && failure !== null) return broken("sample", failure.code, failure.message);
  const raw = `contains: ${shorten(usable.join(" | "))} in ${shorten(answer)}: ${best}`;
  return best === "mismatch" ? wrong(best, false, { raw }) : right(best, best === "match", { raw });
}

function findText(answer: string, target: string, ignoreCase: boolean): Finding {
  const fold = ignoreCase ? foldCase : (text: string) => text;
  // Line breaks are kept beside the folded text, at the same offsets: they end what a negation reaches.
  const lines = fold(withLines(answer));
  const text = lines.replaceAll("\n", " ");
  const needle = normalizeText(target, { ignoreCase, whitespace: "collapse" });
  let best: Finding = "mismatch";
  for (const from of occurrences(text, needle)) {
    const to = from + needle.length;
    if (!isWholeWord(lines, from, to)) {
      if (best === "mismatch") best = "part_of_word";
    } else if (isAsserted(lines, from, to)) return "match";
    else best = "not_asserted";
  }
  return best;
}

function withLines(text: string): string {
  const composed = normalizeText(text, { ignoreCase: false, whitespace: "trim" });
  return composed.replace(/\s+/g, (run) => (/[\n\r\u2028\u2029]/.test(run) ? "\n" : " "));
}

function findPattern(answer: string, pattern: Pattern): Finding {
  const text = answer.normalize("NFC");
  const found = pattern.exec(text);
  if (found === null) return "mismatch";
  return isAsserted(text, ...found.span) ? "match" : "not_asserted";
}

/** Rows often share their pattern. Bounded: the oldest goes first. */
function patternCache(options: PatternOptions): (source: string) => Pattern {
  const known = new Map<string, Pattern>();
  return (source) => {
    const before = known.get(source);
    if (before !== undefined) return before;
    const pattern = compilePattern(source, options);
    if (known.size >= 100) {
      const [oldest] = known.keys();
      if (oldest !== undefined) known.delete(oldest);
    }
    known.set(source, pattern);
    return pattern;
  };
}
