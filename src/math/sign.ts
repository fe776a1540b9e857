import { eachChild, holds, mapChildren, type Node } from "./node.ts";

/** True where a sign stands for both. */
export function hasBothSigns(node: Node): boolean {
  return holds(node, ({ kind }) => kind === "plus_minus");
}

/** The two values of an expression with ±: all upper signs, all lower signs. */
export function bothSigns(node: Node): readonly [Node, Node] {
  return [withSign(node, 1), withSign(node, -1)];
}

/** So many values are written out at most. */
const MOST_SIGNS = 4;

/**
 * `±1 ± 2`, whose signs may go together or each for itself, as a list of all values; null where there is no doubt: with one
 * sign, or with ∓, which says that they go together.
 */
export function independentSigns(node: Node): Node | null {
  const signs = countSigns(node);
  if (signs < 2 || signs > MOST_SIGNS || holds(node, (one) => one.kind === "plus_minus" && one.sign === -1))
    return null;
  const items = Array.from({ length: 2 ** signs }, (_, choice) => {
    let index = 0;
    const choose = (one: Node): Node => {
      const inner = mapChildren(one, choose);
      if (inner.kind !== "plus_minus") return inner;
      return ((choice >> index++) & 1) === 0 ? inner.of : { kind: "negative", of: inner.of };
    };
    return choose(node);
  });
  return { kind: "list", items, link: "comma" };
}

function countSigns(node: Node): number {
  let count = node.kind === "plus_minus" ? 1 : 0;
  eachChild(node, (child) => {
    count += countSigns(child);
  });
  return count;
}

function withSign(node: Node, sign: 1 | -1): Node {
  const inner = mapChildren(node, (child) => withSign(child, sign));
  if (inner.kind !== "plus_minus") return inner;
  return inner.sign === sign ? inner.of : { kind: "negative", of: inner.of };
}
