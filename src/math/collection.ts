import { assignmentOf } from "./assignment.ts";
import { describedSet } from "./described-set.ts";
import { keyOf } from "./identical.ts";
import { membersOf } from "./member-list.ts";
import type { Compare } from "./members.ts";
import { sameInOrder, sameMembers } from "./members.ts";
import { holds, type Node, type NodeOf } from "./node.ts";
import { allSame, type Comparison, DIFFERENT, different, type Outcome, same, unsure } from "./outcome.ts";
import { sameEnd, sameSet } from "./real-set.ts";
import { withBoundNames } from "./rename.ts";
import { setOutcome } from "./same-set.ts";
import { labelOf } from "./same-text.ts";
import { hasBothSigns, independentSigns } from "./sign.ts";

/** What holds several values: lists, sets, tuples, intervals, set operations, expressions with ±. */
export function isCollection(node: Node): boolean {
  switch (node.kind) {
    case "list":
    case "set":
    case "group":
    case "builder":
    case "set_operation":
    case "named_set":
      return true;
    default:
      return hasBothSigns(node);
  }
}

/** Compares collections: as real sets, as tuples in their order, or as sets of members. */
export function compareCollections(a: Node, b: Node, comparison: Comparison, compare: Compare): Outcome {
  const [allA, allB] = [isScalar(a) ? independentSigns(a) : null, isScalar(b) ? independentSigns(b) : null];
  if (allA !== null || allB !== null) {
    const together = sameAsSets(a, b, membersOf(a), membersOf(b), comparison, compare);
    const apart = compare(allA ?? a, allB ?? b, comparison);
    return together.same || apart.same ? same("signs") : together;
  }
  if (isOperation(a) || isOperation(b)) return sameDescribed(a, b, comparison, compare);
  if (a.kind === "group" && b.kind === "group") return sameGroup(a, b, comparison, compare);
  const [as, bs] = [membersOf(a), membersOf(b)];
  if (a.kind === "group" || b.kind === "group") return groupAgainst(a, b, as, bs, comparison, compare);
  return sameAsSets(a, b, as, bs, comparison, compare);
}

/** An expression with ±, rather than a list of which a member may have one. */
function isScalar({ kind }: Node): boolean {
  return kind === "sum" || kind === "product" || kind === "quotient" || kind === "negative" || kind === "plus_minus";
}

function isOperation({ kind }: Node): boolean {
  return kind === "set_operation" || kind === "named_set" || kind === "builder";
}

function sameAsSets(
  a: Node,
  b: Node,
  as: readonly Node[],
  bs: readonly Node[],
  comparison: Comparison,
  compare: Compare,
): Outcome {
  const sets = a.kind === "set" && b.kind === "set";
  // `\{{1, 2}\}` may be a slip, `\{1, \{2\}\}` is none.
  if (sets && isSetOfOne(a) !== isSetOfOne(b)) return different("brackets");
  const named = isNamed(as) !== isNamed(bs);
  const outcome = sameMembers(as, bs, comparison, sets ? membersApart(compare) : compare);
  if (named && outcome.same && Math.max(as.length, bs.length) > 1) {
    // Names on one side only: the values must come in the order of the names, or it is not known whose they are.
    const ordered = sameInOrder(as, bs, comparison, compare);
    return ordered.same || oneName(isNamed(as) ? as : bs) ? outcome : different("order");
  }
  if (outcome.same && saysOtherwise(a, b)) return different("partial");
  if (outcome.same && as.some(isPlainSet) !== bs.some(isPlainSet)) return different("brackets");
  if (!outcome.same && (offers(a, bs, comparison, compare) || offers(b, as, comparison, compare))) {
    return different("partial");
  }
  return outcome;
}

/** `A and B` is not `A or B`; with values, both words list the solutions. */
function saysOtherwise(a: Node, b: Node): boolean {
  if (a.kind !== "list" || b.kind !== "list" || a.link === b.link) return false;
  const members = [...a.items, ...b.items];
  // m = 2 or n = 3 is less than m = 2 and n = 3.
  if (a.link === "or" || b.link === "or") if (isNamed(members) && !oneName(members)) return true;
  if (a.link === "comma" || b.link === "comma") return false;
  return members.every((item) => labelOf(item) !== null);
}

function isSetOfOne({ items }: NodeOf<"set">): boolean {
  const [only] = items;
  return items.length === 1 && only !== undefined && isPlainSet(only);
}

function isPlainSet(node: Node): boolean {
  return node.kind === "set" || isOperation(node);
}

/** A set is no member of itself: within a set {2} is not 2. */
function membersApart(compare: Compare): Compare {
  return (a, b, comparison) => (isPlainSet(a) === isPlainSet(b) ? compare(a, b, comparison) : DIFFERENT);
}

/** A list of alternatives of which the other side names one. */
function offers(list: Node, others: readonly Node[], comparison: Comparison, compare: Compare): boolean {
  const [only] = others;
  if (list.kind !== "list" || list.link !== "or" || others.length !== 1 || only === undefined) return false;
  return list.items.some((item) => compare(item, only, comparison).same);
}

function isNamed(members: readonly Node[]): boolean {
  return members.every((member) => member.kind === "relation" && assignmentOf(member) !== null);
}

/** `x = 1 or x = 2`, `x_1 = 1, x_2 = 2`: values of one unknown. */
function oneName(members: readonly Node[]): boolean {
  const names = members.map((member) => {
    const name = member.kind === "relation" ? assignmentOf(member)?.name : undefined;
    return name === undefined ? "" : name.kind === "indexed" ? name.name : keyOf(name);
  });
  return new Set(names).size === 1;
}

/** Tuples and intervals alike: members in their order. With two members the brackets count, as they bound an interval. */
function sameGroup(a: NodeOf<"group">, b: NodeOf<"group">, comparison: Comparison, compare: Compare): Outcome {
  if (a.items.length !== b.items.length) return DIFFERENT;
  if (hasBothSigns(a) || hasBothSigns(b)) {
    const [as, bs] = [membersOf(a), membersOf(b)];
    return sameMembers(as, bs, comparison, compare);
  }
  const outcome = sameInOrder(a.items, b.items, comparison, compare);
  if (a.items.length !== 2 || (a.open === b.open && a.close === b.close)) return outcome;
  if (!outcome.same) return outcome;
  // Only where both can be intervals it is sure that the brackets were meant.
  const intervals = describedSet(a, comparison) !== null || holds(a, ({ kind }) => kind === "symbol");
  return different("brackets", intervals);
}

function groupAgainst(
  a: Node,
  b: Node,
  as: readonly Node[],
  bs: readonly Node[],
  comparison: Comparison,
  compare: Compare,
): Outcome {
  const group = a.kind === "group" ? a : (b as NodeOf<"group">);
  const other = a.kind === "group" ? b : a;
  const members = a.kind === "group" ? bs : as;
  const one = a.kind === "group" ? group.items : members;
  const two = a.kind === "group" ? members : group.items;
  if (hasBothSigns(group) || members.some((member) => member.kind === "group")) {
    return sameMembers(as, bs, comparison, compare);
  }
  if (members.length !== group.items.length) return DIFFERENT;
  const ordered = sameInOrder(one, two, comparison, compare);
  if (other.kind === "list" && other.link === "or" && isNamed(members) && !oneName(members)) {
    return ordered.same ? different("partial") : DIFFERENT;
  }
  if (isNamed(members) && oneName(members)) return ordered.same ? different("tuple_for_set") : DIFFERENT;
  const round = group.open === "(" && group.close === ")";
  if (other.kind === "list" && round && ordered.same) return ordered;
  if (comparison.policy.lenient) return unsure(sameMembers(one, two, comparison, compare), "tuple_for_set");
  const loosely = ordered.same || sameMembers(one, two, comparison, compare).same;
  return loosely ? different("tuple_for_set") : DIFFERENT;
}

function sameDescribed(a: Node, b: Node, comparison: Comparison, compare: Compare): Outcome {
  const one = describedSet(a, comparison);
  const other = describedSet(b, comparison);
  if (one !== null && other !== null) {
    const outcome = setOutcome(one, other);
    if (outcome.same || !sameSet(one, other, nearFor(a, b, comparison))) return outcome;
    return same("tolerance", comparison.policy.roundingGiven);
  }
  const resolved = [resolveOperations(a, comparison, compare), resolveOperations(b, comparison, compare)] as const;
  const [left, right] = resolved;
  if (left !== null && right !== null && !(isOperation(left) || isOperation(right))) {
    return compareCollections(left, right, comparison, compare);
  }
  const parts = sameParts(a, b, comparison, compare);
  return parts ?? different("undecided");
}

/** Decimals at an end may be rounded, as any other decimal may. */
function nearFor(a: Node, b: Node, { policy }: Comparison): (x: number, y: number) => boolean {
  const decimal = [a, b].some((node) => holds(node, (one) => one.kind === "number" && one.decimals >= 0));
  if (!decimal) return sameEnd;
  const limit = 0.5 * 10 ** -policy.floatRounding;
  return (x, y) => sameEnd(x, y) || Math.abs(x - y) <= limit;
}

/** Operations on finite sets, whose members may be anything: {a, b} ∪ {b, c}. Null where a part is no finite set. */
function resolveOperations(node: Node, comparison: Comparison, compare: Compare): Node | null {
  if (node.kind === "named_set") return node.name === "empty" ? { kind: "set", items: [] } : null;
  if (node.kind !== "set_operation") return node.kind === "set" || node.kind === "list" ? node : null;
  const left = resolveOperations(node.left, comparison, compare);
  const right = resolveOperations(node.right, comparison, compare);
  if (left === null || right === null) return null;
  const [as, bs] = [membersOf(left), membersOf(right)];
  const isIn = (item: Node, items: readonly Node[]): boolean =>
    items.some((one) => compare(item, one, comparison).same);
  switch (node.operator) {
    case "union":
      return { kind: "set", items: [...as, ...bs.filter((item) => !isIn(item, as))] };
    case "intersection":
      return { kind: "set", items: as.filter((item) => isIn(item, bs)) };
    case "difference":
      return { kind: "set", items: as.filter((item) => !isIn(item, bs)) };
  }
}

/** Unions whose ends are expressions: part by part, in any order. */
function sameParts(a: Node, b: Node, comparison: Comparison, compare: Compare): Outcome | null {
  if (a.kind === "builder" && b.kind === "builder") {
    const renamed = withBoundNames(a, b);
    const members = compare(renamed.member, b.member, comparison);
    return members.same ? allSame([members, compare(renamed.condition, b.condition, comparison)]) : null;
  }
  if (a.kind !== "set_operation" || b.kind !== "set_operation" || a.operator !== b.operator) return null;
  const { operator } = a;
  if (operator === "difference") {
    const left = compare(a.left, b.left, comparison);
    return left.same ? compare(a.right, b.right, comparison) : null;
  }
  const outcome = sameMembers(partsOf(a, operator), partsOf(b, operator), comparison, compare);
  return outcome.same ? outcome : null;
}

function partsOf(node: Node, operator: "union" | "intersection"): readonly Node[] {
  if (node.kind !== "set_operation" || node.operator !== operator) return [node];
  return [...partsOf(node.left, operator), ...partsOf(node.right, operator)];
}
