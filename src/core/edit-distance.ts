/**
 * The number of insertions, deletions and substitutions that make one list of codes from another (Levenshtein).
 * Bit-parallel, 32 rows of the table at a time: Myers, "A fast bit-vector algorithm for approximate string matching",
 * J. ACM 46(3), 1999, in Hyyrö's form with carries between blocks. Time is a * b / 32, memory a + b.
 */
export function levenshteinDistance(a: readonly number[], b: readonly number[]): number {
  const [rows, columns] = a.length <= b.length ? [a, b] : [b, a];
  if (rows.length === 0) return columns.length;
  const ids = new Map<number, number>();
  const rowIds = Int32Array.from(rows, (code) => {
    const id = ids.get(code) ?? ids.size;
    ids.set(code, id);
    return id;
  });
  // Codes that no row has share one id that equals nothing.
  const columnIds = Int32Array.from(columns, (code) => ids.get(code) ?? ids.size);
  const equal = new Int32Array(ids.size + 1);
  // How the value grows from one column to the next along the border above the block: -1, 0 or 1.
  const carry = new Int8Array(columns.length).fill(1);
  let distance = rows.length;
  for (let start = 0; start < rows.length; start += 32) {
    const height = Math.min(32, rows.length - start);
    const block = rowIds.subarray(start, start + height);
    block.forEach((id, row) => {
      equal[id] = (equal[id] ?? 0) | (1 << row);
    });
    const grown = advanceBlock(columnIds, equal, carry, 1 << (height - 1));
    if (start + height === rows.length) distance += grown;
    for (const id of block) equal[id] = 0;
  }
  return distance;
}

/** Runs one block over all columns, rewrites the carry to its lower border, and returns the sum of that. */
function advanceBlock(columns: Int32Array, equal: Int32Array, carry: Int8Array, lowest: number): number {
  // Vertical differences within the block: one word of bits for +1, one for -1.
  let plus = -1;
  let minus = 0;
  let grown = 0;
  for (let column = 0; column < columns.length; column++) {
    const above = carry[column] ?? 0;
    let same = equal[columns[column] ?? 0] ?? 0;
    const vertical = same | minus;
    if (above < 0) same |= 1;
    const horizontal = (((same & plus) + plus) ^ plus) | same;
    let up = minus | ~(horizontal | plus);
    let down = plus & horizontal;
    const below = (up & lowest) !== 0 ? 1 : (down & lowest) !== 0 ? -1 : 0;
    up = (up << 1) | (above > 0 ? 1 : 0);
    down = (down << 1) | (above < 0 ? 1 : 0);
    plus = down | ~(vertical | up);
    minus = up & vertical;
    carry[column] = below;
    grown += below;
  }
  return grown;
}
