import { ConfigError } from "../../core/errors.ts";
import type { Block } from "./blocks.ts";
import { chooseDelimiter, type Delimiter } from "./csv-delimiter.ts";
import { type CsvRecord, createCsvSplitter } from "./csv-records.ts";
import { type RawRow, ROWS_AT_ONCE, type Row } from "./dataset.ts";

export interface CsvOptions {
  /** The file as the user wrote it, for errors. */
  readonly path: string;
  /** Absent: chosen by the first records. */
  readonly delimiter?: Delimiter;
}

/**
 * Rows of a table with a header line. Cells stay text, blanks and JSON in them included; empty lines are skipped. A
 * record with a faulty quote or the wrong number of cells is one unreadable row.
 */
export async function* readCsv(
  blocks: AsyncIterable<Block>,
  options: CsvOptions,
): AsyncGenerator<readonly RawRow[], void, void> {
  const cellsOf = await createCellReader();
  let header: readonly string[] | null = null;
  let delimiter: Delimiter = ",";
  let index = 0;
  let waiting: CsvRecord[] = [];
  for await (const record of records(blocks, options, (chosen) => {
    delimiter = chosen;
  })) {
    if (isBlank(record, header, delimiter)) continue;
    if (header === null) {
      header = readHeader(record, cellsOf, delimiter, options.path);
      continue;
    }
    waiting.push(record);
    if (waiting.length < ROWS_AT_ONCE) continue;
    yield toRows(waiting, header, cellsOf, delimiter, index);
    index += waiting.length;
    waiting = [];
  }
  if (header !== null && waiting.length > 0) yield toRows(waiting, header, cellsOf, delimiter, index);
}

/** Records with the delimiter that was chosen by the first block. */
async function* records(
  blocks: AsyncIterable<Block>,
  options: CsvOptions,
  choose: (delimiter: Delimiter) => void,
): AsyncGenerator<CsvRecord, void, void> {
  let splitter: ReturnType<typeof createCsvSplitter> | null = null;
  for await (const { text, problem } of blocks) {
    if (splitter === null) {
      const delimiter = options.delimiter ?? chooseDelimiter(text ?? "");
      choose(delimiter);
      splitter = createCsvSplitter(delimiter);
    }
    if (problem === undefined) {
      yield* splitter.push(text);
    } else {
      // A cell that is open here cannot be closed by a line that was not read.
      yield* splitter.finish();
      const line = splitter.skipLine();
      yield { line, fault: { line, column: 1, cell: 0, problem } };
    }
  }
  if (splitter !== null) yield* splitter.finish();
}

/** An empty line; or, in a table of several columns, a line of blanks, which cannot be a record of it. */
function isBlank({ text }: CsvRecord, header: readonly string[] | null, delimiter: Delimiter): boolean {
  if (text === undefined) return false;
  if (text === "") return true;
  return header?.length !== 1 && !text.includes(delimiter) && text.trim() === "";
}

function readHeader(record: CsvRecord, cellsOf: CellReader, delimiter: Delimiter, path: string): readonly string[] {
  if (record.fault !== undefined) {
    const { line, column, problem } = record.fault;
    throw new ConfigError("bad_header", `the header line cannot be read: ${problem}`, {
      place: `${path}:${line}:${column}`,
    });
  }
  const names = cellsOf([record.text], delimiter)[0] ?? [];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new ConfigError(
      "duplicate_column",
      twice === "" ? "two columns have no name" : `two columns are named "${twice}"`,
      {
        place: `${path}:${record.line}`,
        hint: "rename one of them",
      },
    );
  }
  return names;
}

function toRows(
  records: readonly CsvRecord[],
  header: readonly string[],
  cellsOf: CellReader,
  delimiter: Delimiter,
  first: number,
): readonly RawRow[] {
  const read = cellsOf(
    records.flatMap(({ text }) => (text === undefined ? [] : [text])),
    delimiter,
  );
  let next = 0;
  return records.map(({ line, fault }, offset): RawRow => {
    const index = first + offset;
    if (fault !== undefined) {
      const name = header[fault.cell];
      const cell = name === undefined || name === "" ? "" : ` (cell "${name}")`;
      return { index, line, problem: `line ${fault.line}, column ${fault.column}${cell}: ${fault.problem}` };
    }
    const cells = read[next++] ?? [];
    if (cells.length === header.length) return { index, line, row: toRow(header, cells) };
    const problem = `line ${line}: expected ${counted(header.length)} as in the header, got ${cells.length}`;
    return { index, line, problem };
  });
}

function counted(cells: number): string {
  return cells === 1 ? "1 cell" : `${cells} cells`;
}

function toRow(header: readonly string[], cells: readonly string[]): Row {
  const row: Record<string, string> = {};
  for (const [column, name] of header.entries()) {
    const value = cells[column] ?? "";
    // A plain assignment to `__proto__` would set no field.
    if (name === "__proto__")
      Object.defineProperty(row, name, { value, enumerable: true, configurable: true, writable: true });
    else row[name] = value;
  }
  return row;
}

type CellReader = (records: readonly string[], delimiter: Delimiter) => readonly (readonly string[])[];

/** papaparse reads the cells. Which lines make a record is decided before: it takes bare quotes without a word. */
async function createCellReader(): Promise<CellReader> {
  const { default: papaparse } = await import("papaparse");
  return (records, delimiter) => {
    if (records.length === 0) return [];
    // papaparse drops one byte order mark at the start; a mark in the first cell is content.
    const text = `\ufeff${records.join("\n")}`;
    return papaparse.parse<readonly string[]>(text, { delimiter, newline: "\n", quoteChar: '"' }).data;
  };
}
