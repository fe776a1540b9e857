import * as v from "valibot";
import { defineVerifier } from "../core/define.ts";
import { readAnswer } from "../core/number/answer.ts";
import { isWithin, type Tolerance } from "../core/number/tolerance.ts";
import type { WrittenNumber } from "../core/number/written-number.ts";
import { missingTarget, noAnswer, right, unusableTarget, wrong } from "../core/score.ts";
import { shorten } from "../core/text.ts";
import type { Attempt, Score } from "../core/types.ts";
import { numberOf } from "../extractors/number.ts";

const nonNegative = v.pipe(v.number(), v.minValue(0), v.finite());

const options = v.object({
  relTol: v.pipe(
    v.optional(nonNegative),
    v.description("Allowed difference, as a share of the larger of both numbers; 1e-3 where none is given."),
  ),
  absTol: v.pipe(v.optional(nonNegative), v.description("Allowed difference; 1e-6 where none is given.")),
});

/**
 * The answer is a target by value. Without a given tolerance a whole target must be met exactly, at any size. A percent
 * sign on one side only is read both ways. Reasons: `match` (the same value), `tolerance` (within it), `mismatch`,
 * `unit_conflict` (both sides have a unit, and not the same; units are never converted), `ambiguous` (other numbers or
 * another reading of the notation could have been meant), `no_answer`. All but the first three are not confident. A
 * target that is no single number is a broken sample: `unusable_target`.
 */
export const numeric = defineVerifier({
  type: "numeric",
  needsTarget: true,
  summary: "The answer has the value of a target; whole targets exactly, others within a tolerance.",
  options,
  create: ({ relTol, absTol }) => {
    const given = relTol !== undefined || absTol !== undefined;
    const tolerance: Tolerance = { relative: relTol ?? 1e-3, absolute: absTol ?? 1e-6, given };
    return (attempt) => check(attempt, tolerance);
  },
});

function check(attempt: Attempt, tolerance: Tolerance): Score {
  const { answer, targets, extraction } = attempt;
  if (targets.length === 0) return missingTarget();
  const expected: WrittenNumber[] = [];
  for (const target of targets) {
    const number = readTarget(target);
    if (number !== null) expected.push(number);
  }
  if (expected.length === 0) return unusableTarget(`the target is no single number: ${shorten(targets.join(" | "))}`);
  if (answer === null) return noAnswer();
  const carried = numberOf(extraction, answer);
  const read = carried === null ? readAnswer(answer) : null;
  const number = carried ?? read?.number ?? null;
  if (number === null) return noAnswer({ raw: `numeric: no number in ${shorten(answer)}` });

  const sure = extraction?.ambiguous !== true && read?.ambiguous !== true;
  let conflict = false;
  let doubtful = number.doubtful || expected.length < targets.length;
  for (const target of expected) {
    if (isConflict(unitOf(number), unitOf(target))) {
      conflict = true;
      continue;
    }
    const kind = isWithin(number, target, tolerance);
    if (kind !== null) return right(sure ? kind : "ambiguous", sure, { raw: trace(number, "is", target) });
    doubtful ||= target.doubtful;
  }
  const [target] = expected;
  const notes = { raw: target === undefined ? "numeric" : trace(number, "is not", target) };
  if (conflict) return wrong("unit_conflict", false, notes);
  return sure && !doubtful ? wrong("mismatch", true, notes) : wrong("ambiguous", false, notes);
}

/** A share is no amount: `5%` is not `5 km`. */
function unitOf(number: WrittenNumber): string | null {
  return number.percent ? "%" : number.unit;
}

function isConflict(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

/** A target must be one number; the last of several would be a guess. */
function readTarget(target: string): WrittenNumber | null {
  const read = readAnswer(target);
  return read === null || read.ambiguous ? null : read.number;
}

function trace(number: WrittenNumber, verb: string, target: WrittenNumber): string {
  return `numeric: ${written(number)} ${verb} ${written(target)}`;
}

function written({ text, percent, unit }: WrittenNumber): string {
  return `${shorten(text)}${percent ? "%" : ""}${unit === null ? "" : ` ${unit}`}`;
}
