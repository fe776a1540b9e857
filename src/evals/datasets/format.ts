import { basename } from "node:path";
import { ConfigError } from "../../core/errors.ts";
import { readStart, readStored, type StoredFile } from "./bytes.ts";
import type { DatasetFormat } from "./dataset.ts";
import { jsonShape, LOOK_BYTES, notRows } from "./look.ts";

const ENDINGS: Readonly<Record<string, DatasetFormat>> = {
  jsonl: "jsonl",
  ndjson: "jsonl",
  json: "json",
  csv: "csv",
  tsv: "tsv",
  tab: "tsv",
  parquet: "parquet",
  yaml: "yaml",
  yml: "yaml",
};

const FORMAT_NAMES: Readonly<Record<DatasetFormat, string>> = {
  jsonl: "JSON Lines",
  json: "a JSON document",
  csv: "CSV",
  tsv: "TSV",
  parquet: "parquet",
  yaml: "YAML",
};

export interface FoundFormat {
  readonly file: StoredFile;
  readonly format: DatasetFormat;
  /** Where the file was read as something else than its name says. */
  readonly warnings: readonly string[];
}

/**
 * The format of a file: what the configuration says, else what its name says, checked against its content. JSON and
 * JSON Lines under each other's name are read, with a warning; any other contradiction is a `ConfigError`.
 */
export async function findFormat(full: string, path: string, given: DatasetFormat | undefined): Promise<FoundFormat> {
  const stored = { full, path, gzip: false };
  const gzip = await isGzip(stored);
  const name = basename(path).toLowerCase();
  const saysGzip = name.endsWith(".gz");
  const ending = /\.([a-z0-9]+)(?:\.gz)?$/.exec(name)?.[1];
  const named = ending !== undefined && Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
  if (gzip && !saysGzip && given === undefined) {
    throw contradiction(path, ending, "data packed with gzip", `rename it to ${basename(path)}.gz`);
  }
  const file = { ...stored, gzip };
  const start = await readStart(file, LOOK_BYTES);
  if (start.length === 0) throw emptyDataset(path, "the file is empty");
  if (saysGzip && !gzip) {
    throw contradiction(path, "gz", "data that are not packed", `rename it to ${basename(path).slice(0, -3)}`);
  }
  const said = given ?? named;
  const other = notRows(start);
  const isParquet = other === "a parquet file";
  if (isParquet && (said === "parquet" || said === undefined)) {
    if (gzip) {
      throw new ConfigError("wrong_format", "parquet is packed inside, and cannot be read from a .gz", {
        place: path,
        hint: "unpack it with gunzip",
      });
    }
    return { file, format: "parquet", warnings: [] };
  }
  const says = given === undefined ? ending : given;
  if (other !== null) throw contradiction(path, says, other, nextStep(other), given !== undefined);
  const shape = jsonShape(start, start.length < LOOK_BYTES);
  const shaped = shape === "lines" ? "jsonl" : shape === "document" ? "json" : undefined;
  if (said === "parquet") {
    const content = shaped === undefined ? "something else" : FORMAT_NAMES[shaped];
    throw contradiction(path, says, content, undefined, given !== undefined);
  }
  if (said === undefined) {
    if (shaped !== undefined) return { file, format: shaped, warnings: [] };
    throw new ConfigError("unknown_format", "the file's name does not say its format", {
      place: path,
      expected: `a name ending in ${[...new Set(Object.keys(ENDINGS))].map((one) => `.${one}`).join(", ")}, or one of these with .gz`,
      hint: "or say it with dataset.format",
    });
  }
  const content = shaped ?? said;
  if (content === said || (said === "yaml" && content === "json")) return { file, format: said, warnings: [] };
  if (given === undefined && (said === "json" || said === "jsonl")) {
    const warning = `${path} is named .${ending} but is ${FORMAT_NAMES[content]}; it was read as that`;
    return { file, format: content, warnings: [warning] };
  }
  throw contradiction(path, says, FORMAT_NAMES[content], `set dataset.format to ${content}`, given !== undefined);
}

async function isGzip(file: StoredFile): Promise<boolean> {
  for await (const bytes of readStored(file)) return bytes[0] === 0x1f && bytes[1] === 0x8b;
  return false;
}

function contradiction(
  path: string,
  says: string | undefined,
  content: string,
  hint: string | undefined,
  configured = false,
): ConfigError {
  const claim = configured
    ? `dataset.format is ${says}, but the file looks like ${content}`
    : says === undefined
      ? `the file looks like ${content}`
      : `the file is named .${says} but looks like ${content}`;
  return new ConfigError("wrong_format", claim, { place: path, ...(hint === undefined ? {} : { hint }) });
}

function nextStep(content: string): string {
  if (content === "a parquet file") return "rename it to .parquet, or set dataset.format to parquet";
  if (content.startsWith("text in UTF-16")) return "save it as UTF-8";
  if (content.startsWith("a Git LFS")) return "fetch it with `git lfs pull`";
  return "give a file of rows: JSON Lines, JSON, CSV, TSV, parquet or YAML";
}

export function emptyDataset(path: string, problem: string): ConfigError {
  return new ConfigError("empty_dataset", problem, { place: path, expected: "at least one row" });
}
