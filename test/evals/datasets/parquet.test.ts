import { brotliCompressSync, gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { openDataset } from "../../../src/evals/datasets/open.ts";
import { allRows, folderWith } from "./temporary.ts";

type Columns = Parameters<typeof parquetWriteBuffer>[0]["columnData"];
type WriteOptions = Omit<Parameters<typeof parquetWriteBuffer>[0], "columnData">;

async function read(columnData: Columns, options: WriteOptions = {}) {
  const bytes = new Uint8Array(parquetWriteBuffer({ columnData, ...options }));
  const dataset = await openDataset({ path: "a.parquet" }, { baseFolder: folderWith("a.parquet", bytes) });
  const scan = await dataset.scan();
  expect(scan.bytes).toBe(bytes.length);
  const rows = await allRows(dataset);
  expect(scan.rows).toBe(rows.length);
  return rows.map((raw) => raw.row ?? raw.problem);
}

describe("a parquet file", () => {
  it("gives text, numbers, truth values and nulls as they are", async () => {
    const rows = await read([
      { name: "t", data: ["é", null, ""], type: "STRING" },
      { name: "n", data: [1.5, null, -2], type: "DOUBLE" },
      { name: "b", data: [true, null, false], type: "BOOLEAN" },
    ]);
    expect(rows).toEqual([
      { t: "é", n: 1.5, b: true },
      { t: null, n: null, b: null },
      { t: "", n: -2, b: false },
    ]);
  });

  it("gives 64-bit numbers as numbers where they are exact, else as text", async () => {
    const rows = await read([{ name: "n", data: [7n, 9007199254740993n, -9223372036854775808n], type: "INT64" }]);
    expect(rows).toEqual([{ n: 7 }, { n: "9007199254740993" }, { n: "-9223372036854775808" }]);
  });

  it("gives times as ISO text", async () => {
    const rows = await read([
      { name: "t", data: [new Date(0), new Date("2024-02-29T12:34:56.789Z")], type: "TIMESTAMP" },
    ]);
    expect(rows).toEqual([{ t: "1970-01-01T00:00:00.000Z" }, { t: "2024-02-29T12:34:56.789Z" }]);
  });

  it("keeps microseconds, before 1970 too", async () => {
    const micros = await read([{ name: "t", data: [1_709_210_096_789_012n, -1n] }], {
      schema: [
        { name: "root", num_children: 1 },
        { name: "t", type: "INT64", repetition_type: "REQUIRED", converted_type: "TIMESTAMP_MICROS" },
      ],
    });
    expect(micros).toEqual([{ t: "2024-02-29T12:34:56.789012Z" }, { t: "1969-12-31T23:59:59.999999Z" }]);
  });

  it("gives days as dates", async () => {
    const rows = await read([{ name: "d", data: [0, 19_782, -1] }], {
      schema: [
        { name: "root", num_children: 1 },
        { name: "d", type: "INT32", repetition_type: "REQUIRED", converted_type: "DATE" },
      ],
    });
    expect(rows).toEqual([{ d: "1970-01-01" }, { d: "2024-02-29" }, { d: "1969-12-31" }]);
  });

  it("gives bytes as text where they are UTF-8, else as base64", async () => {
    const rows = await read([
      { name: "b", data: [new TextEncoder().encode("né"), Uint8Array.of(0xff, 0x00)], type: "BYTE_ARRAY" },
    ]);
    expect(rows).toEqual([{ b: "né" }, { b: "/wA=" }]);
  });

  it("keeps lists and objects nested", async () => {
    const rows = await read([{ name: "j", data: [{ a: [1, { b: null }] }, [1, 2]], type: "JSON" }]);
    expect(rows).toEqual([{ j: { a: [1, { b: null }] } }, { j: [1, 2] }]);
  });

  it("gives a missing number of a data frame as null", async () => {
    expect(await read([{ name: "n", data: [Number.NaN, Number.POSITIVE_INFINITY], type: "DOUBLE" }])).toEqual([
      { n: null },
      { n: "Infinity" },
    ]);
  });

  it.each(["UNCOMPRESSED", "SNAPPY", "GZIP", "BROTLI"] as const)(
    "is read in many row groups, packed by %s",
    async (codec) => {
      const compressors = { GZIP: gzipSync, BROTLI: brotliCompressSync };
      const data = Array.from({ length: 2_500 }, (_, index) => `text ${index % 50}`);
      const rows = await read([{ name: "t", data, type: "STRING" }], { codec, compressors, rowGroupSize: 700 });
      expect(rows).toEqual(data.map((t) => ({ t })));
    },
  );

  it("without rows is empty", async () => {
    await expect(read([{ name: "t", data: [], type: "STRING" }])).rejects.toMatchObject({ code: "empty_dataset" });
  });

  it("that breaks off is refused as damaged", async () => {
    const bytes = new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "t", data: ["x"], type: "STRING" }] }));
    const baseFolder = folderWith("a.parquet", bytes.subarray(0, bytes.length - 20));
    const dataset = await openDataset({ path: "a.parquet" }, { baseFolder });
    await expect(dataset.scan()).rejects.toMatchObject({ code: "damaged_file", place: "a.parquet" });
  });

  it("has its format by content where the name does not say it", async () => {
    const bytes = new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "t", data: ["x"], type: "STRING" }] }));
    const dataset = await openDataset({ path: "rows" }, { baseFolder: folderWith("rows", bytes) });
    expect(await allRows(dataset)).toEqual([{ index: 0, line: null, row: { t: "x" } }]);
  });
});
