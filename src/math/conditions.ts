import { describedSet } from "./described-set.ts";
import { isInequality, linksOf, sameLinks } from "./inequality.ts";
import type { Compare } from "./members.ts";
import { sameMembership } from "./membership.ts";
import { freeNames, type Node, type NodeOf } from "./node.ts";
import { type Comparison, DIFFERENT, different, type Outcome, SAME, same } from "./outcome.ts";
import { setOutcome } from "./same-set.ts";

type Relation = NodeOf<"relation">;

/** An inequality, or a list of nothing but inequalities. */
export function isConditions(node: Node): boolean {
  if (node.kind === "relation") return isInequality(node);
  return node.kind === "list" && node.items.every((item) => item.kind === "relation" && isInequality(item));
}

export function compareConditions(a: Node, b: Node, comparison: Comparison, compare: Compare): Outcome {
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
export function conditionsForSet(a: Node, b: Node, comparison: Comparison): Outcome {
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
