import { mapChildren, type Node } from "./node.ts";

/** `C_{10}^3` and `A_5^2`: choices without and with an order, as they are written in China and Russia. */

/** The tree with each such count as its value; null where there is none. */
export function withCounts(node: Node): Node | null {
  let found = false;
  const replaced = (one: Node): Node => {
    const count = countOf(one);
    if (count === null) return mapChildren(one, replaced);
    found = true;
    return count;
  };
  const result = replaced(node);
  return found ? result : null;
}

function countOf(node: Node): Node | null {
  if (node.kind !== "power" || node.base.kind !== "indexed") return null;
  const { base, exponent: k } = node;
  const n = base.index;
  if (n.kind !== "number" || k.kind !== "number" || !["C", "A", "P"].includes(base.name)) return null;
  const chosen: Node = { kind: "call", name: "binom", inputs: [n, k] };
  const ordered: Node = { kind: "product", factors: [chosen, { kind: "call", name: "factorial", inputs: [k] }] };
  return base.name === "C" ? chosen : ordered;
}
