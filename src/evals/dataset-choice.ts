import * as v from "valibot";
import { ConfigError } from "../core/errors.ts";
import { readOptions } from "../core/options.ts";
import { described } from "./described.ts";

export const fieldsSchema = described(
  v.record(v.string(), v.string()),
  "Where a sample's parts stand in a row, as dotted paths: `input: question`, `target: answer.final`.",
);

/** A data set with more to say than its path. */
export const datasetSchema = v.object({
  path: described(v.string(), "The file, relative to the eval file."),
  format: described(
    v.optional(v.picklist(["jsonl", "json", "csv", "tsv", "parquet", "yaml"])),
    "Only where the file's name does not tell it; a name ending in `.gz` is unpacked.",
  ),
  fields: v.optional(fieldsSchema),
  limit: described(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), "At most so many rows."),
  shuffleSeed: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    "With `limit`: a random choice of rows by this seed instead of the first ones. The order stays the file's.",
  ),
});

export interface DatasetChoice {
  readonly path?: string;
  readonly data?: readonly unknown[];
  readonly format?: "jsonl" | "json" | "csv" | "tsv" | "parquet" | "yaml";
  readonly fields?: Readonly<Record<string, string>>;
  readonly limit?: number;
  readonly shuffleSeed?: number;
}

interface DatasetKeys {
  readonly dataset?: unknown;
  readonly data?: readonly unknown[] | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

const datasetOptions = {
  schema: datasetSchema,
  refused: { file: { problem: "the file of a data set is called path", hint: "for example { path: rows.jsonl }" } },
};

/** Where the rows come from. Throws `ConfigError`. */
export function readDatasetChoice({ dataset, data, fields }: DatasetKeys): DatasetChoice {
  if ((dataset === undefined) === (data === undefined)) {
    const both = dataset !== undefined;
    throw new ConfigError("dataset", both ? "both dataset and data are given" : "there are no rows to score", {
      expected: "one of dataset (a file) and data (rows)",
      hint: both ? "remove one of them" : "for example dataset: rows.jsonl",
    });
  }
  const mapped = fields === undefined ? {} : { fields };
  if (data !== undefined) return { data, ...mapped };
  if (typeof dataset === "string") return { path: dataset, ...mapped };
  const { format, fields: own, limit, shuffleSeed, path } = readOptions(datasetOptions, dataset, "dataset");
  if (own !== undefined && fields !== undefined) {
    throw new ConfigError("given_twice", "fields are given here and in dataset.fields", {
      place: "fields",
      hint: "keep one of them",
    });
  }
  return {
    path,
    ...(format === undefined ? {} : { format }),
    ...(own === undefined ? mapped : { fields: own }),
    ...(limit === undefined ? {} : { limit }),
    ...(shuffleSeed === undefined ? {} : { shuffleSeed }),
  };
}
