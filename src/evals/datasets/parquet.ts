import { ConfigError, messageOf } from "../../core/errors.ts";
import { readStored, type StoredFile } from "./bytes.ts";
import { inParts, type RawRow, type ReadOptions } from "./dataset.ts";
import { JsonFault, parseJson } from "./json-text.ts";
import { bytesToText, exactInteger, toJson } from "./json-value.ts";
import { isRow } from "./jsonl.ts";

/**
 * Rows of a parquet file with any codec, one row group in memory at a time. Dates and times become ISO text with all
 * the digits they have; a binary column is text where it is UTF-8, else base64; lists and structs stay nested;
 * decimals become numbers.
 */
export async function* readParquet(
  file: StoredFile,
  { signal, tap }: ReadOptions,
): AsyncGenerator<readonly RawRow[], void, void> {
  if (tap !== undefined) {
    // Columns are read in their own order, so the bytes are looked at in a pass of their own.
    for await (const bytes of readStored(file, { signal })) tap(bytes);
  }
  const [{ asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects }, { compressors }] = await Promise.all([
    import("hyparquet"),
    import("hyparquet-compressors"),
  ]);
  const source = await guarded(file, () => asyncBufferFromFile(file.full));
  const metadata = await guarded(file, () => parquetMetadataAsync(source, { geoparquet: false }));
  let start = 0;
  for (const group of metadata.row_groups) {
    signal?.throwIfAborted();
    const first = start;
    const end = first + Number(group.num_rows);
    start = end;
    if (end === first) continue;
    const rows = await guarded(file, () =>
      parquetReadObjects({
        file: source,
        metadata,
        rowStart: first,
        rowEnd: end,
        compressors,
        utf8: false,
        geoparquet: false,
        parsers: PARSERS,
      }),
    );
    yield* inParts(rows, (row, offset) => toRawRow(row, first + offset));
  }
}

function toRawRow(read: unknown, index: number): RawRow {
  try {
    const row = toJson(read);
    if (isRow(row)) return { index, line: null, row };
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    return { index, line: null, problem: `row ${index + 1}: ${cause.message}` };
  }
  return { index, line: null, problem: `row ${index + 1}: expected columns` };
}

async function guarded<T>(file: StoredFile, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw new ConfigError("damaged_file", `cannot be read as parquet: ${messageOf(cause)}`, {
      place: file.path,
      cause,
    });
  }
}

const PARSERS = {
  timestampFromMilliseconds: (count: bigint) => isoTime(count, 3),
  timestampFromMicroseconds: (count: bigint) => isoTime(count, 6),
  timestampFromNanoseconds: (count: bigint) => isoTime(count, 9),
  dateFromDays: (days: number) =>
    isoTime(BigInt(days) * 86_400_000n, 3)
      ?.toString()
      .slice(0, -14),
  jsonFromBytes: (bytes: Uint8Array | undefined) => {
    if (bytes === undefined) return undefined;
    const text = bytesToText(bytes);
    try {
      return parseJson(text);
    } catch (cause) {
      if (!(cause instanceof JsonFault)) throw cause;
      return text;
    }
  },
};

/** ISO 8601 of a count of 10^-digits seconds since 1970, in UTC; the count itself beyond what a date can be. */
function isoTime(count: bigint | undefined, digits: 3 | 6 | 9): string | number | undefined {
  if (count === undefined || count === null) return undefined;
  const unit = 10n ** BigInt(digits - 3);
  const fraction = ((count % unit) + unit) % unit;
  const date = new Date(Number((count - fraction) / unit));
  if (Number.isNaN(date.getTime())) return exactInteger(count);
  const text = date.toISOString();
  return fraction === 0n ? text : text.replace("Z", `${fraction.toString().padStart(digits - 3, "0")}Z`);
}
