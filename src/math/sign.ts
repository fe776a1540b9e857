import { holds, mapChildren, type Node } from "./node.ts";

/** True where a sign stands for both. */
export function hasBothSigns(node: Node): boolean {
  return holds(node, ({ kind }) => kind === "plus_minus");
}

/** The two values of an expression with ±: all upper signs, all lower signs. */
export function bothSigns(node: Node): readonly [Node, Node] {
  return [withSign(node, 1), withSign(node, -1)];
}

function withSign(node: Node, sign: 1 | -1): Node {
  const inner = mapChildren(node, (child) => withSign(child, sign));
  if (inner.kind !== "plus_minus") return inner;
  return inner.sign === sign ? inner.of : { kind: "negative", of: inner.of };
}
