import { createCsvSplitter } from "./csv-records.ts";

export type Delimiter = "," | ";" | "\t";

const DELIMITERS: readonly Delimiter[] = [",", ";", "\t"];
/** Records that are looked at. */
const MOST = 50;

/**
 * The delimiter of a table by its first records: of those that divide the header, the one by which most records have as
 * many cells as the header; on a tie the one with more columns. The comma is what the name says, so another one needs
 * at least half of the records for it. Thus `1,5;2,5` under `a;b` is read by semicolons, prose with semicolons in a
 * single column stays one column, and a table of commas stays one where most rows are faulty.
 */
export function chooseDelimiter(text: string): Delimiter {
  let best: Delimiter = ",";
  let bestMatching = -1;
  let bestColumns = 0;
  for (const delimiter of DELIMITERS) {
    const [columns = 0, ...counts] = cellCounts(text, delimiter);
    const matching = counts.filter((count) => count === columns).length;
    if (columns < 2 || (delimiter !== "," && matching * 2 < counts.length)) continue;
    if (matching > bestMatching || (matching === bestMatching && columns > bestColumns)) {
      best = delimiter;
      bestMatching = matching;
      bestColumns = columns;
    }
  }
  return best;
}

/** Cells of each of the first records; a faulty one counts as none. */
function cellCounts(text: string, delimiter: Delimiter): readonly number[] {
  const counts: number[] = [];
  for (const record of createCsvSplitter(delimiter).push(text)) {
    if (record.text === "") continue;
    counts.push(record.text === undefined ? 0 : countCells(record.text, delimiter));
    if (counts.length > MOST) break;
  }
  return counts;
}

/** Of a record whose quotes are in order: delimiters outside quotes, and one. */
function countCells(record: string, delimiter: Delimiter): number {
  let cells = 1;
  let quoted = false;
  for (const character of record) {
    if (character === '"') quoted = !quoted;
    else if (character === delimiter && !quoted) cells++;
  }
  return cells;
}
