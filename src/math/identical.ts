import { childrenOf, type Node } from "./node.ts";

/** True where two trees are the same node by node, whatever they are worth. */
export function isIdentical(a: Node, b: Node): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || ownText(a) !== ownText(b)) return false;
  const [as, bs] = [childrenOf(a), childrenOf(b)];
  if (as.length !== bs.length) return false;
  return as.every((child, index) => {
    const other = bs[index];
    return other !== undefined && isIdentical(child, other);
  });
}

/** What a node says besides its children. */
function ownText(node: Node): string {
  switch (node.kind) {
    case "number":
      return `${node.value.top}/${node.value.bottom}/${node.decimals}`;
    case "symbol":
    case "constant":
    case "indexed":
    case "call":
    case "apply":
    case "named_set":
      return node.name;
    case "word":
    case "text":
      return node.text;
    case "quantity":
      return node.unit;
    case "based":
      return `${node.digits}_${node.base}`;
    case "plus_minus":
      return String(node.sign);
    case "relation":
      return `${node.operators.join("")}${node.modulus === undefined ? "" : keyOf(node.modulus)}`;
    case "list":
      return node.link;
    case "group":
      return node.open + node.close;
    case "set_operation":
      return node.operator;
    case "matrix":
      return node.rows.map((row) => row.length).join(",");
    case "cases":
      return node.rows.map(({ condition }) => (condition === null ? "-" : "+")).join("");
    case "series":
      return `${node.operator} ${node.variable}`;
    default:
      return "";
  }
}

/** A text that only identical trees share. */
export function keyOf(node: Node): string {
  return JSON.stringify(node, (_key, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
}
