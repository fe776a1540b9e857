import { describe, expect, it } from "vitest";
import type { RawRow } from "../../../src/evals/datasets/dataset.ts";
import { openDataset } from "../../../src/evals/datasets/open.ts";
import { makeSelection, type Selection, selectRows } from "../../../src/evals/datasets/select.ts";

let asked = 0;

/** Rows in parts of three. */
async function* parts(total: number): AsyncGenerator<readonly RawRow[], void, void> {
  asked = 0;
  for (let start = 0; start < total; start += 3) {
    asked++;
    yield Array.from({ length: Math.min(3, total - start) }, (_, offset) => ({
      index: start + offset,
      line: null,
      row: {},
    }));
  }
}

async function indexes(total: number, selection: Selection): Promise<readonly number[]> {
  const found: number[] = [];
  for await (const rows of selectRows(parts(total), selection)) found.push(...rows.map(({ index }) => index));
  return found;
}

describe("the selected rows", () => {
  it("are all rows without a limit", async () => {
    expect(await indexes(7, makeSelection({ total: 7 }))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it("are the first ones with a limit, and reading stops after the last", async () => {
    expect(await indexes(30, makeSelection({ total: 30, limit: 4 }))).toEqual([0, 1, 2, 3]);
    expect(asked).toBe(2);
    expect(await indexes(3, makeSelection({ total: 3, limit: 10 }))).toEqual([0, 1, 2]);
  });

  it("are drawn by a seed with a limit, in the order of the file, and the same each time", async () => {
    const selection = makeSelection({ total: 1_000, limit: 20, shuffleSeed: 7 });
    const drawn = await indexes(1_000, selection);
    expect(drawn).toHaveLength(20);
    expect(drawn).toEqual([...drawn].sort((a, b) => a - b));
    expect(drawn).not.toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(await indexes(1_000, makeSelection({ total: 1_000, limit: 20, shuffleSeed: 7 }))).toEqual(drawn);
    expect(await indexes(1_000, makeSelection({ total: 1_000, limit: 20, shuffleSeed: 8 }))).not.toEqual(drawn);
  });

  it("are all rows with a seed alone, because the order is always the file's", async () => {
    expect(await indexes(5, makeSelection({ total: 5, shuffleSeed: 7 }))).toEqual([0, 1, 2, 3, 4]);
  });

  it("are those of the sample ids, of which a limit takes the first", async () => {
    const wanted = [2, 5, 6, 9];
    expect(await indexes(12, makeSelection({ total: 12, indexes: wanted }))).toEqual(wanted);
    expect(await indexes(12, makeSelection({ total: 12, indexes: wanted, limit: 2 }))).toEqual([2, 5]);
    const drawn = await indexes(12, makeSelection({ total: 12, indexes: wanted, limit: 2, shuffleSeed: 1 }));
    expect(drawn).toHaveLength(2);
    expect(wanted).toEqual(expect.arrayContaining([...drawn]));
  });

  it("may be none", async () => {
    expect(await indexes(5, makeSelection({ total: 5, indexes: [] }))).toEqual([]);
  });

  it("come out of the scan of a data set", async () => {
    const dataset = await openDataset(
      { data: [{ id: "a" }, { id: 2 }, {}, { id: "d" }], limit: 2 },
      { baseFolder: "." },
    );
    expect((await dataset.scan()).selection).toEqual({ size: 2, indexes: null });
    const { selection } = await dataset.scan({ sampleIds: ["row-3", "2", "d"] });
    expect(selection).toEqual({ size: 2, indexes: Uint32Array.of(1, 2) });
    await expect(dataset.scan({ sampleIds: ["a", "z"] })).rejects.toMatchObject({ code: "unknown_sample" });
  });
});
