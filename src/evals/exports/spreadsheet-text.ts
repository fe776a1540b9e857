/**
 * Text that a spreadsheet would run as a formula: it begins with `=`, `+`, `-` or `@`, in full-width or small form too,
 * after any blanks and invisible characters, which some programs drop; or with a tab or a carriage return, after which
 * some begin a new cell. Apostrophes before it belong to it, so that taking one away again is exact.
 */
const RUNS = /^'*(?:[\t\r]|[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u;

/** The text as a cell that no spreadsheet runs: with an apostrophe before it where one would. */
export function guardCell(text: string): string {
  return RUNS.test(text) ? `'${text}` : text;
}

/** The text that `guardCell` was given. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") && RUNS.test(cell) ? cell.slice(1) : cell;
}
