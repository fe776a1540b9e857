import { spend } from "./budget.ts";
import { compareCollections, isCollection } from "./collection.ts";
import { isConditions } from "./conditions.ts";
import { sameCongruence } from "./congruence.ts";
import { asAlternatives } from "./conjunction.ts";
import { withCounts } from "./count.ts";
import { isIdentical } from "./identical.ts";
import { hasMatrix, resolveMatrices } from "./matrix.ts";
import { holds, type Node, type NodeOf } from "./node.ts";
import { allSame, type Comparison, DIFFERENT, different, type Outcome, SAME, same, unsure } from "./outcome.ts";
import { compareRelations } from "./relation.ts";
import { sameMatrix, sameVector } from "./same-matrix.ts";
import { sameQuantity } from "./same-quantity.ts";
import { labelOf, sameText } from "./same-text.ts";
import { sameValue } from "./same-value.ts";

/** Compares what was answered with what was expected, kind by kind. `b` is the target. Throws `OverBudget`. */
export function compare(given: Node, target: Node, comparison: Comparison): Outcome {
  spend(comparison.budget);
  if (isIdentical(given, target)) return SAME;
  const a = withoutDomain(hasMatrix(given) ? resolveMatrices(given) : given);
  const b = withoutDomain(hasMatrix(target) ? resolveMatrices(target) : target);
  // What is left out has no value: 1, 2, ..., n is known by its look alone.
  if (holds(a, isEllipsis) || holds(b, isEllipsis)) return different("ellipsis");
  const [joinedA, joinedB] = [asAlternatives(a, comparison), asAlternatives(b, comparison)];
  if (joinedA !== null || joinedB !== null) {
    return unsure(compareKinds(joinedA ?? a, joinedB ?? b, comparison), "conjunction");
  }
  const outcome = withEitherCount(a, b, compareKinds(a, b, comparison), comparison);
  // "All real numbers" may say what a set or an inequality says.
  const words = isLongWord(a) !== isLongWord(b);
  return words && !outcome.same ? unsure(outcome, "text_mismatch") : outcome;
}

/** `C_{10}^3` is a power of an indexed name, unless it is a number of choices. */
function withEitherCount(a: Node, b: Node, outcome: Outcome, comparison: Comparison): Outcome {
  const [one, other] = outcome.same ? [null, null] : [withCounts(a), withCounts(b)];
  if (one === null && other === null) return outcome;
  return compareKinds(one ?? a, other ?? b, comparison).same ? same("binomial") : unsure(outcome, "binomial");
}

function compareKinds(a: Node, b: Node, comparison: Comparison): Outcome {
  if (a.kind === "relation" || b.kind === "relation" || areConditions(a, b)) {
    return compareRelations(a, b, comparison, compare);
  }
  if (a.kind === "cases" || b.kind === "cases") return sameCases(a, b, comparison);
  if (a.kind === "matrix" || b.kind === "matrix") {
    if (a.kind === "matrix" && b.kind === "matrix") return sameMatrix(a, b, comparison, compare);
    return sameVector(a, b, comparison, compare);
  }
  const counted = sameCount(a, b, comparison);
  if (counted !== null) return counted;
  if (isCollection(a) || isCollection(b)) return compareCollections(a, b, comparison, compare);
  if (a.kind === "ratio" || b.kind === "ratio") return sameRatio(a, b, comparison);
  if (a.kind === "based" || b.kind === "based") return different("base", a.kind === b.kind);
  return sameScalar(a, b, comparison);
}

/** `C(10, 3)` names a point, or a binomial coefficient where the other side is no collection. Null where neither does. */
function sameCount(a: Node, b: Node, comparison: Comparison): Outcome | null {
  const [one, other] = [countOf(a), countOf(b)];
  if (one !== null && !isCollection(b))
    return sameValue(one, b, comparison).same ? same("binomial") : different("binomial");
  if (other !== null && !isCollection(a))
    return sameValue(a, other, comparison).same ? same("binomial") : different("binomial");
  return null;
}

function countOf(node: Node): Node | null {
  if (node.kind !== "group" || node.label !== "C" || node.items.length !== 2) return null;
  return { kind: "call", name: "binom", inputs: node.items };
}

/** `x > 1 and x < 3` against other conditions, where the word between them counts, or against an interval. */
function areConditions(a: Node, b: Node): boolean {
  if (!isConditions(a)) return a.kind === "group" && isConditions(b);
  return b.kind === "group" || isConditions(b);
}

/** `x < 3, x ∈ R` says no more than `x < 3`. */
function withoutDomain(node: Node): Node {
  if (node.kind !== "list") return node;
  const items = node.items.filter((item) => !isAnyReal(item));
  const [only] = items;
  if (items.length === node.items.length || only === undefined) return node;
  return items.length === 1 ? only : { ...node, items };
}

function isAnyReal(node: Node): boolean {
  if (node.kind !== "relation" || node.operators.length !== 1 || node.operators[0] !== "∈") return false;
  const [, set] = node.sides;
  return set?.kind === "named_set" && set.name === "R";
}

function isEllipsis({ kind }: Node): boolean {
  return kind === "ellipsis";
}

/** Words, letters, numbers, expressions and quantities. */
function sameScalar(a: Node, b: Node, comparison: Comparison): Outcome {
  const congruence = sameCongruence(a, b, comparison);
  if (congruence !== null) return congruence;
  const [one, other] = [labelOf(a), labelOf(b)];
  const words = a.kind === "text" || b.kind === "text";
  if (one !== null && other !== null) {
    const said = sameText(one, other);
    if (words || (said.same && !isCaseChanged(a, b))) return said;
    const value = sameValue(a, b, comparison);
    // Δ and δ have long names, but are single letters.
    if (a.kind === "symbol" && b.kind === "symbol") return value;
    // Three letters and more may be a product, or a word of which another may mean the same.
    if (one.length < 3 && other.length < 3) return value;
    if (!value.same) return different("text_mismatch");
    // ABC and ACB are one triangle, but two angles.
    return one.length > 3 || /^[A-Z]+$/.test(one) ? unsure(value, "letters") : value;
  }
  if (words) return different("text_mismatch");
  const outcome = sameQuantity(a, b, comparison);
  return outcome.same || !(holds(a, isLongWord) || holds(b, isLongWord)) ? outcome : unsure(outcome, "text_mismatch");
}

/** Letters that are more likely a word than a product. */
function isLongWord(node: Node): boolean {
  return node.kind === "text" || (node.kind === "word" && node.text.length > 2);
}

/** `kx` is not `Kx`: letters that stand together are a product as well as a word. Nor is Σ a σ. */
function isCaseChanged(a: Node, b: Node): boolean {
  const [one, other] = [labelOf(a), labelOf(b)];
  return one !== other && ((one?.length ?? 0) <= 3 || a.kind === "symbol" || b.kind === "symbol");
}

function sameCases(a: Node, b: Node, comparison: Comparison): Outcome {
  if (a.kind !== "cases" || b.kind !== "cases") return different("cases");
  if (a.rows.length !== b.rows.length) return different("cases");
  const rest = [...b.rows];
  for (const row of a.rows) {
    const index = rest.findIndex((other) => {
      if (!compare(row.value, other.value, comparison).same) return false;
      if (row.condition === null || other.condition === null) return true;
      return compare(row.condition, other.condition, comparison).same;
    });
    if (index === -1) return different("cases");
    rest.splice(index, 1);
  }
  return SAME;
}

/** Two parts: the quotients; more: each part by the first. A ratio with a zero part is compared part by part. */
function sameRatio(a: Node, b: Node, comparison: Comparison): Outcome {
  if (a.kind === "ratio" && b.kind === "ratio") {
    if (a.parts.length !== b.parts.length) return DIFFERENT;
    const parts = allSame(partsOf(a, b, comparison));
    if (parts.same) return parts;
    const scaled = allSame(scaledParts(a, b, comparison));
    return scaled.same ? (a.parts.length === 2 ? scaled : unsure(scaled, "ratio")) : scaled;
  }
  const [ratio, other] = a.kind === "ratio" ? [a, b] : [b as NodeOf<"ratio">, a];
  const [top, bottom] = ratio.parts;
  if (top === undefined || bottom === undefined || ratio.parts.length !== 2) return DIFFERENT;
  const outcome = sameQuantity({ kind: "quotient", top, bottom }, other, comparison);
  return outcome.same ? same("ratio") : outcome;
}

function* partsOf(a: NodeOf<"ratio">, b: NodeOf<"ratio">, comparison: Comparison): Generator<Outcome> {
  for (const [index, part] of a.parts.entries()) {
    const other = b.parts[index];
    if (other !== undefined) yield sameQuantity(part, other, comparison);
  }
}

const ZERO: Node = { kind: "number", value: { top: 0n, bottom: 1n }, decimals: -1 };

function* scaledParts(a: NodeOf<"ratio">, b: NodeOf<"ratio">, comparison: Comparison): Generator<Outcome> {
  const [first] = a.parts;
  const [target] = b.parts;
  if (first === undefined || target === undefined) return;
  // 1:00 and 12:00 are times; as ratios both would be anything.
  if ([...a.parts, ...b.parts].some((part) => sameValue(part, ZERO, comparison).same)) yield DIFFERENT;
  for (const [index, part] of a.parts.entries()) {
    const other = b.parts[index];
    if (other === undefined) continue;
    yield sameValue(
      { kind: "product", factors: [part, target] },
      { kind: "product", factors: [other, first] },
      comparison,
    );
  }
}
