import { freeNames, type Node, type NodeOf } from "./node.ts";

/** `name = value`, with what the chain of equals signs ends in. */
export interface Assignment {
  readonly name: Node;
  readonly value: Node;
  /** The approximation that stands at the end, in place of the value. */
  readonly approximate: Node | null;
}

/** A relation that gives a name a value, or null. In `x = 3 + 4 = 7` the last side is meant, but no approximation is. */
export function assignmentOf(node: NodeOf<"relation">): Assignment | null {
  const { sides, operators } = node;
  if (node.modulus !== undefined || !operators.every((operator) => operator === "=" || operator === "≈")) return null;
  const [first] = sides;
  const last = sides.at(-1);
  if (first === undefined || last === undefined) return null;
  if (isName(first)) {
    const { value, approximate } = resultOf(sides.slice(1), operators.slice(1));
    return value === null ? null : { name: first, value, approximate };
  }
  if (isName(last) && sides.length === 2) return { name: last, value: first, approximate: null };
  return null;
}

/** What a chain without a name computes: `428 - 286 + 1 = 143`, `π/4 ≈ 0.785`. Null where names occur in it. */
export function computedValue(node: NodeOf<"relation">): { value: Node; approximate: Node | null } | null {
  const { sides, operators } = node;
  if (node.modulus !== undefined || !operators.every((operator) => operator === "=" || operator === "≈")) return null;
  const equal = operators.includes("=");
  if (equal && sides.some((side) => freeNames(side).size > 0)) return null;
  const { value, approximate } = resultOf(sides, operators);
  return value === null ? null : { value, approximate };
}

function resultOf(
  sides: readonly Node[],
  operators: readonly string[],
): { value: Node | null; approximate: Node | null } {
  const about = operators.indexOf("≈");
  if (about === -1) return { value: sides.at(-1) ?? null, approximate: null };
  return { value: sides[about] ?? null, approximate: sides.at(-1) ?? null };
}

/** What can be given a value: a letter, f(x), |AB|, A:B, NO/BO, (p, q). A sum or a multiple is an equation's side. */
export function isName(node: Node): boolean {
  switch (node.kind) {
    case "symbol":
    case "indexed":
    case "apply":
    case "word":
    case "text":
      return true;
    case "product":
      return node.factors.every((factor, index) => isName(factor) || (index > 0 && isEvent(factor)));
    case "ratio":
      return node.parts.every(isName);
    case "quotient":
      return isName(node.top) && isName(node.bottom);
    case "call":
      return node.inputs.every(isName);
    case "group":
      return node.open === "(" && node.close === ")" && node.items.every(isName);
    default:
      return false;
  }
}

/** What stands in the brackets of `P(A ∩ B)` and `P(X = 2)`. */
function isEvent(node: Node): boolean {
  if (node.kind === "set_operation") return isName(node.left) && isName(node.right);
  return node.kind === "relation" && node.sides.every((side) => isName(side) || side.kind === "number");
}

/** A product of small letters may be a name or an unknown equation: `xy = 6` is not surely answered by 6. */
export function isProductName(node: Node): boolean {
  if (node.kind === "word") return node.text.length < 4 && node.text === node.text.toLowerCase();
  return node.kind === "product" && node.factors.every(isSmallLetter);
}

function isSmallLetter(node: Node): boolean {
  return node.kind === "symbol" && node.name.length === 1 && node.name === node.name.toLowerCase();
}
