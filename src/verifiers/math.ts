import * as v from "valibot";
import { defineVerifier } from "../core/define.ts";
import { missingTarget, noAnswer, right, unusableTarget, wrong } from "../core/score.ts";
import { shorten } from "../core/text.ts";
import type { Attempt, Score } from "../core/types.ts";
import { formOf } from "../extractors/math.ts";
import type { AnswerText } from "../math/answer.ts";
import { findAnswer, RULES, type Search } from "../math/find.ts";
import type { Policy } from "../math/outcome.ts";
import { judge, type Target, targetOf, type Verdict } from "../math/verdict.ts";

const nonNegative = v.pipe(v.number(), v.minValue(0), v.finite());

const options = v.object({
  strictBoxed: v.pipe(v.optional(v.boolean(), false), v.description("Only a boxed answer counts.")),
  strict: v.pipe(
    v.optional(v.boolean()),
    v.description(
      "`true` is `strict_boxed`; `false` lets names differ and a tuple stand for a set, without certainty.",
    ),
  ),
  floatRounding: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(15))),
    v.description("Decimals are the same within half a unit of this decimal place; 6 where none is given."),
  ),
  relTol: v.pipe(v.optional(nonNegative, 0), v.description("Allowed difference, as a share of the target.")),
  absTol: v.pipe(v.optional(nonNegative, 0), v.description("Allowed difference.")),
  percentLoose: v.pipe(v.optional(v.boolean(), false), v.description("28 % is 28 as well as 0.28.")),
  allowSetRelation: v.pipe(
    v.optional(v.boolean(), false),
    v.description("An inequality may answer for the set that it describes."),
  ),
  decimalComma: v.pipe(
    v.optional(v.picklist(["auto", "never"]), "auto"),
    v.description("Whether `12,5` in plain text may be a decimal; a verdict that rests on it is not sure."),
  ),
});

/** How many targets are kept as they were read: a data set asks for each of them many times in a row. */
const KEPT_TARGETS = 256;

/**
 * The answer is mathematically a target. Reasons: `match`, `tolerance`, `mismatch`, which are sure; and where another
 * reading or a policy could turn the verdict: `percent`, `unit_conflict`, `unit_converted`, `log_base`, `decimal_comma`,
 * `rounded`, `approximation`, `name`, `order`, `partial`, `solution_set`, `set_relation`, `text_mismatch`, `undecided`,
 * `answer_unparsed`, `limit`, `ambiguous` and the others that the page of this verifier lists. `no_answer` where nothing
 * was found. A blank target is a broken sample.
 */
export const math = defineVerifier({
  type: "math",
  summary: "The answer is mathematically the same as a target.",
  options,
  needsTarget: true,
  create: (given) => {
    const policy: Policy = {
      floatRounding: given.floatRounding ?? 6,
      roundingGiven: given.floatRounding !== undefined,
      relTol: given.relTol,
      absTol: given.absTol,
      percentLoose: given.percentLoose,
      allowSetRelation: given.allowSetRelation,
      lenient: given.strict === false,
    };
    const decimalComma = given.decimalComma === "auto";
    const search: Search = { strictBoxed: given.strictBoxed || given.strict === true, prefer: RULES, target: false };
    const kept = new Map<string, Target | null>();
    const read = (text: string): Target | null => {
      const known = kept.get(text);
      if (known !== undefined) return known;
      if (kept.size >= KEPT_TARGETS) kept.clear();
      const found = findAnswer(text, { strictBoxed: false, prefer: RULES, target: true });
      const target = found === null ? null : targetOf(found, found.ambiguous, decimalComma);
      kept.set(text, target);
      return target;
    };
    return (attempt) => check(attempt, search, read, decimalComma, policy);
  },
});

function check(
  attempt: Attempt,
  search: Search,
  read: (text: string) => Target | null,
  decimalComma: boolean,
  policy: Policy,
): Score {
  const { targets, answer, extraction } = attempt;
  if (targets.length === 0) return missingTarget();
  const expected = targets.map(read).filter((target) => target !== null);
  if (expected.length === 0) return unusableTarget(`there is no answer in the target: ${shorten(targets.join(" | "))}`);
  if (answer === null) return noAnswer();
  const form = formOf(extraction, answer);
  const found = form === null ? findAnswer(answer, search) : null;
  const given: AnswerText | null = form === null ? found : { text: answer, form };
  if (given === null) return noAnswer();
  const clear = found?.ambiguous !== true && extraction?.ambiguous !== true;
  let best: Verdict | null = null;
  let chosen = expected[0];
  for (const target of expected) {
    const verdict = judge(given, target, decimalComma, policy);
    if (best === null || rank(verdict) > rank(best)) [best, chosen] = [verdict, target];
    if (verdict.same && verdict.sure) break;
  }
  if (best === null) return noAnswer();
  return scoreOf(best, given, chosen?.answer.text ?? "", clear && chosen?.ambiguous !== true);
}

/** Of several targets the one that fits decides, then one that may fit. */
function rank({ same, sure }: Verdict): number {
  return same ? (sure ? 3 : 2) : sure ? 0 : 1;
}

function scoreOf({ same, sure, reason, why }: Verdict, given: AnswerText, target: string, clear: boolean): Score {
  const trace = `math: ${shorten(given.text)} ${same ? "is" : "is not"} ${shorten(target)}`;
  const notes = { answer: given.text, raw: why === undefined ? trace : `${trace} (${why})` };
  const said = sure && !clear ? "ambiguous" : reason;
  return same ? right(said, sure && clear, notes) : wrong(said, sure && clear, notes);
}
