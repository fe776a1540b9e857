import { eachChild, freeNames, mapChildren, type Node, type NodeOf } from "./node.ts";

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

/**
 * `f(t) = t + 1` with the inputs of `f(x)`: what a function calls its inputs says nothing. Null where they are the same
 * already, are more than names, or the new one has a meaning of its own.
 */
export function withInputs(node: Node, from: Node, to: Node): Node | null {
  if (from.kind !== "apply" || to.kind !== "apply" || from.name !== to.name) return null;
  if (from.inputs.length !== to.inputs.length) return null;
  const names = new Map<string, string>();
  for (const [index, input] of from.inputs.entries()) {
    const other = to.inputs[index];
    if (input.kind !== "symbol" || other?.kind !== "symbol") return null;
    if ((names.get(input.name) ?? other.name) !== other.name) return null;
    names.set(input.name, other.name);
  }
  const taken = new Set(names.values());
  if (taken.size !== names.size || [...names].every(([name, other]) => name === other)) return null;
  if ([...freeNames(node)].some((name) => taken.has(name) && !names.has(name))) return null;
  const change = (one: Node): Node => {
    const inner = mapChildren(one, change);
    return inner.kind === "symbol" ? { ...inner, name: names.get(inner.name) ?? inner.name } : inner;
  };
  return change(node);
}

/** `{2k | k ∈ Z}` with the bound names of `{2n | n ∈ Z}`: what a set calls its members says nothing. */
export function withBoundNames(a: NodeOf<"builder">, b: NodeOf<"builder">): NodeOf<"builder"> {
  const [from, to] = [boundNames(a), boundNames(b)];
  if (from.length !== to.length) return a;
  const names = new Map(from.map((name, index) => [name, to[index] ?? name]));
  // A free name of the same spelling would be caught.
  const taken = [...freeNames(a)].filter((name) => !names.has(name));
  if (taken.some((name) => to.includes(name))) return a;
  const change = (node: Node): Node => {
    const inner = mapChildren(node, change);
    return inner.kind === "symbol" ? { ...inner, name: names.get(inner.name) ?? inner.name } : inner;
  };
  return { ...a, member: change(a.member), condition: change(a.condition) };
}

/** The names on the left side of ∈, or the member itself. */
function boundNames({ member, condition }: NodeOf<"builder">): readonly string[] {
  if (member.kind === "symbol") return [member.name];
  if (member.kind === "group" && member.items.every(({ kind }) => kind === "symbol")) {
    return member.items.map((item) => (item.kind === "symbol" ? item.name : ""));
  }
  const conditions = member.kind === "relation" ? [member] : condition.kind === "list" ? condition.items : [condition];
  return conditions.flatMap((one) => {
    const left = one.kind === "relation" && one.operators[0] === "∈" ? one.sides[0] : undefined;
    return left?.kind === "symbol" ? [left.name] : [];
  });
}
