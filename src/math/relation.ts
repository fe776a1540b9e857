import { hasOtherNames, namedParts } from "./assigned-parts.ts";
import { assignmentOf, computedValue, isProductName } from "./assignment.ts";
import { compareConditions, conditionsForSet, isConditions } from "./conditions.ts";
import { sameCongruence } from "./congruence.ts";
import { compareEquations } from "./equation-pair.ts";
import type { Compare } from "./members.ts";
import type { Node, NodeOf } from "./node.ts";
import { type Comparison, DIFFERENT, different, type Outcome, unsure } from "./outcome.ts";
import { solutionsOf } from "./solution.ts";

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
