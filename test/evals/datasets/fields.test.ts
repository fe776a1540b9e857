import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ConfigError } from "../../../src/core/errors.ts";
import { readPath } from "../../../src/core/path.ts";
import type { Json } from "../../../src/core/types.ts";
import { readField, readMapping } from "../../../src/evals/datasets/fields.ts";
import { isRow } from "../../../src/evals/datasets/jsonl.ts";
import { readSample, sampleId } from "../../../src/evals/datasets/sample.ts";
import paths from "../../cases/dataset-paths.json" with { type: "json" };
import samples from "../../cases/dataset-samples.json" with { type: "json" };

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;

describe("a dotted path", () => {
  it.each(paths)("$path: $why", ({ value, path, found }) => {
    expect(readPath(value as Json, path)).toEqual(found);
  });

  it("never throws, whatever the value and the path", () => {
    fc.assert(
      fc.property(
        json,
        fc.oneof(
          fc.string(),
          fc.array(fc.string({ maxLength: 3 })).map((steps) => steps.join(".")),
        ),
        (value, path) => {
          const found = readPath(value, path);
          expect(found === undefined || JSON.stringify(value).includes(JSON.stringify(found))).toBe(true);
        },
      ),
    );
  });

  it("finds every leaf by the path to it", () => {
    const keyed = fc.letrec<{ tree: Json }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.integer(),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), tie("tree"), { maxKeys: 3 }),
      ),
    })).tree;
    const leaves = (value: Json, prefix: readonly string[]): readonly (readonly [string, Json])[] => {
      if (Array.isArray(value)) return value.flatMap((item: Json, index) => leaves(item, [...prefix, String(index)]));
      if (isRow(value)) return Object.entries(value).flatMap(([key, item]) => leaves(item, [...prefix, key]));
      return [[prefix.join("."), value]];
    };
    fc.assert(
      fc.property(keyed, (value) => {
        for (const [path, leaf] of leaves(value, [])) if (path !== "") expect(readPath(value, path)).toEqual(leaf);
      }),
    );
  });

  it("is followed in a path of many steps without trying every division", () => {
    const path = Array.from({ length: 2_000 }, () => "a").join(".");
    expect(readPath({ a: { a: { a: 1 } } }, path)).toBeUndefined();
  });
});

describe("a sample", () => {
  it.each(samples as unknown as readonly SampleCase[])("$why", ({ row, fields, sample }) => {
    const read = readSample(row, readMapping(fields));
    expect({ ...read, choices: read.choices ?? null }).toMatchObject(sample);
    if (sample["metadata"] !== undefined) expect(read.metadata).toEqual(sample["metadata"]);
  });

  it("can be read from any row, and loses no field", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(fc.string(), fc.constantFrom("input", "id", "output", "metadata", "choices", "__proto__")),
          json,
        ),
        (row) => {
          const sample = readSample(row, readMapping());
          const taken = ["id", "input", "output", "choices", "metadata"];
          for (const key of Object.keys(row)) {
            const named = taken.includes(key) || PART_NAMES.test(key);
            if (!named) expect(Object.hasOwn(sample.metadata, key)).toBe(true);
          }
        },
      ),
    );
  });

  it("without an id of its own is numbered from 1", () => {
    expect(sampleId(null, 0)).toBe("row-1");
    expect(sampleId("x", 0)).toBe("x");
  });
});

const PART_NAMES =
  /^(sample_id|question|prompt|outputs|prediction|response|target|ground_truth|expected|reference|images|reference_response)$/;

interface SampleCase {
  readonly why: string;
  readonly row: Record<string, Json>;
  readonly fields?: Record<string, string>;
  readonly sample: Record<string, unknown>;
}

describe("a field by its name", () => {
  const row = { q: "1+1", answer: { final: "2" }, ground_truth: "g", label: "l" };

  it("is what `fields` says, else the row's own, else another name of that part", () => {
    const mapping = readMapping({ input: "q", gold: "answer.final" });
    expect(readField(row, "input", mapping)).toBe("1+1");
    expect(readField(row, "question", mapping)).toBe("1+1");
    expect(readField(row, "gold", mapping)).toBe("2");
    expect(readField(row, "answer.final", mapping)).toBe("2");
    expect(readField(row, "label", mapping)).toBe("l");
    expect(readField(row, "target", mapping)).toBe("g");
    expect(readField(row, "output", mapping)).toBeUndefined();
  });

  it("is refused in `fields` when two names of one part differ", () => {
    expect(() => readMapping({ input: "a", question: "b" })).toThrow(ConfigError);
    expect(readMapping({ input: "a", question: "a" }).parts.get("input")).toBe("a");
    expect(() => readMapping({ input: "" })).toThrow(/fields.input/);
  });
});
