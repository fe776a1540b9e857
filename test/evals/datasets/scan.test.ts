import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { DatasetConfig, ScanOptions } from "../../../src/evals/datasets/dataset.ts";
import { createIdIndex, hashKey } from "../../../src/evals/datasets/id-index.ts";
import { openDataset } from "../../../src/evals/datasets/open.ts";
import { describeShared, sharedPath } from "../../shared.ts";
import { folderWith } from "./temporary.ts";

async function scan(content: string, options: ScanOptions = {}, config: DatasetConfig = {}, name = "rows.jsonl") {
  const dataset = await openDataset({ path: name, ...config }, { baseFolder: folderWith(name, content) });
  return dataset.scan(options);
}

const lines = (count: number, make: (index: number) => unknown): string =>
  Array.from({ length: count }, (_, index) => `${JSON.stringify(make(index))}\n`).join("");

describe("repeated ids", () => {
  it("are refused with the id and both lines", async () => {
    await expect(scan('{"id":"a"}\n\n{"id":"b"}\n{"id":"a"}\n')).rejects.toThrow(
      /"a" is given twice, in line 1 and line 4/,
    );
  });

  it("are the same as a number and as text", async () => {
    await expect(scan('{"id":7}\n{"id":"7"}\n')).rejects.toMatchObject({ code: "duplicate_id" });
  });

  it("are found under a mapped field and under another name", async () => {
    await expect(scan('{"sample_id":1}\n{"sample_id":1}\n')).rejects.toMatchObject({ code: "duplicate_id" });
    const mapped = { fields: { id: "meta.key" } };
    await expect(scan('{"meta":{"key":1}}\n{"meta":{"key":1}}\n', {}, mapped)).rejects.toMatchObject({
      code: "duplicate_id",
    });
  });

  it("may not be taken by the number of a row without an id", async () => {
    await expect(scan('{"id":"row-2"}\n{"a":1}\n')).rejects.toThrow(/"row-2" is given twice/);
    expect((await scan('{"id":"row-1"}\n{"a":1}\n')).rows).toBe(2);
  });

  it("are found in tables by line, and in inline data by row", async () => {
    await expect(scan('id,a\nx,"1\n2"\nx,3\n', {}, {}, "rows.csv")).rejects.toThrow(/line 2 and line 4/);
    const inline = await openDataset({ data: [{ id: 1 }, { id: 2 }, { id: 1 }] }, { baseFolder: "." });
    await expect(inline.scan()).rejects.toThrow(/row 1 and row 3/);
  });

  it("are found beyond a limit too: the run may grow later", async () => {
    await expect(scan('{"id":1}\n{"id":2}\n{"id":2}\n', {}, { limit: 1 })).rejects.toMatchObject({
      code: "duplicate_id",
    });
  });

  it("are told from different ids among many", async () => {
    expect((await scan(lines(20_000, (index) => ({ id: `item-${index}` })))).rows).toBe(20_000);
    const last = `${lines(20_000, (index) => ({ id: `item-${index}` }))}{"id":"item-7"}\n`;
    await expect(scan(last)).rejects.toThrow(/line 8 and line 20001/);
  });

  it("are found by hash where a hash was met twice", () => {
    const ids = createIdIndex();
    for (let index = 0; index < 5_000; index++) ids.add(`id ${index}`);
    expect(ids.repeated().size).toBe(0);
    const twice = createIdIndex();
    for (const id of ["a", "b", "", "a", "c", ""]) twice.add(id);
    expect(twice.repeated()).toEqual(new Set([hashKey("a"), hashKey("")]));
  });
});

describe("wanted fields", () => {
  it("that no row has are refused, with the nearest name and those that are there", async () => {
    const wanted = [{ field: "lable", place: "scorers[0].reference_field" }];
    await expect(scan('{"label":"x","meta":{"topic":"t"}}\n', { wanted })).rejects.toThrow(
      'scorers[0].reference_field: the only row has no field "lable", expected one of label, meta, meta.topic; did you mean "label"?',
    );
  });

  it("are there when one of the first 100 rows has them, null included", async () => {
    const wanted = [{ field: "rare" }];
    expect(
      (
        await scan(
          lines(300, (index) => (index === 99 ? { rare: null } : { a: 1 })),
          { wanted },
        )
      ).rows,
    ).toBe(300);
    await expect(
      scan(
        lines(300, (index) => (index === 100 ? { rare: 1 } : { a: 1 })),
        { wanted },
      ),
    ).rejects.toThrow(/none of the first 100 rows has a field "rare"/);
  });

  it("do not count unreadable rows among the first 100", async () => {
    const broken = "{\n".repeat(60);
    const content = `{"a":1}\n${broken}${lines(99, (index) => (index === 98 ? { rare: 1 } : { a: 1 }))}`;
    expect((await scan(content, { wanted: [{ field: "rare" }] })).unreadable).toBe(60);
  });

  it("may be paths into lists, names of the `fields` map and other names of a part", async () => {
    const row = '{"messages":[{"content":"q"},{"content":"r"}],"ground_truth":"g","a":{"b":1}}\n';
    const wanted = ["messages.-1.content", "own", "target", "a.b"].map((field) => ({ field }));
    expect((await scan(row, { wanted }, { fields: { own: "a.b" } })).rows).toBe(1);
  });

  it("of the `fields` map are wanted in any case, and the error names their path", async () => {
    await expect(scan('{"question":"q"}\n', {}, { fields: { input: "qestion" } })).rejects.toThrow(
      'dataset.fields.input: the only row has no field "qestion", expected one of question; did you mean "question"?',
    );
  });
});

describe("unreadable rows", () => {
  it("are counted, and the first problems are told", async () => {
    const { rows, unreadable, problems } = await scan(`{"a":1}\n${"x\n".repeat(9)}{"a":2}\n`);
    expect({ rows, unreadable, told: problems.length }).toEqual({ rows: 11, unreadable: 9, told: 5 });
    expect(problems[0]).toMatch(/^line 2, column 1: /);
  });

  it("alone are no data set, and reading stops after the first 100", async () => {
    await expect(scan("x\n".repeat(250))).rejects.toThrow(/none of the first 100 rows can be read: line 1/);
    await expect(scan("x\n")).rejects.toMatchObject({ code: "unreadable_dataset" });
  });
});

describe("the fingerprint", () => {
  it("is that of the stored bytes, packed or not", async () => {
    const packed = gzipSync('{"a":1}\n');
    const baseFolder = folderWith("rows.jsonl.gz", packed);
    const { bytes } = await (await openDataset({ path: "rows.jsonl.gz" }, { baseFolder })).scan();
    expect(bytes).toBe(packed.length);
    const plain = await scan("abc\n1\n", {}, {}, "rows.csv");
    expect(plain.sha256).toBe("5cb310b6f87a23bce211e77652daf4e4931a010ffbca35148659961a9207e0fb");
  });

  it("stops with its signal", async () => {
    const dataset = await openDataset({ path: "a.jsonl" }, { baseFolder: folderWith("a.jsonl", '{"a":1}\n') });
    const stopped = AbortSignal.abort(new Error("stopped"));
    await expect(dataset.scan({ signal: stopped })).rejects.toThrow("stopped");
  });
});

describeShared("the recorded data sets", "data", () => {
  const published = [
    ["data/humaneval/HumanEval.jsonl.gz", 164, "b796127e635a67f93fb35c04f4cb03cf06f38c8072ee7cee8833d7bee06979ef"],
    ["data/gsm8k/test.jsonl", 1_319, "3730d312f6e3440559ace48831e51066acaca737f6eabec99bccb9e4b3c39d14"],
  ] as const;

  it.each(published)("%s has its published number of rows and fingerprint", async (path, rows, sha256) => {
    const dataset = await openDataset({ path: sharedPath(path) }, { baseFolder: "." });
    expect(await dataset.scan()).toMatchObject({ rows, unreadable: 0, sha256 });
  });
});
