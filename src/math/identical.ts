import type { Node } from "./node.ts";

/** True where two trees are the same node by node, whatever they are worth. */
export function isIdentical(a: Node, b: Node): boolean {
  return keyOf(a) === keyOf(b);
}

/** A text that only identical trees share. */
export function keyOf(node: Node): string {
  return JSON.stringify(node, (_key, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
}
