import { asProduct } from "./italic-unit.ts";
import { type Node, numberNode } from "./node.ts";
import { type Comparison, different, type Outcome, same, unsure } from "./outcome.ts";
import { ORDINAL_UNIT } from "./quantity.ts";
import { same as sameRational, whole } from "./rational.ts";
import { sameValue } from "./same-value.ts";
import { isUnitWord, readUnitText } from "./unit.ts";

interface Quantity {
  readonly of: Node;
  readonly unit: string | null;
}

/**
 * Compares values with units and percent signs. A unit on one side is not asked for; two of one dimension are converted,
 * and the verdict says so; two of different dimensions conflict. A percent sign means a hundredth on either side.
 */
export function sameQuantity(a: Node, b: Node, comparison: Comparison): Outcome {
  const [one, other] = [quantityOf(a), quantityOf(b)];
  const angles = sameAngle(one, other, comparison);
  if (angles !== null) return angles;
  if (isOrdinal(one) !== isOrdinal(other)) {
    const outcome = samePercent(one.of, other.of, comparison);
    return outcome.same ? same("ordinal") : outcome;
  }
  if (one.unit === null || other.unit === null) {
    const outcome = sameBare(one.of, other.of, comparison);
    return !outcome.same && isProductOf(a, b, comparison) ? same("letters") : outcome;
  }
  const plain = samePercent(one.of, other.of, comparison);
  const [left, right] = [readUnitText(one.unit), readUnitText(other.unit)];
  if (plainUnit(one.unit) === plainUnit(other.unit)) return plain;
  if (left === null || right === null) return plain.same ? same("unit_conflict") : unsure(plain, "unit_conflict");
  if (left.dimension !== right.dimension) return different("unit_conflict");
  if (sameRational(left.factor, right.factor)) return plain;
  const converted = samePercent(
    { kind: "product", factors: [one.of, numberNode(left.factor)] },
    { kind: "product", factors: [other.of, numberNode(right.factor)] },
    comparison,
  );
  return converted.same ? same("unit_converted") : different("unit_conflict", !plain.same && converted.sure);
}

/** `2mg` on one side and `2gm` on the other: the letters of a unit may be factors. */
function isProductOf(a: Node, b: Node, comparison: Comparison): boolean {
  const [one, other] = [a, b].map((node) => (node.kind === "quantity" ? asProduct(node) : null));
  if (one == null && other == null) return false;
  return sameValue(one ?? a, other ?? b, comparison).same;
}

function isOrdinal({ unit }: Quantity): boolean {
  return unit === ORDINAL_UNIT;
}

/** `5 m` in a formula is a product, but may be meant as a quantity. */
function sameBare(a: Node, b: Node, comparison: Comparison): Outcome {
  const outcome = samePercent(a, b, comparison);
  if (outcome.same || !outcome.sure) return outcome;
  const [one, other] = [withoutUnitLetter(a), withoutUnitLetter(b)];
  if ((one === null) === (other === null)) return outcome;
  return samePercent(one ?? a, other ?? b, comparison).same ? different("unit_conflict") : outcome;
}

function withoutUnitLetter(node: Node): Node | null {
  if (node.kind !== "product") return null;
  const last = node.factors.at(-1);
  const name = last?.kind === "symbol" ? last.name : last?.kind === "word" ? last.text : "";
  const factors = node.factors.slice(0, -1);
  return factors.length > 0 && isUnitWord(name) ? { kind: "product", factors } : null;
}

/** Degrees against radians, which often go without a unit. Null where it is no such pair, or not the same angle. */
function sameAngle(a: Quantity, b: Quantity, comparison: Comparison): Outcome | null {
  const [one, other] = [angleUnit(a), angleUnit(b)];
  if (one === null || other === null || one === other) return null;
  if (one !== "degree" && other !== "degree") return null;
  const plain = samePercent(a.of, b.of, comparison);
  if (plain.same && (one === "" || other === "")) return plain;
  const outcome = sameValue(inRadians(a.of, one), inRadians(b.of, other), comparison);
  return outcome.same ? same("unit_converted") : null;
}

function angleUnit({ unit }: Quantity): string | null {
  if (unit === null) return "";
  const dimension = readUnitText(unit)?.dimension;
  return dimension === "degree^1" ? "degree" : dimension === "radian^1" ? "radian" : null;
}

function inRadians(of: Node, unit: string): Node {
  if (unit !== "degree") return of;
  const turn: Node = { kind: "quotient", top: { kind: "constant", name: "pi" }, bottom: numberNode(whole(180)) };
  return { kind: "product", factors: [of, turn] };
}

function plainUnit(unit: string): string {
  const plain = unit.toLowerCase().replace(/\s+/g, " ").trim();
  return plain.length > 3 ? plain.replace(/s$/, "") : unit.trim();
}

/** `$5 USD` says its unit twice; `5 m east` says more with the second word. */
function joinedUnit(inner: string, outer: string): string {
  return readUnitText(outer) === null ? `${inner} ${outer}` : inner;
}

/** A unit may stand before or behind a sign, as in -$5. */
function quantityOf(node: Node): Quantity {
  if (node.kind === "quantity") {
    const inner = quantityOf(node.of);
    return { of: inner.of, unit: inner.unit === null ? node.unit : joinedUnit(inner.unit, node.unit) };
  }
  if (node.kind === "negative") {
    const { of, unit } = quantityOf(node.of);
    return unit === null ? { of: node, unit } : { of: { kind: "negative", of }, unit };
  }
  return { of: node, unit: null };
}

function samePercent(a: Node, b: Node, comparison: Comparison): Outcome {
  const outcome = sameValue(a, b, comparison);
  if (outcome.same || isPercent(a) === isPercent(b)) return outcome;
  const loose = isPercent(a) ? sameValue(hundredfold(a), b, comparison) : sameValue(a, hundredfold(b), comparison);
  if (!loose.same) return outcome;
  return comparison.policy.percentLoose ? same("percent", true) : different("percent");
}

function isPercent(node: Node): boolean {
  return node.kind === "percent" || (node.kind === "negative" && isPercent(node.of));
}

function hundredfold(node: Node): Node {
  return { kind: "product", factors: [node, numberNode(whole(100))] };
}
