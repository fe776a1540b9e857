/** A symmetric matrix by rows. */
export type Matrix = readonly Float64Array[];

/**
 * The lower triangle L with L x L' = matrix, for a symmetric matrix that is positive definite: a sum of a graph's
 * Laplacian and a positive diagonal always is.
 */
export function cholesky(matrix: Matrix): Matrix {
  const lower = matrix.map((row) => new Float64Array(row.length));
  for (let i = 0; i < matrix.length; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = at(matrix, i, j);
      for (let k = 0; k < j; k++) sum -= at(lower, i, k) * at(lower, j, k);
      const row = lower[i];
      if (row !== undefined) row[j] = i === j ? Math.sqrt(sum) : sum / at(lower, j, j);
    }
  }
  return lower;
}

/** The x with L x L' x x = right, from the lower triangle. */
export function solve(lower: Matrix, right: Float64Array): Float64Array {
  const x = Float64Array.from(right);
  for (let i = 0; i < x.length; i++) {
    let sum = x[i] ?? 0;
    for (let k = 0; k < i; k++) sum -= at(lower, i, k) * (x[k] ?? 0);
    x[i] = sum / at(lower, i, i);
  }
  for (let i = x.length - 1; i >= 0; i--) {
    let sum = x[i] ?? 0;
    for (let k = i + 1; k < x.length; k++) sum -= at(lower, k, i) * (x[k] ?? 0);
    x[i] = sum / at(lower, i, i);
  }
  return x;
}

function at(matrix: Matrix, row: number, column: number): number {
  return matrix[row]?.[column] ?? 0;
}
