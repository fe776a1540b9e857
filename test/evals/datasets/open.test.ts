import { Buffer } from "node:buffer";
import { mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ConfigError } from "../../../src/core/errors.ts";
import type { DatasetFormat } from "../../../src/evals/datasets/dataset.ts";
import { missingFile } from "../../../src/evals/datasets/files.ts";
import { openDataset } from "../../../src/evals/datasets/open.ts";
import cases from "../../cases/datasets.json" with { type: "json" };
import { allRows, folderWith, temporaryFolder } from "./temporary.ts";

interface Case {
  readonly why: string;
  readonly name: string;
  readonly content?: string;
  readonly hex?: string;
  readonly gzip?: boolean;
  /** Keep only so many bytes. */
  readonly cut?: number;
  readonly format?: string;
  /** A text stands for the problem of an unreadable row. */
  readonly rows?: readonly unknown[];
  readonly lines?: readonly (number | null)[];
  readonly keys?: readonly (readonly string[])[];
  readonly warning?: string;
  readonly error?: string;
  readonly message?: readonly string[];
}

describe("opening a data set", () => {
  it.each(cases as readonly Case[])("$name: $why", async (row) => {
    const plain = row.hex === undefined ? Buffer.from(row.content ?? "") : Buffer.from(row.hex, "hex");
    const bytes = (row.gzip === true ? gzipSync(plain) : plain).subarray(0, row.cut);
    const baseFolder = folderWith(row.name, bytes);
    const format = row.format as DatasetFormat | undefined;
    const read = async () => {
      const dataset = await openDataset(
        { path: row.name, ...(format === undefined ? {} : { format }) },
        { baseFolder },
      );
      const scan = await dataset.scan();
      return { scan, rows: await allRows(dataset) };
    };
    if (row.error !== undefined) {
      const error = await read().then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(ConfigError);
      expect(error).toMatchObject({ code: row.error });
      for (const part of row.message ?? []) expect(String(error)).toContain(part);
      return;
    }
    const { scan, rows } = await read();
    if (row.rows !== undefined) expect(rows.map((raw) => raw.row ?? raw.problem)).toEqual(row.rows);
    if (row.keys !== undefined) expect(rows.map((raw) => Object.keys(raw.row ?? {}))).toEqual(row.keys);
    if (row.lines !== undefined) expect(rows.map((raw) => raw.line)).toEqual(row.lines);
    expect(rows.map((raw) => raw.index)).toEqual(rows.map((_, index) => index));
    expect(scan.rows).toBe(rows.length);
    expect(scan.unreadable).toBe(rows.filter((raw) => raw.row === undefined).length);
    expect(scan.bytes).toBe(bytes.length);
    expect(scan.warnings.join()).toContain(row.warning ?? "");
    expect(scan.warnings).toHaveLength(row.warning === undefined ? 0 : 1);
  });
});

describe("finding the file", () => {
  const refusal = (path: string, options: { readonly baseFolder: string; readonly allowedRoots?: readonly string[] }) =>
    openDataset({ path }, options).then(
      () => "opened",
      (error: unknown) => (error instanceof ConfigError ? `${error.code}: ${error.message}` : error),
    );

  it("names the nearest file when there is none of that name", async () => {
    const baseFolder = folderWith("rows.jsonl", "{}");
    expect(await refusal("row.jsonl", { baseFolder })).toContain('did you mean "rows.jsonl"?');
    expect(await refusal("other.csv", { baseFolder })).toContain("missing_file");
  });

  it("tells a link to nothing, and names a near file as the path was given", async () => {
    const baseFolder = folderWith("rows.jsonl", "{}");
    symlinkSync("gone.jsonl", join(baseFolder, "link.jsonl"));
    expect(await refusal("link.jsonl", { baseFolder })).toContain("a link to a file that is not there");
    const near = await refusal(join(baseFolder, "row.jsonl"), { baseFolder: "/" });
    expect(near).toContain(`did you mean "${join(baseFolder, "rows.jsonl")}"?`);
  });

  it("says which folder is missing", async () => {
    expect(await refusal("nowhere/rows.jsonl", { baseFolder: temporaryFolder() })).toContain('no folder "nowhere"');
  });

  it("refuses a folder and a web address", async () => {
    const baseFolder = temporaryFolder();
    mkdirSync(join(baseFolder, "rows.jsonl"));
    expect(await refusal("rows.jsonl", { baseFolder })).toContain("this is a folder");
    expect(await refusal("https://example.org/rows.jsonl", { baseFolder })).toContain("download it first");
  });

  it("refuses what is not a file, because it is read twice", async () => {
    expect(await refusal("/dev/null", { baseFolder: "/" })).toContain("a device or a pipe");
  });

  it("knows the pipe behind a link without a path, as a shell's <(…) is one", async () => {
    const descriptors = readdirSync("/proc/self/fd").map((name) => `/proc/self/fd/${name}`);
    const pipe = descriptors.find((path) => statSync(path, { throwIfNoEntry: false })?.isFIFO());
    expect(pipe).toBeDefined();
    const baseFolder = temporaryFolder();
    symlinkSync(pipe ?? "", join(baseFolder, "rows.jsonl"));
    expect(await refusal("rows.jsonl", { baseFolder })).toContain("a device or a pipe");
    // Among allowed folders nothing is told of what a link leads to.
    expect(await refusal("rows.jsonl", { baseFolder, allowedRoots: [baseFolder] })).not.toContain("pipe");
  });

  it("says that permission is missing", () => {
    // Made here, because the superuser is never refused.
    const cause = Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
    expect(missingFile("rows.jsonl", ".", cause)).toMatchObject({ code: "unreadable_file", place: "rows.jsonl" });
    expect(missingFile("rows.jsonl", ".", cause, "dataset").message).toContain(
      'dataset: no permission to read the file "rows.jsonl"',
    );
  });

  it("opens nothing outside the allowed folders, through links neither", async () => {
    const outside = folderWith("secret.jsonl", '{"a":1}');
    const root = folderWith("rows.jsonl", '{"a":1}');
    symlinkSync(join(outside, "secret.jsonl"), join(root, "link.jsonl"));
    const options = { baseFolder: root, allowedRoots: [root] };
    expect(await refusal("rows.jsonl", options)).toBe("opened");
    expect(await refusal("link.jsonl", options)).toContain("outside_root");
    expect(await refusal(join(outside, "secret.jsonl"), options)).toContain("outside_root");
    // Whether a file outside exists must not show.
    expect(await refusal(join(outside, "absent.jsonl"), options)).toContain("outside_root");
    expect(await refusal("../absent.jsonl", options)).toContain("outside_root");
  });
});

describe("the configuration of a data set", () => {
  const open = (config: Parameters<typeof openDataset>[0]) => openDataset(config, { baseFolder: "." });

  it("names a file or holds rows, not both and not neither", async () => {
    await expect(open({})).rejects.toMatchObject({ code: "no_dataset" });
    await expect(open({ path: "a.jsonl", data: [] })).rejects.toMatchObject({ code: "no_dataset" });
  });

  it("has whole numbers for limit and seed", async () => {
    for (const limit of [0, -1, 1.5, Number.NaN]) {
      await expect(open({ data: [{}], limit })).rejects.toMatchObject({ code: "wrong_value", place: "dataset.limit" });
    }
    await expect(open({ data: [{}], shuffleSeed: 0.5 })).rejects.toMatchObject({ code: "wrong_value" });
  });

  it("may hold the rows itself, where one that is no object is an error of that row", async () => {
    const dataset = await open({
      data: [{ a: 1n, b: new Date(0), c: undefined }, "text", { list: [Number.NaN, [2]] }],
    });
    expect((await allRows(dataset)).map((raw) => raw.row ?? raw.problem)).toEqual([
      { a: 1, b: "1970-01-01T00:00:00.000Z" },
      "row 2: expected an object, got a text",
      { list: [null, [2]] },
    ]);
  });

  it("finds a cycle in an inline row instead of following it", async () => {
    const row: Record<string, unknown> = {};
    row["self"] = row;
    const dataset = await open({ data: [{ a: 1 }, row] });
    expect((await allRows(dataset))[1]?.problem).toContain("nested more than");
  });

  it("fingerprints inline rows by their content, whatever the order of keys", async () => {
    const scan = async (data: readonly unknown[]) => (await open({ data })).scan();
    const one = await scan([{ a: 1, b: { c: 2, d: 3 } }]);
    const same = await scan([{ b: { d: 3, c: 2 }, a: 1 }]);
    const other = await scan([{ a: 1, b: { c: 2, d: 4 } }]);
    expect(one).toMatchObject({ sha256: same.sha256, bytes: '[{"a":1,"b":{"c":2,"d":3}}]'.length });
    expect(other.sha256).not.toBe(one.sha256);
  });
});
