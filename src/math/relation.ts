import { type Assignment, assignmentOf, computedValue, isProductName } from "./assignment.ts";
import { sameCongruence } from "./congruence.ts";
import { describedSet } from "./described-set.ts";
import { areSolutions, type Sides, sameEquation } from "./equation.ts";
import { isIdentical, keyOf } from "./identical.ts";
import { isInequality, linksOf, sameLinks } from "./inequality.ts";
import { membersOf } from "./member-list.ts";
import type { Compare } from "./members.ts";
import { sameMembership } from "./membership.ts";
import { freeNames, type Node, type NodeOf, numberNode } from "./node.ts";
import { type Comparison, DIFFERENT, different, type Outcome, SAME, same, unsure } from "./outcome.ts";
import { withInputs } from "./rename.ts";
import { setOutcome } from "./same-set.ts";
import { bothSigns, hasBothSigns, independentSigns } from "./sign.ts";

type Relation = NodeOf<"relation">;

/** Compares where at least one side is a relation. */
export function compareRelations(a: Node, b: Node, comparison: Comparison, compare: Compare): Outcome {
  const congruence = sameCongruence(a, b, comparison);
  if (congruence !== null) return congruence;
  const [setA, setB] = [memberSet(a), memberSet(b)];
  if (setA !== null || setB !== null) return withMembership(a, b, setA, setB, comparison, compare);
  if (isConditions(a) || isConditions(b)) return compareConditions(a, b, comparison, compare);
  if (a.kind === "relation" && b.kind === "relation") return compareEquations(a, b, comparison, compare);
  const outcome =
    a.kind === "relation"
      ? relationAgainst(a, b, comparison, (x) => compare(x, b, comparison))
      : b.kind === "relation"
        ? relationAgainst(b, a, comparison, (x) => compare(a, x, comparison))
        : DIFFERENT;
  const named =
    outcome.sure && !outcome.same && (isOneOf(a, b, comparison, compare) || isOneOf(b, a, comparison, compare));
  return named ? different("partial") : outcome;
}

/** The list offers alternatives, of which the other side is one. */
function isOneOf(list: Node, one: Node, comparison: Comparison, compare: Compare): boolean {
  return list.kind === "list" && list.link === "or" && list.items.some((item) => compare(item, one, comparison).same);
}

/** The set S of `x ∈ S`. */
function memberSet(node: Node): Node | null {
  if (node.kind !== "relation" || node.operators.length !== 1 || node.operators[0] !== "∈") return null;
  return node.sides[1] ?? null;
}

function memberName(node: Node): Node | null {
  return node.kind === "relation" ? (node.sides[0] ?? null) : null;
}

/** `x ∈ S` is S; an inequality on the other side describes a set as well. */
function withMembership(
  a: Node,
  b: Node,
  setA: Node | null,
  setB: Node | null,
  comparison: Comparison,
  compare: Compare,
): Outcome {
  if (setA === null && setB !== null && isConditions(a)) return conditionsForSet(a, setB, comparison);
  const outcome = compare(setA ?? a, setB ?? b, comparison);
  const [nameA, nameB] = [setA === null ? null : memberName(a), setB === null ? null : memberName(b)];
  const named = outcome.same && nameA !== null && nameB !== null && !compare(nameA, nameB, comparison).same;
  return named ? different("name") : outcome;
}

/** An inequality, or a list of nothing but inequalities. */
export function isConditions(node: Node): boolean {
  if (node.kind === "relation") return isInequality(node);
  return node.kind === "list" && node.items.every((item) => item.kind === "relation" && isInequality(item));
}

function compareConditions(a: Node, b: Node, comparison: Comparison, compare: Compare): Outcome {
  if (!isConditions(b)) {
    if (b.kind === "relation") return DIFFERENT;
    return isConditions(a) ? conditionsForSet(a, b, comparison) : DIFFERENT;
  }
  if (isConditions(a)) return sameConditions(a, b, comparison);
  // A set for an inequality: the target says by itself which set it is.
  const expected = describedSet(b, comparison);
  const given = describedSet(a, comparison);
  if (given !== null && expected !== null) return setOutcome(given, expected);
  const members = sameMembership(a, b, comparison);
  if (members !== null) return members ? SAME : DIFFERENT;
  return a.kind === "group" && b.kind === "relation" ? sameEnds(a, b, comparison, compare) : different("undecided");
}

/** An inequality for a set: right in content, but not what was asked for unless the policy says so. */
function conditionsForSet(a: Node, b: Node, comparison: Comparison): Outcome {
  const members = sameMembership(a, b, comparison);
  if (members !== true) return members === null ? different("undecided") : DIFFERENT;
  return comparison.policy.allowSetRelation ? same("set_relation", true) : different("set_relation");
}

/** `(a, b)` for `a < x < b`, where the ends are expressions. */
function sameEnds(a: NodeOf<"group">, b: Relation, comparison: Comparison, compare: Compare): Outcome {
  const [low, , high] = b.sides;
  const [first, second] = b.operators;
  if (low === undefined || high === undefined || !isUp(first) || !isUp(second)) return different("undecided");
  const interval: Node = {
    kind: "group",
    open: first === "<" ? "(" : "[",
    close: second === "<" ? ")" : "]",
    items: [low, high],
  };
  return compare(a, interval, comparison);
}

function isUp(operator: string | undefined): boolean {
  return operator === "<" || operator === "≤";
}

function sameConditions(a: Node, b: Node, comparison: Comparison): Outcome {
  const [as, bs] = [relationsOf(a), relationsOf(b)];
  const alike = (a.kind === "list" && a.link === "or") === (b.kind === "list" && b.link === "or");
  if (alike && sameLinks(as.flatMap(linksOf), bs.flatMap(linksOf), comparison)) return SAME;
  const [one, other] = [describedSet(a, comparison), describedSet(b, comparison)];
  if (one !== null && other !== null && isAboutTheSame(as, bs)) return setOutcome(one, other);
  const members = isAboutTheSame(as, bs) ? sameMembership(a, b, comparison) : null;
  // Where neither is a known set, an end that is far away may have been missed.
  if (members === true) return one !== null || other !== null ? SAME : same("membership");
  return DIFFERENT;
}

function relationsOf(node: Node): readonly Relation[] {
  const items = node.kind === "list" ? node.items : [node];
  return items.flatMap((item) => (item.kind === "relation" ? [item] : []));
}

function isAboutTheSame(as: readonly Relation[], bs: readonly Relation[]): boolean {
  const names = (relations: readonly Relation[]): string => [...namesOf(relations)].sort().join(",");
  return names(as) === names(bs);
}

function namesOf(relations: readonly Relation[]): Set<string> {
  const names = new Set<string>();
  for (const relation of relations) freeNames(relation, names);
  return names;
}

function compareEquations(a: Relation, b: Relation, comparison: Comparison, compare: Compare): Outcome {
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

/** `y = ±2x` are two equations, which `y^2 = 4x^2` is too: one of both holds where the product of both differences is 0. */
function withBothSigns(one: Sides, other: Sides, comparison: Comparison): Outcome {
  const outcome = sameEquation(eitherSign(one), eitherSign(other), comparison);
  const signed = [one, other].filter(({ left, right }) => hasBothSigns(left) || hasBothSigns(right));
  // `x = ±2` solves what `x^2 = 4` asks.
  if (outcome.same && signed.length === 1) return same("solution_set");
  const doubtful = [one.left, one.right, other.left, other.right].some((side) => independentSigns(side) !== null);
  return outcome.same && doubtful ? same("signs") : outcome;
}

/** A name on its own is given the value: two values that differ are two equations, whatever their roots look like. */
function isExplicit({ name, value }: Assignment): boolean {
  const single = name.kind === "symbol" || name.kind === "indexed" || name.kind === "apply";
  return single && ![...freeNames(name)].some((each) => freeNames(value).has(each));
}

function eitherSign(sides: Sides): Sides {
  if (!hasBothSigns(sides.left) && !hasBothSigns(sides.right)) return sides;
  const difference: Node = { kind: "sum", terms: [sides.left, { kind: "negative", of: sides.right }] };
  return { left: { kind: "product", factors: bothSigns(difference) }, right: ZERO };
}

const ZERO = numberNode({ top: 0n, bottom: 1n });

/** `(x, y) = (1, 2)` as x = 1 and y = 2. */
function partsOf({ name, value }: Assignment): Node | null {
  if (name.kind !== "group" || value.kind !== "group" || name.items.length !== value.items.length) return null;
  if (value.open !== "(" || value.close !== ")") return null;
  const items = name.items.map((item, index): Node => {
    return { kind: "relation", sides: [item, value.items[index] ?? item], operators: ["="] };
  });
  return { kind: "list", items, link: "and" };
}

function sidesOf(a: Relation, b: Relation): [Sides, Sides] | null {
  const [one, other] = [outerSides(a), outerSides(b)];
  return one === null || other === null ? null : [one, other];
}

/** A chain says most with its first and its last side. */
function outerSides({ sides }: Relation): Sides | null {
  const left = sides[0];
  const right = sides.at(-1);
  return left === undefined || right === undefined ? null : { left, right };
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

/** A relation against something that is none: its value counts, where it has one. */
function relationAgainst(
  relation: Relation,
  other: Node,
  comparison: Comparison,
  compareWith: (value: Node) => Outcome,
): Outcome {
  const given = assignmentOf(relation);
  if (given !== null && hasOtherNames(relation, other)) return namedParts(given, other, compareWith);
  const assignment = given ?? computedValue(relation);
  if (assignment !== null) {
    const outcome = compareWith(assignment.value);
    if (outcome.same) {
      const doubtful = "name" in assignment && isProductName(assignment.name as Node);
      return doubtful ? unsure(outcome, "name") : outcome;
    }
    if (assignment.approximate === null) return solutionsOf(relation, other, comparison) ?? outcome;
    const about = compareWith(assignment.approximate);
    return about.same ? unsure(about, "approximation") : outcome;
  }
  const solutions = solutionsOf(relation, other, comparison);
  if (solutions !== null) return solutions;
  // `a + 1 = 2` may be an equation, or the last step of a computation.
  const last = relation.sides.at(-1);
  return last !== undefined && compareWith(last).same ? different("side") : DIFFERENT;
}

/** A list of values of which some have another name than the one that is given a value. */
function hasOtherNames({ sides }: Relation, other: Node): boolean {
  if (other.kind !== "list") return false;
  return other.items.some((item) => {
    const assignment = item.kind === "relation" ? assignmentOf(item) : null;
    // In `a = b = c = 2` all of them are given the value.
    return assignment !== null && !sides.some((side) => isNameOf(side, assignment.name));
  });
}

/** The same name, or that name with an index: x_1 and x_2 are values of x. */
function isNameOf(side: Node, name: Node): boolean {
  return isIdentical(side, name) || (side.kind === "symbol" && name.kind === "indexed" && name.name === side.name);
}

/** `(x, y) = (1, 2)` has the names of `x = 1, y = 2`; any other name is another one, whatever the values are. */
function namedParts(given: Assignment, other: Node, compareWith: (value: Node) => Outcome): Outcome {
  const parts = partsOf(given);
  const [names, others] = [parts, other].map((node) => (node === null ? [] : namesGiven(node)));
  if (parts !== null && names?.join() === others?.join()) return compareWith(given.value);
  const outcome = compareWith(given.value);
  return outcome.same ? different("name") : outcome;
}

function namesGiven(node: Node): readonly string[] {
  const items = node.kind === "list" ? node.items : [];
  return items.map((item) => {
    const assignment = item.kind === "relation" ? assignmentOf(item) : null;
    return assignment === null ? "" : keyOf(assignment.name);
  });
}

/** `x^2 = 1` against ±1, or against x = ±1. Null where the values do not solve it. */
function solutionsOf(relation: Relation, other: Node, comparison: Comparison): Outcome | null {
  const sides = outerSides(relation);
  if (sides === null || relation.operators.some((operator) => operator !== "=")) return null;
  const values = membersOf(other).flatMap((member) => {
    const assignment = member.kind === "relation" ? assignmentOf(member) : null;
    return membersOf(assignment?.value ?? member);
  });
  return areSolutions(sides, values, comparison) ? same("solution_set") : null;
}
