import { ConfigError } from "../../core/errors.ts";
import type { DatasetConfig, DatasetScan, RawRow, RowReader, ScanOptions, WantedField } from "./dataset.ts";
import { createFieldCheck } from "./field-check.ts";
import { type FieldMapping, readMapping } from "./fields.ts";
import { createFingerprint } from "./fingerprint.ts";
import { emptyDataset } from "./format.ts";
import { createIdIndex, hashKey } from "./id-index.ts";
import { readId, sampleId } from "./sample.ts";
import { makeSelection } from "./select.ts";

export interface ScanSource {
  /** As the user wrote it, for errors. */
  readonly path: string;
  readonly config: DatasetConfig;
  readonly warnings: readonly string[];
  readonly read: RowReader;
}

/** Rows that decide whether a field exists, and whether the file can be read at all. */
const FIRST_ROWS = 100;
const MOST_PROBLEMS = 5;

/** One pass over all rows, and a second over part of them where ids look repeated. Throws `ConfigError`. */
export async function scanRows(source: ScanSource, options: ScanOptions): Promise<DatasetScan> {
  const { path, config, read } = source;
  const { signal } = options;
  const mapping = readMapping(config.fields, "dataset.fields");
  const fingerprint = createFingerprint();
  const fields = createFieldCheck(path, wantedFields(config, options), mapping);
  const ids = createIdIndex();
  const places = new Map((options.sampleIds ?? []).map((id): [string, number | null] => [id, null]));
  const problems: string[] = [];
  let rows = 0;
  let readable = 0;
  for await (const part of read({ signal, tap: fingerprint.tap })) {
    for (const raw of part) {
      rows++;
      if (raw.row === undefined) {
        if (problems.length < MOST_PROBLEMS) problems.push(raw.problem);
        if (rows === FIRST_ROWS && readable === 0) throw nothingReadable(path, rows, problems);
      } else {
        readable++;
        if (readable <= FIRST_ROWS) fields.add(raw.row);
        if (readable === FIRST_ROWS) fields.finish(readable);
      }
      const id = idOf(raw, mapping);
      ids.add(id);
      if (places.has(id)) places.set(id, raw.index);
    }
  }
  if (rows === 0) throw emptyDataset(path, "there are no rows");
  if (readable === 0) throw nothingReadable(path, rows, problems);
  if (readable < FIRST_ROWS) fields.finish(readable);
  await refuseRepeated(source, ids.repeated(), mapping, signal);
  const { limit, shuffleSeed } = config;
  const indexes = options.sampleIds === undefined ? undefined : foundIndexes(places, path);
  return {
    rows,
    unreadable: rows - readable,
    problems,
    ...fingerprint.finish(),
    fields: fields.known(),
    selection: makeSelection({ total: rows, limit, shuffleSeed, indexes }),
    warnings: source.warnings,
  };
}

function wantedFields(config: DatasetConfig, options: ScanOptions): readonly WantedField[] {
  const mapped = Object.keys(config.fields ?? {}).map((field) => ({ field, place: `dataset.fields.${field}` }));
  return [...(options.wanted ?? []), ...mapped];
}

function idOf(raw: RawRow, mapping: FieldMapping): string {
  return sampleId(raw.row === undefined ? null : readId(raw.row, mapping), raw.index);
}

function nothingReadable(path: string, rows: number, problems: readonly string[]): ConfigError {
  const none = rows === 1 ? "the only row cannot be read" : `none of the first ${rows} rows can be read`;
  return new ConfigError("unreadable_dataset", `${none}: ${problems[0] ?? "no reason is known"}`, {
    place: path,
    hint: "if the file is in another format than its name says, set dataset.format",
  });
}

/** Looks at the ids themselves where their hashes were equal: equal hashes are no proof. */
async function refuseRepeated(
  { path, read }: ScanSource,
  repeated: ReadonlySet<string>,
  mapping: FieldMapping,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (repeated.size === 0) return;
  const seen = new Map<string, RawRow>();
  for await (const part of read({ signal })) {
    for (const raw of part) {
      const id = idOf(raw, mapping);
      if (!repeated.has(hashKey(id))) continue;
      const first = seen.get(id);
      if (first !== undefined) {
        throw new ConfigError(
          "duplicate_id",
          `the id "${id}" is given twice, in ${placeOf(first)} and ${placeOf(raw)}`,
          {
            place: path,
            expected: "an id of its own for every row",
            hint: "rows without an id are numbered, so the field can also be left out",
          },
        );
      }
      seen.set(id, raw);
    }
  }
}

function placeOf({ line, index }: RawRow): string {
  return line === null ? `row ${index + 1}` : `line ${line}`;
}

function foundIndexes(places: ReadonlyMap<string, number | null>, path: string): readonly number[] {
  const missing = [...places].filter(([, index]) => index === null).map(([id]) => `"${id}"`);
  if (missing.length > 0) {
    throw new ConfigError("unknown_sample", `no row has the id ${missing.slice(0, 5).join(", ")}`, { place: path });
  }
  return [...places.values()].flatMap((index) => (index === null ? [] : [index])).sort((a, b) => a - b);
}
