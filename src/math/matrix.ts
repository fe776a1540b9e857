import { newBudget, OverBudget } from "./budget.ts";
import { exactValue } from "./exact.ts";
import { eachChild, holds, mapChildren, type Node, type NodeOf, numberNode } from "./node.ts";
import { NotMaths } from "./scan.ts";

type Matrix = NodeOf<"matrix">;

const LARGEST_DETERMINANT = 5;
const LARGEST_PRODUCT = 12;
/** Nodes of a product: cells are expressions, and each product multiplies their size. */
const MOST_NODES = 20_000;
const LARGEST_POWER = 4n;

export function hasMatrix(node: Node): boolean {
  return holds(node, ({ kind }) => kind === "matrix");
}

/** Carries out sums, products and powers of matrices, transposes and determinants; cells stay expressions. */
export function resolveMatrices(node: Node): Node {
  if (!hasMatrix(node)) return node;
  const inner = mapChildren(node, resolveMatrices);
  switch (inner.kind) {
    case "sum":
      return inner.terms.every(isMatrix) ? total(inner.terms) : inner;
    case "negative":
      return isMatrix(inner.of) ? mapChildren(inner.of, (of) => ({ kind: "negative", of })) : inner;
    case "product":
      return inner.factors.reduce((total, factor) => multiplied(total, factor));
    case "quotient":
      return isMatrix(inner.top) ? mapChildren(inner.top, (top) => ({ ...inner, top })) : inner;
    case "power":
      return isMatrix(inner.base) ? raised(inner.base, inner.exponent) : inner;
    case "call": {
      const [of] = inner.inputs;
      return (inner.name === "det" || inner.name === "abs") && of?.kind === "matrix" ? determinant(of) : inner;
    }
    case "group":
    case "set": {
      const [only] = inner.items;
      return inner.items.length === 1 && only !== undefined ? only : inner;
    }
    default:
      return inner;
  }
}

function isMatrix(node: Node): node is Matrix {
  return node.kind === "matrix";
}

function total([first, ...more]: readonly Node[]): Node {
  if (first === undefined) throw new NotMaths("a sum of nothing");
  return more.reduce(added, first);
}

function added(a: Node, b: Node): Node {
  if (!isMatrix(a) || !isMatrix(b) || a.rows.length !== b.rows.length) throw new NotMaths("matrices of other shapes");
  return {
    kind: "matrix",
    rows: a.rows.map((row, i) => row.map((cell, j) => ({ kind: "sum", terms: [cell, cellOf(b, i, j)] }))),
  };
}

function cellOf(matrix: Matrix, row: number, column: number): Node {
  const cell = matrix.rows[row]?.[column];
  if (cell === undefined) throw new NotMaths("matrices of other shapes");
  return cell;
}

function multiplied(a: Node, b: Node): Node {
  if (!isMatrix(a) && !isMatrix(b))
    return { kind: "product", factors: a.kind === "product" ? [...a.factors, b] : [a, b] };
  if (!isMatrix(a)) return mapChildren(b, (cell) => ({ kind: "product", factors: [a, cell] }));
  if (!isMatrix(b)) return mapChildren(a, (cell) => ({ kind: "product", factors: [b, cell] }));
  const inner = b.rows.length;
  const columns = b.rows[0]?.length ?? 0;
  if (inner > LARGEST_PRODUCT || columns > LARGEST_PRODUCT || a.rows.length > LARGEST_PRODUCT) {
    throw new NotMaths("a product of large matrices");
  }
  if (a.rows.some((row) => row.length !== inner)) throw new NotMaths("matrices of other shapes");
  if (sizeOf(a) * columns + sizeOf(b) * a.rows.length > MOST_NODES) throw new OverBudget("a product of large matrices");
  const cell = (row: number, column: number): Node =>
    simplified({
      kind: "sum",
      terms: Array.from({ length: inner }, (_, index) => ({
        kind: "product",
        factors: [cellOf(a, row, index), cellOf(b, index, column)],
      })),
    });
  return {
    kind: "matrix",
    rows: a.rows.map((_, row) => Array.from({ length: columns }, (_, column) => cell(row, column))),
  };
}

function raised(base: Matrix, exponent: Node): Node {
  if (exponent.kind === "symbol" && exponent.name === "T") {
    const width = base.rows[0]?.length ?? 0;
    return {
      kind: "matrix",
      rows: Array.from({ length: width }, (_, column) => base.rows.map((_, row) => cellOf(base, row, column))),
    };
  }
  const times = exponent.kind === "number" && exponent.value.bottom === 1n ? exponent.value.top : 0n;
  // Cells are expressions: each product makes them longer, so a high power is left alone.
  if (times < 1n || times > LARGEST_POWER || base.rows.length > 3) throw new NotMaths("a power of a matrix");
  let result: Node = base;
  for (let count = 1n; count < times; count++) result = multiplied(result, base);
  return result;
}

/** By the first row (Laplace). */
function determinant(matrix: Matrix): Node {
  const { rows } = matrix;
  const [first] = rows;
  if (first === undefined || rows.length > LARGEST_DETERMINANT || rows.some((row) => row.length !== rows.length)) {
    throw new NotMaths("a determinant that is not square or too large");
  }
  const [only] = first;
  if (rows.length === 1 && only !== undefined) return only;
  return {
    kind: "sum",
    terms: first.map((cell, column) => {
      const minor = determinant({
        kind: "matrix",
        rows: rows.slice(1).map((row) => row.filter((_, index) => index !== column)),
      });
      const product: Node = { kind: "product", factors: [cell, minor] };
      return column % 2 === 0 ? product : { kind: "negative", of: product };
    }),
  };
}

function sizeOf(node: Node): number {
  let size = 1;
  eachChild(node, (child) => {
    size += sizeOf(child);
  });
  return size;
}

/** A cell of numbers becomes one number, so that products of numeric matrices stay small. */
function simplified(cell: Node): Node {
  const decimal = holds(cell, (node) => node.kind === "number" && node.decimals >= 0);
  const value = decimal ? null : exactValue(cell, newBudget());
  return value === null ? cell : numberNode(value);
}
