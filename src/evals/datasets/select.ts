import { createRandom, sampleIndexes } from "../../core/random.ts";
import type { RawRow } from "./dataset.ts";

/** The rows that are scored, always in the order of the file. */
export interface Selection {
  readonly size: number;
  /** Ascending row indexes; null means the first `size` rows. */
  readonly indexes: Uint32Array | null;
}

export interface SelectionOptions {
  /** Rows of the data set. */
  readonly total: number;
  readonly limit?: number | undefined;
  readonly shuffleSeed?: number | undefined;
  /** The rows of the wanted sample ids, ascending; absent means all rows. */
  readonly indexes?: readonly number[] | undefined;
}

/**
 * Sample ids come first, then the limit: the first so many of them, or with a seed so many drawn from them. A seed
 * without a limit changes nothing, because the order is always the file's.
 */
export function makeSelection({ total, limit, shuffleSeed, indexes }: SelectionOptions): Selection {
  const available = indexes?.length ?? total;
  const size = Math.min(available, limit ?? available);
  const positions =
    shuffleSeed === undefined || size === available ? null : sampleIndexes(available, size, createRandom(shuffleSeed));
  if (indexes === undefined) return { size, indexes: positions };
  const chosen = positions === null ? indexes.slice(0, size) : [...positions].map((position) => indexes[position] ?? 0);
  return { size, indexes: Uint32Array.from(chosen) };
}

/** The selected rows of a data set; stops reading after the last one. */
export async function* selectRows(
  parts: AsyncIterable<readonly RawRow[]>,
  { size, indexes }: Selection,
): AsyncGenerator<readonly RawRow[], void, void> {
  let taken = 0;
  if (size === 0) return;
  for await (const rows of parts) {
    const chosen: RawRow[] = [];
    for (const row of rows) {
      if (taken < size && (indexes === null || indexes[taken] === row.index)) {
        chosen.push(row);
        taken++;
      }
    }
    if (chosen.length > 0) yield chosen;
    if (taken >= size) return;
  }
}
