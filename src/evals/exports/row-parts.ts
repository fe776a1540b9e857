import type { Json } from "../../core/types.ts";
import type { RunRecord, StoredSample } from "../../store/types.ts";
import type { Row } from "../datasets/dataset.ts";
import { readField, readMapping, readPart } from "../datasets/fields.ts";
import { isRow } from "../datasets/jsonl.ts";

/** Finds the parts of a sample in its row, by the fields that the run's eval names. */
export interface RowParts {
  input(row: Json): Json | undefined;
  /** The sample's own target, without regard to scorers. */
  target(row: Json): Json | undefined;
  /** What a scorer compares with: its reference field, else the sample's target. */
  expected(row: Json, scorer: string): Json | undefined;
}

/** Reads the run's configuration as it is stored; what cannot be read there names no fields. */
export function rowPartsOf(run: RunRecord): RowParts {
  const config = child(run.config, "eval");
  const fields = child(config, "fields") ?? child(child(config, "dataset"), "fields") ?? {};
  const paths = Object.entries(fields).filter((entry): entry is [string, string] => isPath(entry[1]));
  const mapping = readMapping(Object.fromEntries(paths));
  const references = referenceFields(config?.["scorers"]);
  const target = (row: Row): Json | undefined => readPart(row, "target", mapping) ?? own(row, "label");
  return {
    input: (row) => (isRow(row) ? readPart(row, "input", mapping) : undefined),
    target: (row) => (isRow(row) ? target(row) : undefined),
    expected: (row, scorer) => {
      if (!isRow(row)) return undefined;
      const field = references.get(scorer);
      return field === undefined ? target(row) : readField(row, field, mapping);
    },
  };
}

/** Gives each epoch the row of its sample: a store may keep the row with the first epoch alone. */
export async function* withRows(samples: AsyncIterable<StoredSample>): AsyncGenerator<StoredSample, void, void> {
  let last: StoredSample | null = null;
  for await (const sample of samples) {
    const whole: StoredSample =
      sample.row === null && last !== null && last.index === sample.index ? { ...sample, row: last.row } : sample;
    last = whole;
    yield whole;
  }
}

function referenceFields(scorers: Json | undefined): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const scorer of Array.isArray(scorers) ? scorers : []) {
    if (!isRow(scorer)) continue;
    const name = scorer["name"] ?? scorer["type"];
    const field = scorer["reference_field"] ?? scorer["referenceField"];
    if (typeof name === "string" && isPath(field)) fields.set(name, field);
  }
  return fields;
}

function child(value: Json | undefined, key: string): Row | undefined {
  const found = value !== undefined && isRow(value) ? own(value, key) : undefined;
  return found !== undefined && isRow(found) ? found : undefined;
}

function own(row: Row, key: string): Json | undefined {
  return Object.hasOwn(row, key) ? row[key] : undefined;
}

function isPath(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}
