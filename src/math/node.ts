import type { Rational } from "./rational.ts";

/** The tree of an answer. Plain data; what a node is worth is for `exact.ts` and `evaluate.ts` to say. */
export type Node =
  /** `decimals` counts the digits behind a written point, -1 where none was written: a decimal may be rounded. */
  | { readonly kind: "number"; readonly value: Rational; readonly decimals: number }
  | { readonly kind: "symbol"; readonly name: string }
  | { readonly kind: "constant"; readonly name: ConstantName }
  /** Letters that stand together: a product, a unit or a word, as the other side will tell. */
  | { readonly kind: "word"; readonly text: string; readonly parts: readonly Node[] }
  /** `x_1`, `F_{n-1}`: a value for each index. */
  | { readonly kind: "indexed"; readonly name: string; readonly index: Node }
  | { readonly kind: "sum"; readonly terms: readonly Node[] }
  | { readonly kind: "product"; readonly factors: readonly Node[] }
  | { readonly kind: "quotient"; readonly top: Node; readonly bottom: Node }
  | { readonly kind: "power"; readonly base: Node; readonly exponent: Node }
  | { readonly kind: "negative"; readonly of: Node }
  /** A function whose values are known. */
  | { readonly kind: "call"; readonly name: string; readonly inputs: readonly Node[] }
  /** A function that is a mere name: f(x). */
  | { readonly kind: "apply"; readonly name: string; readonly inputs: readonly Node[] }
  | { readonly kind: "percent"; readonly of: Node }
  /** `letters` are those of a unit that was not written upright: they may be names. */
  | { readonly kind: "quantity"; readonly of: Node; readonly unit: string; readonly letters?: readonly Node[] }
  /** Digits in a base: 204_5. */
  | { readonly kind: "based"; readonly digits: string; readonly base: number }
  /** Both signs at once; `sign` is the one that comes first. */
  | { readonly kind: "plus_minus"; readonly of: Node; readonly sign: 1 | -1 }
  | { readonly kind: "ratio"; readonly parts: readonly Node[] }
  | {
      readonly kind: "relation";
      readonly sides: readonly Node[];
      readonly operators: readonly RelationOperator[];
      readonly modulus?: Node;
    }
  /** Members without brackets around them. `link` is the strongest word that stands between them. */
  | { readonly kind: "list"; readonly items: readonly Node[]; readonly link: "comma" | "and" | "or" }
  | { readonly kind: "set"; readonly items: readonly Node[] }
  | { readonly kind: "builder"; readonly member: Node; readonly condition: Node }
  /** A tuple or an interval: only the other side can tell which. `label` is the letter of a point: A(1, 2). */
  | {
      readonly kind: "group";
      readonly open: "(" | "[";
      readonly close: ")" | "]";
      readonly items: readonly Node[];
      readonly label?: string;
    }
  | {
      readonly kind: "set_operation";
      readonly operator: "union" | "intersection" | "difference";
      readonly left: Node;
      readonly right: Node;
    }
  | { readonly kind: "named_set"; readonly name: string }
  | { readonly kind: "matrix"; readonly rows: readonly (readonly Node[])[] }
  | { readonly kind: "cases"; readonly rows: readonly { readonly value: Node; readonly condition: Node | null }[] }
  | {
      readonly kind: "series";
      readonly operator: "sum" | "product" | "integral";
      readonly variable: string;
      readonly from: Node;
      readonly to: Node;
      readonly body: Node;
    }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "ellipsis" };

export type ConstantName = "pi" | "e" | "i" | "infinity";

export type RelationOperator = "=" | "≠" | "<" | ">" | "≤" | "≥" | "≈" | "∈" | "∉" | "≡" | "∥" | "⊥" | "⊂" | "∼";

export type NodeOf<Kind extends Node["kind"]> = Extract<Node, { readonly kind: Kind }>;

/** A number that was computed, or stands for a count: no decimal. */
export function numberNode(value: Rational): Node {
  return { kind: "number", value, decimals: -1 };
}

/** The same node with each child replaced. */
export function mapChildren(node: Node, change: (child: Node) => Node): Node {
  switch (node.kind) {
    case "number":
    case "symbol":
    case "constant":
    case "based":
    case "named_set":
    case "text":
    case "ellipsis":
      return node;
    case "word":
      return { ...node, parts: node.parts.map(change) };
    case "indexed":
      return { ...node, index: change(node.index) };
    case "sum":
      return { ...node, terms: node.terms.map(change) };
    case "product":
      return { ...node, factors: node.factors.map(change) };
    case "quotient":
      return { ...node, top: change(node.top), bottom: change(node.bottom) };
    case "power":
      return { ...node, base: change(node.base), exponent: change(node.exponent) };
    case "negative":
    case "percent":
    case "quantity":
    case "plus_minus":
      return { ...node, of: change(node.of) };
    case "call":
    case "apply":
      return { ...node, inputs: node.inputs.map(change) };
    case "ratio":
      return { ...node, parts: node.parts.map(change) };
    case "relation":
      return { ...node, sides: node.sides.map(change) };
    case "list":
    case "set":
    case "group":
      return { ...node, items: node.items.map(change) };
    case "builder":
      return { ...node, member: change(node.member), condition: change(node.condition) };
    case "set_operation":
      return { ...node, left: change(node.left), right: change(node.right) };
    case "matrix":
      return { ...node, rows: node.rows.map((row) => row.map(change)) };
    case "cases":
      return {
        ...node,
        rows: node.rows.map(({ value, condition }) => ({
          value: change(value),
          condition: condition === null ? null : change(condition),
        })),
      };
    case "series":
      return { ...node, from: change(node.from), to: change(node.to), body: change(node.body) };
  }
}

/** Calls `visit` for each child. */
export function eachChild(node: Node, visit: (child: Node) => void): void {
  mapChildren(node, (child) => {
    visit(child);
    return child;
  });
}

export function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = [];
  eachChild(node, (child) => children.push(child));
  return children;
}

/** How many nodes lie above one another at most. Without recursion, as it guards what is recursive. */
export function depthOf(root: Node): number {
  let deepest = 0;
  const open: (readonly [node: Node, depth: number])[] = [[root, 1]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, depth] = next;
    deepest = Math.max(deepest, depth);
    eachChild(node, (child) => open.push([child, depth + 1]));
  }
  return deepest;
}

/** True where the node or one below it is of the wanted kind. */
export function holds(node: Node, wanted: (node: Node) => boolean): boolean {
  if (wanted(node)) return true;
  let found = false;
  eachChild(node, (child) => {
    found ||= holds(child, wanted);
  });
  return found;
}

/** F_1 and f(x): their values are drawn, so nothing can be solved for what is in them. */
export function isUnknown({ kind }: Node): boolean {
  return kind === "indexed" || kind === "apply";
}

/** The names that stand for values: symbols, indexed names and unknown functions, without bound variables. */
export function freeNames(node: Node, names: Set<string> = new Set(), bound: readonly string[] = []): Set<string> {
  if (node.kind === "symbol" && !bound.includes(node.name)) names.add(node.name);
  if (node.kind === "indexed" || node.kind === "apply") names.add(node.name);
  const inner = node.kind === "series" ? [...bound, node.variable] : bound;
  eachChild(node, (child) => freeNames(child, names, inner));
  return names;
}
