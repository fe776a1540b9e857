import { partsOf } from "./assigned-parts.ts";
import { type Assignment, assignmentOf } from "./assignment.ts";
import { type Sides, sameEquation } from "./equation.ts";
import { isIdentical } from "./identical.ts";
import type { Compare } from "./members.ts";
import { freeNames, type Node, type NodeOf, numberNode } from "./node.ts";
import { type Comparison, DIFFERENT, different, type Outcome, SAME, same, unsure } from "./outcome.ts";
import { withInputs } from "./rename.ts";
import { bothSigns, hasBothSigns, independentSigns } from "./sign.ts";
import { outerSides, solutionsOf } from "./solution.ts";

type Relation = NodeOf<"relation">;

export function compareEquations(a: Relation, b: Relation, comparison: Comparison, compare: Compare): Outcome {
  const [one, other] = [assignmentOf(a), assignmentOf(b)];
  const alike = one === null || other === null ? null : withInputs(b, other.name, one.name);
  if (alike?.kind === "relation") return compareEquations(a, alike, comparison, compare);
  if (one !== null && other !== null && one.name.kind === "group" && other.name.kind === "group") {
    const [parts, wanted] = [partsOf(one), partsOf(other)];
    if (parts !== null && wanted !== null && !isIdentical(one.name, other.name)) {
      return compare(parts, wanted, comparison);
    }
  }
  if (one !== null && other !== null) {
    const values = compareAssigned(one, other, comparison, compare);
    if (isIdentical(one.name, other.name) || compare(one.name, other.name, comparison).same) {
      if (values.same || one.value.kind === "group" || (isExplicit(one) && isExplicit(other))) return values;
    } else if (values.same && a.sides.length === 2 && b.sides.length === 2) {
      const equation = sidesOf(a, b);
      const whole = equation === null ? DIFFERENT : sameEquation(...equation, comparison);
      return whole.same ? whole : different("name");
    }
  }
  const symbols = [...a.operators, ...b.operators].filter((operator) => operator !== "=" && operator !== "≈");
  if (symbols.length > 0) return sameStatement(a, b, comparison, compare);
  const sides = sidesOf(a, b);
  if (sides === null) return different("equation");
  const outcome = withBothSigns(...sides, comparison);
  if (outcome.same || (one === null) === (other === null)) return outcome;
  return (one === null ? solutionsOf(a, b, comparison) : solutionsOf(b, a, comparison)) ?? outcome;
}

function compareAssigned(one: Assignment, other: Assignment, comparison: Comparison, compare: Compare): Outcome {
  const exact = compare(one.value, other.value, comparison);
  if (exact.same) return exact;
  // One side gives the exact value and its approximation, the other the approximation alone.
  if (one.approximate !== null) {
    const about = compare(one.approximate, other.value, comparison);
    if (about.same) return unsure(about, "approximation");
  }
  if (other.approximate === null) return exact;
  const about = compare(one.value, other.approximate, comparison);
  return about.same ? unsure(about, "approximation") : exact;
}

/** A name on its own is given the value: two values that differ are two equations, whatever their roots look like. */
function isExplicit({ name, value }: Assignment): boolean {
  const single = name.kind === "symbol" || name.kind === "indexed" || name.kind === "apply";
  return single && ![...freeNames(name)].some((each) => freeNames(value).has(each));
}

/** `y = ±2x` are two equations, which `y^2 = 4x^2` is too: one of both holds where the product of both differences is 0. */
function withBothSigns(one: Sides, other: Sides, comparison: Comparison): Outcome {
  const outcome = sameEquation(eitherSign(one), eitherSign(other), comparison);
  const signed = [one, other].filter(({ left, right }) => hasBothSigns(left) || hasBothSigns(right));
  // `x = ±2` solves what `x^2 = 4` asks.
  if (outcome.same && signed.length === 1) return same("solution_set");
  const doubtful = [one.left, one.right, other.left, other.right].some((side) => independentSigns(side) !== null);
  return outcome.same && doubtful ? same("signs") : outcome;
}

function eitherSign(sides: Sides): Sides {
  if (!hasBothSigns(sides.left) && !hasBothSigns(sides.right)) return sides;
  const difference: Node = { kind: "sum", terms: [sides.left, { kind: "negative", of: sides.right }] };
  return { left: { kind: "product", factors: bothSigns(difference) }, right: ZERO };
}

const ZERO = numberNode({ top: 0n, bottom: 1n });

function sidesOf(a: Relation, b: Relation): [Sides, Sides] | null {
  const [one, other] = [outerSides(a), outerSides(b)];
  return one === null || other === null ? null : [one, other];
}

/** Parallel, perpendicular, similar: both sides in either order; a subset in its own. */
function sameStatement(a: Relation, b: Relation, comparison: Comparison, compare: Compare): Outcome {
  if (a.operators.length !== 1 || a.operators[0] !== b.operators[0] || b.operators.length !== 1) return DIFFERENT;
  // A congruence without its modulus says nothing about one that has it.
  if ((a.modulus === undefined) !== (b.modulus === undefined)) return different("congruence");
  const [left, right] = a.sides;
  const [first, second] = b.sides;
  if (left === undefined || right === undefined || first === undefined || second === undefined) return DIFFERENT;
  const straight = compare(left, first, comparison).same && compare(right, second, comparison).same;
  const crossed = compare(left, second, comparison).same && compare(right, first, comparison).same;
  return straight || (crossed && a.operators[0] !== "⊂") ? SAME : different("statement");
}
