import { csv } from "./csv.ts";
import { jsonl } from "./jsonl.ts";
import { junit } from "./junit.ts";
import { parquet } from "./parquet.ts";
import type { ExportFormat } from "./source.ts";

export type { ExportFormat, ExportSource } from "./source.ts";

export type ExportFormatName = "jsonl" | "csv" | "parquet" | "junit";

/** What a run can be exported as. All four read each score by the same rule, so they give the same counts. */
export const exportFormats: Readonly<Record<ExportFormatName, ExportFormat>> = { jsonl, csv, parquet, junit };
