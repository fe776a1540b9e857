import { missingTarget, noAnswer, right, unusableTarget, wrong } from "../core/score.ts";
import { shorten } from "../core/text.ts";
import type { Attempt, Score } from "../core/types.ts";
import type { AnswerText } from "./answer.ts";
import { formOf } from "./extraction.ts";
import { findAnswer, RULES, type Search } from "./find.ts";
import type { Policy } from "./outcome.ts";
import { judge, type Target, targetOf, type Verdict } from "./verdict.ts";

/** How answers are compared, as the verifier's options say it. Plain data: it goes to worker threads. */
export interface CheckOptions {
  readonly strictBoxed: boolean;
  readonly strict?: boolean | undefined;
  readonly floatRounding?: number | undefined;
  readonly relTol: number;
  readonly absTol: number;
  readonly percentLoose: boolean;
  readonly allowSetRelation: boolean;
  readonly decimalComma: "auto" | "never";
}

/** What is looked at of an attempt. */
export type Question = Pick<Attempt, "answer" | "extraction" | "targets">;

/** How many targets are kept as they were read: a data set asks for each of them many times in a row. */
const KEPT_TARGETS = 256;

/** Makes the function that compares one answer with its targets. It keeps the targets that it has read. */
export function newCheck(given: CheckOptions): (question: Question) => Score {
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
  return (question) => check(question, search, read, decimalComma, policy);
}

function check(
  { targets, answer, extraction }: Question,
  search: Search,
  read: (text: string) => Target | null,
  decimalComma: boolean,
  policy: Policy,
): Score {
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
