import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBlocks } from "../../../src/evals/datasets/blocks.ts";
import { readBytes, readWhole } from "../../../src/evals/datasets/bytes.ts";
import { createCsvSplitter } from "../../../src/evals/datasets/csv-records.ts";
import { ROWS_AT_ONCE } from "../../../src/evals/datasets/dataset.ts";
import { readJsonl } from "../../../src/evals/datasets/jsonl.ts";
import { openDataset } from "../../../src/evals/datasets/open.ts";
import { folderWith, temporaryFolder } from "./temporary.ts";

const MB = 1024 ** 2;

describe("a large file", () => {
  it("of JSON Lines is read no further ahead than a few megabytes", async () => {
    const full = join(temporaryFolder(), "rows.jsonl");
    const line = `${JSON.stringify({ input: "q".repeat(90), output: "a".repeat(90) })}\n`;
    const block = line.repeat(5_000);
    const file = openSync(full, "w");
    for (let written = 0; written < 55 * MB; written += block.length) writeSync(file, block);
    closeSync(file);

    let read = 0;
    let rows = 0;
    let ahead = 0;
    const tap = (bytes: Uint8Array) => {
      read += bytes.length;
    };
    for await (const part of readJsonl(readBlocks(readBytes({ full, path: full, gzip: false }, { tap })))) {
      expect(part.length).toBeLessThanOrEqual(ROWS_AT_ONCE);
      rows += part.length;
      ahead = Math.max(ahead, read - rows * line.length);
    }
    expect(rows * line.length).toBe(statSync(full).size);
    expect(ahead).toBeLessThan(4 * MB);
  });

  it("of a format that is read whole is refused with the way out", async () => {
    const baseFolder = folderWith("a.yaml", `# ${"x".repeat(10 * MB)}\n- a: 1\n`);
    const dataset = await openDataset({ path: "a.yaml" }, { baseFolder });
    await expect(dataset.scan()).rejects.toThrow(/too large.*at most 10 MB.*JSON Lines/);
    const full = join(folderWith("a.json", "[1,2,3]"), "a.json");
    const file = { full, path: "a.json", gzip: false };
    await expect(readWhole(file, { most: 6, hint: "split it" })).rejects.toMatchObject({ code: "too_large" });
    expect(await readWhole(file, { most: 7, hint: "split it" })).toHaveLength(7);
  });

  it("with a quote that is never closed is not kept whole to look for its end", () => {
    const splitter = createCsvSplitter(",", 1_000);
    const records = [...splitter.push('a,b\n"open,1\n')];
    let kept = 0;
    for (let turn = 0; turn < 1_000; turn++) {
      records.push(...splitter.push("1,2\n"));
      kept = Math.max(kept, turn + 2 - records.length);
    }
    records.push(...splitter.finish());
    expect(kept).toBeLessThan(252);
    expect(records.filter(({ fault }) => fault !== undefined)).toHaveLength(1);
    expect(records).toHaveLength(1_002);
    expect(records.at(-1)?.line).toBe(1_002);
  });
});
