import { scaleOf } from "../core/number/units.ts";
import { type Node, numberNode } from "./node.ts";
import { divide, power, same, whole } from "./rational.ts";
import { readUnitText } from "./unit.ts";

/** The unit of `3rd`: what stands third, which may be meant as a 3. */
export const ORDINAL_UNIT = "ordinal";

/** A value with its unit. A word that scales is part of the value: 3 million dollars are 3,000,000 dollars. */
export function quantity(of: Node, unit: string): Node {
  const [first = "", ...more] = unit.split(" ");
  const digits = scaleOf(first, false);
  const scale = first === "dozen" ? whole(12) : digits === undefined ? null : power(whole(10), BigInt(digits));
  if (scale === null) return { kind: "quantity", of, unit };
  const scaled: Node = { kind: "product", factors: [of, numberNode(scale)] };
  return more.length === 0 ? scaled : quantity(scaled, more.join(" "));
}

/** `2 hours 30 minutes` as one quantity in the first unit; null where the two are no parts of one. */
export function combinedQuantity(left: Node, right: Node): Node | null {
  if (left.kind !== "quantity" || right.kind !== "quantity") return null;
  const [larger, smaller] = [readUnitText(left.unit), readUnitText(right.unit)];
  if (larger === null || smaller === null || larger.dimension !== smaller.dimension) return null;
  if (same(larger.factor, smaller.factor)) return null;
  const ratio = divide(smaller.factor, larger.factor);
  if (ratio === null) return null;
  const part: Node = { kind: "product", factors: [right.of, numberNode(ratio)] };
  return { kind: "quantity", of: { kind: "sum", terms: [left.of, part] }, unit: left.unit };
}
