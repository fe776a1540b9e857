import { eachChild, mapChildren, type Node } from "./node.ts";

/** `a` with the names of `b`, given in the order in which they first occur; null where their numbers differ. */
export function renamed(a: Node, b: Node): Node | null {
  const [from, to] = [namesInOrder(a), namesInOrder(b)];
  if (from.length !== to.length) return null;
  const names = new Map(from.map((name, index) => [name, to[index] ?? name]));
  const change = (node: Node): Node => {
    const inner = mapChildren(node, change);
    return inner.kind === "symbol" ? { ...inner, name: names.get(inner.name) ?? inner.name } : inner;
  };
  return change(a);
}

function namesInOrder(node: Node): readonly string[] {
  const names = new Set<string>();
  const visit = (one: Node): void => {
    if (one.kind === "symbol") names.add(one.name);
    eachChild(one, visit);
  };
  visit(node);
  return [...names];
}
