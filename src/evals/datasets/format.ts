import { basename } from "node:path";
import { ConfigError } from "../../core/errors.ts";
import { readStart, readStored, type StoredFile } from "./bytes.ts";
import type { DatasetFormat } from "./dataset.ts";
import { jsonShape, LOOK_BYTES, notRows, PARQUET } from "./look.ts";

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

/** What is said about a file, by the configuration or else by its name. */
interface Claim {
  readonly path: string;
  readonly format: DatasetFormat | undefined;
  /** The name's ending without `.gz`. */
  readonly ending: string | undefined;
  readonly gzip: boolean;
  readonly configured: boolean;
}

/**
 * The format of a file: what the configuration says, else what its name says, checked against its content. JSON and
 * JSON Lines under each other's name are read, with a warning; any other contradiction is a `ConfigError`.
 */
export async function findFormat(full: string, path: string, given: DatasetFormat | undefined): Promise<FoundFormat> {
  const claim = claimOf(path, given);
  const gzip = await isGzip({ full, path, gzip: false });
  if (gzip && !claim.gzip && !claim.configured) {
    throw contradiction(claim, "data packed with gzip", `rename it to ${basename(path)}.gz`);
  }
  const file = { full, path, gzip };
  const start = await readStart(file, LOOK_BYTES);
  if (start.length === 0) throw emptyDataset(path, "the file is empty");
  if (claim.gzip && !gzip) {
    throw contradiction(
      { ...claim, ending: "gz", configured: false },
      "data that are not packed",
      `rename it to ${basename(path).slice(0, -3)}`,
    );
  }
  const other = notRows(start);
  if (other === PARQUET && (claim.format ?? "parquet") === "parquet") {
    if (!gzip) return { file, format: "parquet", warnings: [] };
    throw new ConfigError("wrong_format", "parquet is packed inside, and is not read from a .gz", {
      place: path,
      hint: "unpack it with gunzip",
    });
  }
  if (other !== null) throw contradiction(claim, other, nextStep(other));
  const shape = jsonShape(start, start.length < LOOK_BYTES);
  const shaped = shape === "lines" ? "jsonl" : shape === "document" ? "json" : undefined;
  return { file, ...textFormat(claim, shaped) };
}

/** Settles what is said with what the text looks like; `shaped` is undefined where it looks like nothing special. */
function textFormat(claim: Claim, shaped: "jsonl" | "json" | undefined): Omit<FoundFormat, "file"> {
  const { format, path, ending, configured } = claim;
  if (format === "parquet") {
    throw contradiction(claim, shaped === undefined ? "something else" : FORMAT_NAMES[shaped]);
  }
  if (format === undefined && shaped === undefined) {
    throw new ConfigError("unknown_format", "the file's name does not say its format", {
      place: path,
      expected: `a name ending in ${Object.keys(ENDINGS)
        .map((one) => `.${one}`)
        .join(", ")}, or one of these with .gz`,
      hint: "or say it with dataset.format",
    });
  }
  const said = format ?? shaped ?? "jsonl";
  const content = shaped ?? said;
  // JSON is YAML too.
  if (content === said || (said === "yaml" && content === "json")) return { format: said, warnings: [] };
  if (!configured && (said === "json" || said === "jsonl")) {
    const warning = `${path} is named .${ending} but is ${FORMAT_NAMES[content]}; it was read as that`;
    return { format: content, warnings: [warning] };
  }
  throw contradiction(claim, FORMAT_NAMES[content], `set dataset.format to ${content}`);
}

function claimOf(path: string, given: DatasetFormat | undefined): Claim {
  const name = basename(path).toLowerCase();
  const ending = /\.([a-z0-9]+)(?:\.gz)?$/.exec(name)?.[1];
  const named = ending !== undefined && Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
  return { path, format: given ?? named, ending, gzip: name.endsWith(".gz"), configured: given !== undefined };
}

async function isGzip(file: StoredFile): Promise<boolean> {
  for await (const bytes of readStored(file)) return bytes[0] === 0x1f && bytes[1] === 0x8b;
  return false;
}

function contradiction({ path, ending, format, configured }: Claim, content: string, hint?: string): ConfigError {
  const said = configured
    ? `dataset.format is ${format}, but the file looks like ${content}`
    : ending === undefined
      ? `the file looks like ${content}`
      : `the file is named .${ending} but looks like ${content}`;
  return new ConfigError("wrong_format", said, { place: path, ...(hint === undefined ? {} : { hint }) });
}

function nextStep(content: string): string {
  if (content === PARQUET) return "rename it to .parquet, or set dataset.format to parquet";
  if (content.startsWith("text in UTF-16")) return "save it as UTF-8";
  if (content.startsWith("a Git LFS")) return "fetch it with `git lfs pull`";
  return "give a file of rows: JSON Lines, JSON, CSV, TSV, parquet or YAML";
}

export function emptyDataset(path: string, problem: string): ConfigError {
  return new ConfigError("empty_dataset", problem, { place: path, expected: "at least one row" });
}
