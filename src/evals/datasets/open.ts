import { basename } from "node:path";
import { ConfigError, describe } from "../../core/errors.ts";
import { readBlocks } from "./blocks.ts";
import { readBytes, type StoredFile } from "./bytes.ts";
import { readCsv } from "./csv.ts";
import type { Dataset, DatasetConfig, DatasetFormat, RawRow, ReadOptions, RowReader } from "./dataset.ts";
import { readMapping } from "./fields.ts";
import { type FileOptions, findFile } from "./files.ts";
import { findFormat } from "./format.ts";
import { inlineReader } from "./inline.ts";
import { readJson } from "./json.ts";
import { readJsonl } from "./jsonl.ts";
import { readParquet } from "./parquet.ts";
import { scanRows } from "./scan.ts";
import { readYaml } from "./yaml.ts";

/**
 * Opens a data set: finds the file, and checks that its content is what its name says. Rows are read by `rows`, and
 * checked as a whole by `scan`. Throws `ConfigError`.
 *
 * @example
 * const dataset = await openDataset({ path: "rows.jsonl" }, { baseFolder: "." });
 * const { selection } = await dataset.scan();
 * for await (const rows of selectRows(dataset.rows(), selection)) …
 */
export async function openDataset(config: DatasetConfig, options: FileOptions): Promise<Dataset> {
  checkCounts(config);
  readMapping(config.fields, "dataset.fields");
  const { path, data } = config;
  if ((path === undefined) === (data === undefined)) {
    throw new ConfigError("no_dataset", path === undefined ? "there are no rows" : "path and data are both given", {
      place: "dataset",
      expected: "one of path and data",
    });
  }
  const folder = options.baseFolder;
  if (data !== undefined) {
    return makeDataset({ name: "data", path: "data", format: "inline", folder }, config, [], inlineReader(data));
  }
  const shown = path ?? "";
  const { file, format, warnings } = await findFormat(findFile(shown, options), shown, config.format);
  const told = { name: basename(shown), path: shown, format, folder };
  return makeDataset(told, config, warnings, (read) => readFormat(file, format, read));
}

function makeDataset(
  told: Pick<Dataset, "name" | "format" | "folder"> & { readonly path: string },
  config: DatasetConfig,
  warnings: readonly string[],
  read: RowReader,
): Dataset {
  const { name, path, format, folder } = told;
  return {
    name,
    format,
    folder,
    rows: (signal) => read({ signal }),
    scan: (options = {}) => scanRows({ path, config, warnings, read }, options),
  };
}

function readFormat(file: StoredFile, format: DatasetFormat, options: ReadOptions): AsyncIterable<readonly RawRow[]> {
  const { path } = file;
  switch (format) {
    case "jsonl":
      return readJsonl(readBlocks(readBytes(file, options)));
    case "csv":
      return readCsv(readBlocks(readBytes(file, options)), { path });
    case "tsv":
      return readCsv(readBlocks(readBytes(file, options)), { path, delimiter: "\t" });
    case "json":
      return readJson(file, options);
    case "yaml":
      return readYaml(file, options);
    case "parquet":
      return readParquet(file, options);
    default:
      return format satisfies never;
  }
}

function checkCounts({ limit, shuffleSeed }: DatasetConfig): void {
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 1)) {
    throw new ConfigError("wrong_value", "is no number of rows", {
      place: "dataset.limit",
      expected: "a whole number from 1",
      got: describe(limit),
    });
  }
  if (shuffleSeed !== undefined && !Number.isSafeInteger(shuffleSeed)) {
    throw new ConfigError("wrong_value", "is no seed", {
      place: "dataset.shuffle_seed",
      expected: "a whole number",
      got: describe(shuffleSeed),
    });
  }
}
