import type { Json } from "../../core/types.ts";
import type { Selection } from "./select.ts";

export type DatasetFormat = "jsonl" | "json" | "csv" | "tsv" | "parquet" | "yaml";

export interface DatasetConfig {
  /** A file, relative to the folder that `openDataset` is given. Exactly one of `path` and `data`. */
  readonly path?: string;
  /** The rows themselves. */
  readonly data?: readonly unknown[];
  /** Wins over the file's name. */
  readonly format?: DatasetFormat;
  /** Where the parts of a sample, or fields under own names, stand in a row, as dotted paths. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The first so many rows; a whole number from 1. */
  readonly limit?: number;
  /** With `limit`: so many rows drawn by this seed instead of the first ones, in the file's order. Alone: no effect. */
  readonly shuffleSeed?: number;
}

export type Row = Readonly<Record<string, Json>>;

/** A row that was read. `index` counts all rows from 0, unreadable ones too; `line` is where it begins, from 1. */
export interface ReadableRow {
  readonly index: number;
  readonly line: number | null;
  readonly row: Row;
  readonly problem?: never;
}

/** A row that could not be read; `problem` begins with its place: "line 12: not JSON: …". The rows after it are read. */
export interface UnreadableRow {
  readonly index: number;
  readonly line: number | null;
  readonly problem: string;
  readonly row?: never;
}

export type RawRow = ReadableRow | UnreadableRow;

export interface WantedField {
  /** A name of the `fields` map, a canonical name, or a dotted path. */
  readonly field: string;
  /** Where it is asked for, for the error: `scorers[1].reference_field`. */
  readonly place?: string;
}

export interface ScanOptions {
  readonly wanted?: readonly WantedField[];
  /** Only these samples; one that no row has is a mistake. */
  readonly sampleIds?: readonly string[];
  readonly signal?: AbortSignal;
}

/** What is known of a data set before anything is scored. */
export interface DatasetScan {
  /** All rows, readable or not, whatever the limit. */
  readonly rows: number;
  readonly unreadable: number;
  /** The first few problems. */
  readonly problems: readonly string[];
  /** Size of the file as it is stored; of inline rows, of their canonical JSON. */
  readonly bytes: number;
  /** Of the same bytes, in hexadecimal. */
  readonly sha256: string;
  /** The fields of the first rows as dotted paths. */
  readonly fields: readonly string[];
  /** Which rows are to be scored, by limit, seed and sample ids. */
  readonly selection: Selection;
  /** What a person should know, as sentences. */
  readonly warnings: readonly string[];
}

export interface Dataset {
  /** The file's name without folders; `data` for inline rows. */
  readonly name: string;
  readonly format: DatasetFormat | "inline";
  /** Where paths in the configuration count from; those of images in the rows too. */
  readonly folder: string;
  /** All rows in order, in lists of a few hundred: iterating asynchronously row by row costs more than reading. */
  rows(signal?: AbortSignal): AsyncIterable<readonly RawRow[]>;
  /** The pass made before anything is scored. Throws `ConfigError` for what the user should mend first. */
  scan(options?: ScanOptions): Promise<DatasetScan>;
}

/** How many rows are handed on at once. */
export const ROWS_AT_ONCE = 256;

/** What a format's reader needs: where it reads, and what it reports on the way. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Sees every byte as it is stored, in order. */
  readonly tap?: ((bytes: Uint8Array) => void) | undefined;
}

export type RowReader = (options: ReadOptions) => AsyncIterable<readonly RawRow[]>;

/** Cuts a list that is in memory into lists of the usual size. */
export function* inParts<Item, Result>(
  items: readonly Item[],
  make: (item: Item, index: number) => Result,
): Generator<readonly Result[], void, void> {
  for (let start = 0; start < items.length; start += ROWS_AT_ONCE) {
    yield items.slice(start, start + ROWS_AT_ONCE).map((item, offset) => make(item, start + offset));
  }
}
