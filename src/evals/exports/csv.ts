import { tableOf } from "./columns.ts";
import type { ExportFormat, ExportSource } from "./source.ts";
import { guardCell } from "./spreadsheet-text.ts";
import { inPieces } from "./text-pieces.ts";

/** RFC 4180. Whatever is text, the header too, is guarded against being run as a formula; numbers stay numbers. */
const LINE_END = "\r\n";

export const csv: ExportFormat = { extension: "csv", write: (source) => inPieces(lines(source)) };

async function* lines({ scorers, samples }: ExportSource): AsyncGenerator<string, void, void> {
  const { default: papaparse } = await import("papaparse");
  const { columns, cells } = tableOf(scorers);
  const line = (values: readonly unknown[]): string => papaparse.unparse([values]) + LINE_END;
  yield line(columns.map((column) => guardCell(column.name)));
  for await (const sample of samples()) {
    yield line(cells(sample).map((cell) => (typeof cell === "string" ? guardCell(cell) : cell)));
  }
}
