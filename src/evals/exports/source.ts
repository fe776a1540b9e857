import type { RunRecord, StoredSample } from "../../store/types.ts";

/** A run to export. Nothing of it is held in memory: samples come one by one. */
export interface ExportSource {
  readonly run: RunRecord;
  /** Names, in the order in which they are exported. */
  readonly scorers: readonly string[];
  /** Ordered by index, then epoch. A format that begins with totals reads them more than once. */
  samples(): AsyncIterable<StoredSample>;
}

export interface ExportFormat {
  /** Of the file's name, without a dot. */
  readonly extension: string;
  /** The file, piece by piece. Equal runs give equal bytes, but for ids and times where the format has a place for them. */
  write(source: ExportSource): AsyncIterable<string | Uint8Array>;
}
