import type { Compare } from "./members.ts";
import { freeNames, type Node, type NodeOf } from "./node.ts";
import { allSame, type Comparison, DIFFERENT, different, type Outcome } from "./outcome.ts";

/** Compares matrices cell by cell; the kind of brackets does not count. */
export function sameMatrix(
  a: NodeOf<"matrix">,
  b: NodeOf<"matrix">,
  comparison: Comparison,
  compare: Compare,
): Outcome {
  const shape = (matrix: NodeOf<"matrix">): string => matrix.rows.map((row) => row.length).join(",");
  if (shape(a) !== shape(b)) return DIFFERENT;
  return allSame(cells(a, b, comparison, compare));
}

function* cells(
  a: NodeOf<"matrix">,
  b: NodeOf<"matrix">,
  comparison: Comparison,
  compare: Compare,
): Generator<Outcome> {
  for (const [row, nodes] of a.rows.entries()) {
    for (const [column, cell] of nodes.entries()) {
      const other = b.rows[row]?.[column];
      yield other === undefined ? DIFFERENT : compare(cell, other, comparison);
    }
  }
}

/** A matrix of one row or column against a tuple; against anything else it differs, but a name may stand for it. */
export function sameVector(a: Node, b: Node, comparison: Comparison, compare: Compare): Outcome {
  const [first, second] = [matrixOf(a), matrixOf(b)];
  if (first !== null && second !== null) return sameMatrix(first, second, comparison, compare);
  const [one, other] = [vectorOf(a), vectorOf(b)];
  // I may be the identity, and (1, 2)^T is a column.
  const rest = a.kind === "matrix" ? b : a;
  if (vectorOf(rest) === null && freeNames(rest).size > 0) return different("name");
  if (one === null || other === null) return DIFFERENT;
  const size = one.length === other.length;
  return size ? compare(tuple(one), tuple(other), comparison) : DIFFERENT;
}

/** `[[1, 2], [3, 4]]` is a matrix by rows. */
function matrixOf(node: Node): NodeOf<"matrix"> | null {
  if (node.kind === "matrix") return node;
  if (node.kind !== "group") return null;
  const rows: (readonly Node[])[] = [];
  for (const item of node.items) {
    if (item.kind !== "group") return null;
    rows.push(item.items);
  }
  return { kind: "matrix", rows };
}

function vectorOf(node: Node): readonly Node[] | null {
  // A vector stands in two brackets of one kind; [1, 2) is an interval.
  if (node.kind === "group") return (node.open === "(") === (node.close === ")") ? node.items : null;
  if (node.kind !== "matrix") return null;
  const [row] = node.rows;
  if (node.rows.length === 1) return row ?? null;
  return node.rows.every(({ length }) => length === 1) ? node.rows.flat() : null;
}

function tuple(items: readonly Node[]): Node {
  return { kind: "group", open: "(", close: ")", items };
}
