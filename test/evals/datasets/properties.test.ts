import { Buffer } from "node:buffer";
import * as fc from "fast-check";
import papaparse from "papaparse";
import { describe, expect, it } from "vitest";
import { ConfigError } from "../../../src/core/errors.ts";
import type { Json } from "../../../src/core/types.ts";
import { type Block, readBlocks } from "../../../src/evals/datasets/blocks.ts";
import { readCsv } from "../../../src/evals/datasets/csv.ts";
import type { RawRow } from "../../../src/evals/datasets/dataset.ts";
import { findJsonFault } from "../../../src/evals/datasets/json-fault.ts";
import { JsonFault, parseJson } from "../../../src/evals/datasets/json-text.ts";
import { readJsonl } from "../../../src/evals/datasets/jsonl.ts";
import { openDataset } from "../../../src/evals/datasets/open.ts";
import { allRows, folderWith } from "./temporary.ts";

/** The bytes in pieces of a given size, as a file hands them on. */
async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer, void, void> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function collect<T>(source: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const part of source) all.push(...part);
  return all;
}

const size = fc.integer({ min: 1, max: 40 });

describe("JSON Lines", () => {
  it("give back what was written, in pieces of any size", async () => {
    // Whole numbers that are not exact become text, see below.
    const value = fc.jsonValue().filter((json) => !/\d{16}/.test(JSON.stringify(json)));
    const rows = fc.array(fc.dictionary(fc.string(), value), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(rows, size, fc.constantFrom("\n", "\r\n"), async (written, pieceSize, end) => {
        const bytes = Buffer.from(written.map((row) => JSON.stringify(row) + end).join(""));
        const read = await collect<RawRow>(readJsonl(readBlocks(pieces(bytes, pieceSize))));
        expect(read.map((raw) => raw.row)).toEqual(written.map((row) => JSON.parse(JSON.stringify(row))));
        expect(read.map((raw) => raw.line)).toEqual(written.map((_, index) => index + 1));
      }),
    );
  });
});

describe("JSON text", () => {
  it("is read as JSON.parse reads it where numbers are exact", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const plain = JSON.parse(text);
        // A large whole number that a number holds only roughly is text here.
        fc.pre(!/\d{16}|[eE]\+?\d{3}/.test(text));
        expect(parseJson(text)).toEqual(plain);
      }),
    );
  });

  it("keeps the digits of any whole number, outside of texts alone", () => {
    const word = fc.string({ unit: fc.constantFrom("\\", '"', "1234567890123456789", "{", ",", " ") });
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), word, (number, text) => {
        const read = parseJson(`{"n": ${number},${JSON.stringify(text)}:[${JSON.stringify(text)},${number}]}`);
        const exact = Number.isSafeInteger(Number(number)) ? Number(number) : String(number);
        const expected: Json = { n: exact, [text]: [text, exact] };
        expect(read).toEqual(expected);
      }),
    );
  });

  it("that is broken has its fault where the first character is that no JSON could have", () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom("", "}", ",", "'", "x", '"', "\n", "\\", "01", "NaN"),
        (text, at, slip) => {
          const position = at % (text.length + 1);
          const broken = text.slice(0, position) + slip + text.slice(position + (slip === "" ? 1 : 0));
          let isJson = true;
          try {
            JSON.parse(broken);
          } catch {
            isJson = false;
          }
          fc.pre(!isJson);
          const { offset, problem } = findJsonFault(broken);
          expect(offset >= 0 && offset <= broken.length).toBe(true);
          expect(problem).not.toContain("no fault");
          expect(() => parseJson(broken)).toThrow(JsonFault);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("of any depth and of a million characters has its fault found", () => {
    expect(findJsonFault("[".repeat(1_000_000))).toMatchObject({ offset: 1_000_000 });
    expect(findJsonFault(`"${"\\n".repeat(500_000)}`)).toMatchObject({ problem: "a text is not closed" });
    expect(findJsonFault(`${'{"a":'.repeat(100_000)}1${"}".repeat(99_999)}]`)).toMatchObject({ offset: 600_000 });
  });
});

describe("CSV", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "é", '"', ",", ";", "\t", "\n", "\r", " ", "\ufeff", "{") });
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 8 }),
    );
  const header = (columns: number) => Array.from({ length: columns }, (_, column) => `c${column}`);

  it("gives back what papaparse wrote, whatever the cells and the pieces", async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        size,
        fc.constantFrom("\n", "\r\n"),
        fc.constantFrom(",", ";", "\t"),
        async (cells, pieceSize, newline, delimiter) => {
          const names = header(cells[0]?.length ?? 0);
          // All quoted, because a line of blanks alone would be none.
          const text = papaparse.unparse([names, ...cells], { newline, delimiter, quotes: true });
          const blocks = readBlocks(pieces(Buffer.from(text), pieceSize));
          const rows = await collect<RawRow>(readCsv(blocks, { path: "a.csv", delimiter: delimiter as "," }));
          expect(rows.map((raw) => raw.problem ?? Object.values(raw.row))).toEqual(cells);
        },
      ),
    );
  });

  it("reads the same records in pieces of any size, faulty ones included", async () => {
    const text = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r\n", "\n1,2\n", '""', "é"), maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(text, size, async (content, pieceSize) => {
        const bytes = Buffer.from(`a,b\n${content}`);
        const read = (step: number) =>
          collect<RawRow>(readCsv(readBlocks(pieces(bytes, step)), { path: "a.csv", delimiter: "," }));
        expect(await read(pieceSize)).toEqual(await read(bytes.length));
      }),
    );
  });

  it("loses no sound line to a faulty one", async () => {
    const line = fc.constantFrom('x"y,1', '"x"y,1', '"open,1', "one", "1,2,3", '1, "x"', "é,ö");
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (slips) => {
        // Between any two slips stands a sound record; each must come out.
        const lines = ["a,b", ...slips.flatMap((slip, index) => [slip, `sound,${index}`])];
        const rows = await collect<RawRow>(
          readCsv(readBlocks(pieces(Buffer.from(lines.join("\n")), 4_096)), { path: "a.csv", delimiter: "," }),
        );
        const sound = rows.flatMap((raw) => (raw.row?.["a"] === "sound" ? [raw.row["b"]] : []));
        expect(sound).toEqual(slips.map((_, index) => String(index)));
      }),
    );
  });

  it("is read in linear time where quotes are hostile", async () => {
    const blocks = async function* (text: string): AsyncGenerator<Block, void, void> {
      yield { text };
    };
    const hostile = ['"\n', '""\n', '"""\n', '"a,\n', 'a"\n', ',"', '","\n', '"a" \n', "\r", ' "', '"\r'];
    for (const unit of hostile) {
      const text = `a\n"${unit.repeat(200_000 / unit.length)}`;
      let rows = 0;
      for await (const part of readCsv(blocks(text), { path: "a.csv", delimiter: "," })) rows += part.length;
      expect(rows).toBeGreaterThan(0);
    }
  });
});

describe("blocks of lines", () => {
  const read = async (bytes: Buffer, pieceSize: number, longest?: number) => {
    const blocks: string[] = [];
    for await (const block of readBlocks(pieces(bytes, pieceSize), longest))
      blocks.push(block.text ?? `<${block.problem}>`);
    return blocks.join("");
  };

  it("are the text, whatever the pieces", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom("a", "é", "😀", "\n", "\r", "\u2028") }),
        size,
        async (text, pieceSize) => {
          expect(await read(Buffer.from(text), pieceSize)).toBe(text);
        },
      ),
    );
  });

  it("drop a byte order mark at the start, even where it comes in pieces", async () => {
    for (const pieceSize of [1, 2, 3, 100]) {
      expect(await read(Buffer.from("\ufeffa\n\ufeffb\n"), pieceSize)).toBe("a\n\ufeffb\n");
    }
  });

  it("leave out a line that is longer than allowed, and go on after it", async () => {
    const bytes = Buffer.from(`one\n${"x".repeat(100)}\ntwo\n${"y".repeat(50)}\n${"z".repeat(51)}`);
    for (const pieceSize of [3, 7, 50]) {
      const text = await read(bytes, pieceSize, 50);
      expect(text).toBe(`one\n<the line is longer than 0 MB>two\n${"y".repeat(50)}\n<the line is longer than 0 MB>`);
    }
  });
});

describe("any bytes under any name", () => {
  const starts = ["", "PAR1", "\x1f\x8b\x08", "{", "[", '{"a":1}\n', "a,b\n", "- a: 1\n", "\ufeff", "---\n", '"'];
  const bytes = fc
    .tuple(
      fc.constantFrom(...starts),
      fc.oneof(
        fc.uint8Array({ maxLength: 60 }),
        fc.string({ unit: "binary-ascii" }).map((text) => Buffer.from(text)),
      ),
    )
    .map(([start, rest]) => Buffer.concat([Buffer.from(start, "latin1"), rest]));
  const name = fc.constantFrom(
    "a.jsonl",
    "a.json",
    "a.csv",
    "a.tsv",
    "a.parquet",
    "a.yaml",
    "a.jsonl.gz",
    "a.csv.gz",
    "a",
  );

  it("give rows, rows with a problem, or a ConfigError", async () => {
    await fc.assert(
      fc.asyncProperty(name, bytes, async (path, content) => {
        try {
          const dataset = await openDataset({ path }, { baseFolder: folderWith(path, content) });
          const scan = await dataset.scan();
          expect(await allRows(dataset)).toHaveLength(scan.rows);
        } catch (error) {
          if (!(error instanceof ConfigError)) throw error;
          expect(error.message).toContain(path);
        }
      }),
      { numRuns: 400 },
    );
  });
});
