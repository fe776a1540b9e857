import { type AnswerText, type Commas, plainKey, type Reading, readAnswer } from "./answer.ts";
import { newBudget, OverBudget } from "./budget.ts";
import { choiceOf } from "./choice.ts";
import { isCollection } from "./collection.ts";
import { compare } from "./compare.ts";
import { isIdentical } from "./identical.ts";
import { holds, type Node } from "./node.ts";
import { type Comparison, DIFFERENT, different, type Outcome, type Policy, SAME, same, unsure } from "./outcome.ts";
import { withParametersOf } from "./parameter.ts";
import { hash } from "./point.ts";
import { renamed } from "./rename.ts";
import { sameText } from "./same-text.ts";
import { NotMaths } from "./scan.ts";

/** A target as it is compared with: read once, however many answers there are to it. */
export interface Target {
  readonly answer: AnswerText;
  /** It is one of several that its text could mean. */
  readonly ambiguous: boolean;
  read(commas: Commas): Reading;
}

export function targetOf(answer: AnswerText, ambiguous: boolean, decimalComma: boolean): Target {
  let readings: Partial<Record<Commas, Reading>> = {};
  return {
    answer,
    ambiguous,
    read: (commas) => {
      const known = readings[commas];
      if (known !== undefined) return known;
      const reading = readAnswer(answer, decimalComma, commas, newBudget());
      readings = { ...readings, [commas]: reading };
      return reading;
    },
  };
}

/** What a comparison of two texts found, and what was made of them. */
export interface Verdict extends Outcome {
  /** Why a side could not be read. */
  readonly why?: string;
}

/** Compares an answer with a target. Never throws; work is bounded, and what exceeds the bounds is not sure. */
export function judge(answer: AnswerText, target: Target, decimalComma: boolean, policy: Policy): Verdict {
  const [quoted, wanted] = [choiceOf(answer.text), choiceOf(target.answer.text)];
  if ((quoted === null) === (wanted === null)) return judgeWhole(answer, target, decimalComma, policy);
  const choice = quoted ?? wanted;
  // One side quotes an option with its letter: the other side names the letter, or says what the option says.
  for (const part of choice === null ? [] : [choice.label, choice.body]) {
    const text = { text: part, form: quoted === null ? target.answer.form : answer.form };
    const verdict =
      quoted === null
        ? judgeWhole(answer, targetOf(text, target.ambiguous, decimalComma), decimalComma, policy)
        : judgeWhole(text, target, decimalComma, policy);
    if (verdict.same) return verdict;
  }
  return judgeWhole(answer, target, decimalComma, policy);
}

function judgeWhole(answer: AnswerText, target: Target, decimalComma: boolean, policy: Policy): Verdict {
  const budget = newBudget();
  if (plainKey(answer.text) === plainKey(target.answer.text)) return { ...SAME };
  const expected = target.read("auto");
  if (expected.node === null) return { ...different(failed(expected.failure, "target")), why: expected.why };
  const given = readAnswer(answer, decimalComma, "auto", budget);
  if (given.node === null) return { ...different(failed(given.failure, "answer")), why: given.why };
  if (given.node.kind === "text" || expected.node.kind === "text") {
    const said = sameText(answer.text, target.answer.text);
    if (said.same) return said;
  }
  const comparison: Comparison = {
    policy,
    budget,
    seed: hash(answer.text, hash(target.answer.text, 0)) ^ hash(target.answer.text, hash(answer.text, 1)),
  };
  const compared = bounded(given.node, expected.node, comparison);
  const slash = (given.slash || expected.slash) && !isIdentical(given.node, expected.node);
  const outcome = slash ? unsure(compared, "slash") : compared;
  const comma = given.comma === "decimal" || expected.comma === "decimal";
  if (outcome.same) return comma && given.comma !== expected.comma ? unsure(outcome, "decimal_comma") : outcome;
  if (given.comma !== null || expected.comma !== null) {
    const separate = withSeparators(answer, target, decimalComma, comparison);
    // `5,5` is 5.5 or twice a 5; beside a written list there is no doubt.
    const listed = isCollection(given.node) || isCollection(expected.node);
    if (separate.same) return comma && !listed ? unsure(separate, "decimal_comma") : separate;
    if (comma) return unsure(outcome, "decimal_comma");
  }
  const euler = (given.exponent && holds(expected.node, isEuler)) || (expected.exponent && holds(given.node, isEuler));
  return euler ? unsure(outcome, "exponent") : outcome;
}

function isEuler(node: Node): boolean {
  return node.kind === "constant" && node.name === "e";
}

function failed(failure: "unparsed" | "limit", side: "answer" | "target"): string {
  return failure === "limit" ? "limit" : `${side}_unparsed`;
}

/** The other reading of commas: `100,200` as two numbers. */
function withSeparators(answer: AnswerText, target: Target, decimalComma: boolean, comparison: Comparison): Outcome {
  const given = readAnswer(answer, decimalComma, "separate", newBudget());
  const readings: readonly (readonly [Reading, Reading])[] = [
    [given, target.read("separate")],
    [given, target.read("auto")],
    [readAnswer(answer, decimalComma, "auto", newBudget()), target.read("separate")],
  ];
  for (const [one, other] of readings) {
    if (one.node === null || other.node === null) continue;
    const outcome = bounded(one.node, other.node, { ...comparison, budget: newBudget() });
    if (outcome.same) return outcome;
  }
  return DIFFERENT;
}

function bounded(a: Node, b: Node, comparison: Comparison): Outcome {
  return guarded(() => {
    const outcome = compare(a, b, comparison);
    if (outcome.same) return outcome;
    if (!comparison.policy.lenient)
      return outcome.sure && hasOtherParameters(a, b, comparison) ? different("name") : outcome;
    const other = renamed(a, b);
    return other !== null && compare(other, b, comparison).same ? same("renamed") : outcome;
  });
}

/** Only the letters of constants differ: they may be meant as any constant. */
function hasOtherParameters(a: Node, b: Node, comparison: Comparison): boolean {
  const other = withParametersOf(a, b);
  return other !== null && guarded(() => compare(other, b, comparison)).same;
}

function guarded(work: () => Outcome): Outcome {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof OverBudget) return different("limit");
    if (thrown instanceof NotMaths) return different("undecided");
    throw thrown;
  }
}
