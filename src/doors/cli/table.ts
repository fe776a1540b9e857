export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
}

/** Rows of text under aligned titles, two blanks between columns. Widths count characters, not UTF-16 units. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  dim: (text: string) => string,
): string {
  const widths = columns.map((column, index) =>
    Math.max(width(column.title), ...rows.map((row) => width(row[index] ?? ""))),
  );
  const line = (cells: readonly string[]) =>
    columns
      .map((column, index) => pad(oneLine(cells[index] ?? ""), widths[index] ?? 0, column.align ?? "left"))
      .join("  ")
      .trimEnd();
  return [dim(line(columns.map((column) => column.title))), ...rows.map(line)].map((text) => `${text}\n`).join("");
}

/** A break in a cell would tear the table. */
function oneLine(text: string): string {
  return text.replace(/[\n\t]/g, " ");
}

function pad(text: string, length: number, align: "left" | "right"): string {
  const blanks = " ".repeat(Math.max(0, length - width(text)));
  return align === "left" ? text + blanks : blanks + text;
}

const COLOR = /\u001b\[[0-9;]*m/g;

function width(text: string): number {
  return [...text.replace(COLOR, "")].length;
}
