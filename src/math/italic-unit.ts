import { freeNames, mapChildren, type Node, type NodeOf } from "./node.ts";

/** `2mg` in a formula: two milligrams, or a mass times what pulls at it. The letters go along with the unit. */

/** The quantity as a product of its letters; null where its unit was written upright, or in plain text. */
export function asProduct({ of, letters }: NodeOf<"quantity">): Node | null {
  return letters === undefined ? null : { kind: "product", factors: [of, ...letters] };
}

/** Beside other names the letters are names as well: `T + 2mg`. */
export function withNames(node: Node): Node {
  switch (node.kind) {
    case "relation":
    case "list":
    case "set":
    case "group":
    case "builder":
    case "set_operation":
    case "matrix":
    case "cases":
      return mapChildren(node, withNames);
    default:
      return freeNames(node).size > 0 ? replaced(node) : node;
  }
}

function replaced(node: Node): Node {
  const inner = mapChildren(node, replaced);
  return inner.kind === "quantity" ? (asProduct(inner) ?? inner) : inner;
}
