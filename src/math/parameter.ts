import { eachChild, mapChildren, type Node } from "./node.ts";

/** Letters that answers choose for constants of integration, whole numbers and the like. */
const LETTERS: ReadonlySet<string> = new Set(
  "A B C D K M N a b c d j k l m n p q r s t alpha beta lambda mu".split(" "),
);

/**
 * `a` with the constants of `b`: 2πk for 2πn, C_1 for A. In the order in which they first occur; null where nothing is to
 * be exchanged. Letter case alone makes another name, but for the constant C.
 */
export function withParametersOf(a: Node, b: Node): Node | null {
  const [as, bs] = [namesOf(a), namesOf(b)];
  const from = [...as.keys()].filter((key) => !bs.has(key));
  const to = [...bs].filter(([key]) => !as.has(key));
  if (from.length === 0 || from.length !== to.length) return null;
  const exchanged = new Map<string, Node>();
  for (const [index, key] of from.entries()) {
    const [other, node] = to[index] ?? [];
    if (other === undefined || node === undefined) return null;
    const [one, two] = [letterOf(key), letterOf(other)];
    if (!LETTERS.has(one) || !LETTERS.has(two)) return null;
    if (one !== two && one.toLowerCase() === two.toLowerCase() && one.toLowerCase() !== "c") return null;
    exchanged.set(key, node);
  }
  const change = (node: Node): Node => {
    const key = keyOf(node);
    return (key === null ? undefined : exchanged.get(key)) ?? mapChildren(node, change);
  };
  return change(a);
}

/** Not those that stand in an index alone: x_a is not x_b. Nor a letter that is all: it may be an option. */
function namesOf(root: Node): ReadonlyMap<string, Node> {
  const names = new Map<string, Node>();
  const visit = (node: Node): void => {
    const key = keyOf(node);
    if (key !== null) {
      if (!names.has(key)) names.set(key, node);
    } else if (node.kind !== "indexed") eachChild(node, visit);
  };
  if (keyOf(root) === null) visit(root);
  return names;
}

/** `C_1` with its number; an index that is an expression belongs to a sequence. */
function keyOf(node: Node): string | null {
  if (node.kind === "symbol") return node.name;
  if (node.kind !== "indexed" || node.index.kind !== "number") return null;
  return `${node.name}_${node.index.value.top}`;
}

function letterOf(key: string): string {
  return key.split("_", 1)[0] ?? key;
}
