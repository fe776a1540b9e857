import { isName } from "./assignment.ts";
import { MOST_MEMBERS } from "./budget.ts";
import { isNumber, real } from "./complex.ts";
import { evaluate } from "./evaluate.ts";
import { keyOf } from "./identical.ts";
import { freeNames, holds, isUnknown, type Node, type NodeOf, type RelationOperator } from "./node.ts";
import type { Comparison } from "./outcome.ts";
import type { RealSet } from "./real-set.ts";
import * as sets from "./real-set.ts";
import { infinity } from "./same-value.ts";

/** The set of real numbers that a node describes; null where it describes none, or none that is seen to be one. */
export function describedSet(node: Node, comparison: Comparison): RealSet | null {
  switch (node.kind) {
    case "group":
      return intervalOf(node, comparison);
    case "set":
    case "list": {
      if (node.kind === "list" && node.items.every((item) => item.kind === "relation"))
        return ofConditions(node, comparison);
      return pointsOf(node.items, comparison);
    }
    case "named_set":
      return namedSet(node.name);
    case "set_operation": {
      const left = describedSet(node.left, comparison);
      const right = left === null ? null : describedSet(node.right, comparison);
      if (left === null || right === null) return null;
      return { union: sets.union, intersection: sets.intersection, difference: sets.difference }[node.operator](
        left,
        right,
      );
    }
    case "builder":
      return ofBuilder(node, comparison);
    case "relation":
      return ofRelation(node, comparison);
    default:
      return null;
  }
}

function intervalOf({ open, close, items }: NodeOf<"group">, comparison: Comparison): RealSet | null {
  const [first, second] = items;
  if (first === undefined || second === undefined || items.length !== 2) return null;
  const low = endOf(first, comparison);
  const high = endOf(second, comparison);
  if (low === null || high === null || low >= high) return null;
  // Infinity belongs to no interval: what is written so is a slip, and says nothing for sure.
  if ((low === -Infinity && open === "[") || (high === Infinity && close === "]")) return null;
  return sets.interval(low, open === "(", high, close === ")");
}

/** A real number without names, or an infinity. */
export function endOf(node: Node, comparison: Comparison): number | null {
  const endless = infinity(node);
  if (endless !== 0) return endless * Infinity;
  if (freeNames(node).size > 0) return null;
  const value = evaluate(node, { ...placeOf(comparison), values: new Map() });
  return isNumber(value) && Math.abs(value.im) <= 1e-12 * Math.abs(value.re) ? value.re : null;
}

function pointsOf(items: readonly Node[], comparison: Comparison): RealSet | null {
  let points = sets.NONE;
  for (const item of items) {
    const value = endOf(item, comparison);
    if (value === null || !Number.isFinite(value)) return null;
    points = sets.union(points, sets.single(value));
  }
  return points;
}

const POSITIVE: ReadonlySet<string> = new Set(["R^+", "R_+", "R^{+}", "R_{+}", "R_>0", "R^*_+", "R_++"]);
const NEGATIVE: ReadonlySet<string> = new Set(["R^-", "R_-", "R_<0"]);

function namedSet(name: string): RealSet | null {
  if (name === "R") return sets.ALL;
  if (name === "empty") return sets.NONE;
  if (POSITIVE.has(name)) return sets.interval(0, true, Infinity, true);
  return NEGATIVE.has(name) ? sets.interval(-Infinity, true, 0, true) : null;
}

/** `{x | -1 < x < 1}` and `{x ∈ R | x > 0}`; a member that is an expression describes something else. */
function ofBuilder({ member, condition }: NodeOf<"builder">, comparison: Comparison): RealSet | null {
  const inner = describedSet(condition, comparison);
  if (inner === null) return null;
  if (member.kind === "symbol") return freeNames(condition).has(member.name) ? inner : null;
  if (member.kind !== "relation" || member.operators[0] !== "∈" || member.sides[0]?.kind !== "symbol") return null;
  const [{ name }, from] = [member.sides[0], member.sides[1]];
  if (!freeNames(condition).has(name)) return null;
  const least = from?.kind === "named_set" ? LEAST_WHOLE.get(from.name) : undefined;
  if (least !== undefined) return wholeIn(inner, least);
  const outer = from === undefined ? null : describedSet(from, comparison);
  return outer === null ? null : sets.intersection(outer, inner);
}

/** Sets of whole numbers and the least one. Whether 0 is a natural number is not agreed on, so N alone is not here. */
const LEAST_WHOLE: ReadonlyMap<string, number> = new Map([
  ["Z", -Infinity],
  ...["Z^+", "Z^{+}", "Z_+", "Z_{+}", "Z_>0", "Z_{>0}", "N^*", "N^+"].map((name): [string, number] => [name, 1]),
]);

/** The whole numbers of a set that is bounded; null where they are too many to be written out. */
function wholeIn(set: RealSet, least: number): RealSet | null {
  let points = sets.NONE;
  for (const { low, high } of set) {
    const [first, last] = [Math.max(Math.floor(low), least), Math.ceil(high)];
    if (!(last - first < MOST_MEMBERS)) return null;
    for (let value = first; value <= last; value++) {
      if (sets.includes(set, value)) points = sets.union(points, sets.single(value));
    }
  }
  return points;
}

function ofConditions({ items, link }: NodeOf<"list">, comparison: Comparison): RealSet | null {
  const names = new Set<string>();
  for (const item of items) freeNames(item, names);
  if (names.size !== 1) return null;
  const all: RealSet[] = [];
  for (const item of items) {
    const set = describedSet(item, comparison);
    if (set === null) return null;
    all.push(set);
  }
  // `p = -1 and p = 2` lists two values; no number is both.
  if (items.every((item) => item.kind === "relation" && item.operators.every((operator) => operator === "="))) {
    return all.reduce(sets.union);
  }
  const both = all.reduce(sets.intersection);
  // A comma may mean either; nobody lists conditions that exclude each other to say that nothing fits.
  return link === "and" || (link === "comma" && both.length > 0) ? both : all.reduce(sets.union);
}

/** `x ∈ A`, or links that are linear in the one name. Links that are not are for `sameMembership`. */
function ofRelation({ sides: written, operators }: NodeOf<"relation">, comparison: Comparison): RealSet | null {
  let result = sets.ALL;
  const sides = written.map(asSymbol);
  for (const [index, operator] of operators.entries()) {
    const left = sides[index];
    const right = sides[index + 1];
    if (left === undefined || right === undefined) return null;
    const set = ofLink(left, operator, right, comparison);
    if (set === null) return null;
    result = sets.intersection(result, set);
  }
  return result;
}

/** `0 < f(x) < 1` is about f(x), whatever x is. */
export function asSymbol(side: Node): Node {
  return side.kind !== "symbol" && side.kind !== "call" && isName(side) ? { kind: "symbol", name: keyOf(side) } : side;
}

function ofLink(left: Node, operator: RelationOperator, right: Node, comparison: Comparison): RealSet | null {
  if (operator === "∈" || operator === "∉") {
    if (freeNames(left).size !== 1) return null;
    const set = describedSet(right, comparison);
    return set === null || operator === "∈" ? set : sets.complement(set);
  }
  const name = nameIn(left, right);
  if (name === null) return null;
  const endless = infinity(left) - infinity(right);
  // `x < ∞` says nothing, and neither does `-∞ < x`.
  if (endless !== 0) return operator === "<" || operator === ">" ? sets.ALL : null;
  const line = lineOf(left, right, name, comparison);
  if (line === null) return null;
  const root = -line.constant / line.slope;
  return solution(line.slope > 0 ? operator : turned(operator), root);
}

function solution(operator: RelationOperator, root: number): RealSet | null {
  switch (operator) {
    case "<":
    case "≤":
      return sets.interval(-Infinity, true, root, operator === "<");
    case ">":
    case "≥":
      return sets.interval(root, operator === ">", Infinity, true);
    case "=":
      return sets.single(root);
    case "≠":
      return sets.complement(sets.single(root));
    default:
      return null;
  }
}

export function turned(operator: RelationOperator): RelationOperator {
  switch (operator) {
    case "<":
      return ">";
    case ">":
      return "<";
    case "≤":
      return "≥";
    case "≥":
      return "≤";
    default:
      return operator;
  }
}

/** The one name of both sides. */
function nameIn(left: Node, right: Node): string | null {
  if (holds(left, isUnknown) || holds(right, isUnknown)) return null;
  const names = freeNames(right, freeNames(left));
  const [name] = names;
  return names.size === 1 && name !== undefined ? name : null;
}

/** left - right as slope times name plus constant, where it is one; else null. */
function lineOf(
  left: Node,
  right: Node,
  name: string,
  comparison: Comparison,
): { slope: number; constant: number } | null {
  const at = (x: number): number => differenceAt(left, right, name, x, comparison);
  const [zero, one, two, far] = [at(0), at(1), at(2), at(-7.3)];
  // |x - 2| is a line on either side of its kink.
  if (holds(left, isBent) || holds(right, isBent)) return null;
  const slope = one - zero;
  const linear = (x: number, value: number): boolean =>
    Math.abs(value - (zero + slope * x)) <= 1e-9 * Math.max(1, Math.abs(value), Math.abs(zero), Math.abs(slope * x));
  return Math.abs(slope) > 1e-12 && linear(2, two) && linear(-7.3, far) ? { slope, constant: zero } : null;
}

const BENT: ReadonlySet<string> = new Set("abs floor ceil min max sgn mod sqrt root".split(" "));

function isBent(node: Node): boolean {
  return node.kind === "call" && BENT.has(node.name) && freeNames(node).size > 0;
}

/** left - right where the name has a value; not a number where that is not real. */
export function differenceAt(left: Node, right: Node, name: string, x: number, comparison: Comparison): number {
  const values = new Map([[name, real(x)]]);
  const value = evaluate(
    { kind: "sum", terms: [left, { kind: "negative", of: right }] },
    { ...placeOf(comparison), values },
  );
  return Math.abs(value.im) <= 1e-12 * Math.max(1, Math.abs(value.re)) ? value.re : Number.NaN;
}

function placeOf({ budget, seed }: Comparison) {
  return { budget, seed, naturalLog: false, drawn: false, peak: 0, finest: Infinity };
}
