import type { BasicType, ByteWriter, ColumnSource } from "hyparquet-writer";
import { type Cell, type Column, tableOf } from "./columns.ts";
import type { ExportFormat, ExportSource } from "./source.ts";

const TYPES: Readonly<Record<Column["type"], BasicType>> = {
  text: "STRING",
  integer: "INT32",
  number: "DOUBLE",
  boolean: "BOOLEAN",
};

/** A row group is held in memory until it is written: at most so many rows, and about so many UTF-16 units of text. */
const GROUP_ROWS = 10_000;
const GROUP_TEXT = 16 * 1024 ** 2;

/** The columns of the CSV, with types, and with each text as it was: a parquet file is not run by a spreadsheet. */
export const parquet: ExportFormat = { extension: "parquet", write: groups };

async function* groups({ scorers, samples }: ExportSource): AsyncGenerator<Uint8Array, void, void> {
  const { ByteWriter: Bytes, ParquetWriter, schemaFromColumnData } = await import("hyparquet-writer");
  const { columns, cells } = tableOf(scorers);
  const bytes = new Bytes();
  const schema = schemaFromColumnData({
    columnData: columns.map(({ name, type, optional }) => ({ name, data: [], type: TYPES[type], nullable: optional })),
  });
  const file = new ParquetWriter({ writer: bytes, schema, createdBy: "veridic" });
  let group = emptyGroup(columns);
  for await (const sample of samples()) {
    addRow(group, cells(sample));
    if (group.rows < GROUP_ROWS && group.text < GROUP_TEXT) continue;
    await file.write({ columnData: group.columns, rowGroupSize: group.rows });
    yield take(bytes);
    group = emptyGroup(columns);
  }
  if (group.rows > 0) await file.write({ columnData: group.columns, rowGroupSize: group.rows });
  await file.finish();
  yield take(bytes);
}

interface Group {
  readonly columns: (ColumnSource & { readonly data: Cell[] })[];
  rows: number;
  text: number;
}

function emptyGroup(columns: readonly Column[]): Group {
  return {
    // The least and the greatest text of every group would stay in memory until the file's end.
    columns: columns.map(({ name, type }) => ({ name, data: [], statistics: type !== "text" })),
    rows: 0,
    text: 0,
  };
}

function addRow(group: Group, cells: readonly Cell[]): void {
  group.rows++;
  for (const [index, cell] of cells.entries()) {
    group.columns[index]?.data.push(cell);
    if (typeof cell === "string") group.text += cell.length;
  }
}

/** What was written since the last time. Offsets in the file go on, so only the place in the buffer is set back. */
function take(bytes: ByteWriter): Uint8Array {
  const written = bytes.getBytes().slice();
  bytes.index = 0;
  return written;
}
