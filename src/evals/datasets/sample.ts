import { readPath } from "../../core/path.ts";
import { isBlank, toText } from "../../core/text.ts";
import type { Json, Metadata } from "../../core/types.ts";
import type { Row } from "./dataset.ts";
import { type FieldMapping, keyOf, type Part, readPart } from "./fields.ts";
import { isRow } from "./jsonl.ts";

/** One row as scorers see it. Values stay JSON; absent ones are null. */
export interface Sample {
  /** Null where the row has none; see `sampleId`. */
  readonly id: string | null;
  readonly input: Json;
  /** Recorded outputs, one an epoch: a list in the row is several. Empty where the row has none. */
  readonly outputs: readonly Json[];
  readonly target: Json;
  readonly choices: readonly string[] | undefined;
  readonly images: Json;
  readonly referenceResponse: Json;
  /** The fields of `metadata`, those under own names, and every field of the row that is no part of the sample. */
  readonly metadata: Metadata;
}

const READ_PARTS: readonly Part[] = ["id", "input", "output", "target", "images", "reference_response"];

/** Reads a row: what `fields` says first, then the canonical name, then its other names. */
export function readSample(row: Row, mapping: FieldMapping): Sample {
  const output = readPart(row, "output", mapping);
  const choices = readChoices(readPart(row, "choices", mapping));
  return {
    id: readId(row, mapping),
    input: readPart(row, "input", mapping) ?? null,
    outputs: output === undefined ? [] : Array.isArray(output) ? output : [output],
    target: readPart(row, "target", mapping) ?? null,
    choices,
    images: readPart(row, "images", mapping) ?? null,
    referenceResponse: readPart(row, "reference_response", mapping) ?? null,
    metadata: readMetadata(row, mapping, choices === undefined ? READ_PARTS : [...READ_PARTS, "choices"]),
  };
}

/** The row's id as text; null where it has none or a blank one. */
export function readId(row: Row, mapping: FieldMapping): string | null {
  const id = toText(readPart(row, "id", mapping));
  return id === null || isBlank(id) ? null : id;
}

/** The id under which a row is stored: its own, or `row-<number>` counted from 1 over all rows. */
export function sampleId(id: string | null, index: number): string {
  return id ?? `row-${index + 1}`;
}

/** A list; or text that is a JSON list, which is all that a table can hold. Anything else stays in the metadata. */
function readChoices(value: Json | undefined): readonly string[] | undefined {
  const list = typeof value === "string" && value.trimStart().startsWith("[") ? listIn(value) : value;
  return Array.isArray(list) ? list.map((choice: Json) => toText(choice) ?? "") : undefined;
}

function listIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that begins like a list and is none: it is kept as it is.
    return undefined;
  }
}

const NO_METADATA: Metadata = {};

function readMetadata(row: Row, mapping: FieldMapping, parts: readonly Part[]): Metadata {
  const used = parts.map((part) => keyOf(row, part, mapping));
  const inner = readPart(row, "metadata", mapping);
  const own = inner !== undefined && isRow(inner) ? inner : null;
  if (own !== null) used.push(keyOf(row, "metadata", mapping));
  const rest = Object.keys(row).filter((key) => !used.includes(key));
  // Nearly all rows of recorded outputs.
  if (rest.length === 0 && mapping.own.size === 0 && own === null) return NO_METADATA;
  const entries = rest.map((key): [string, Json] => [key, row[key] ?? null]);
  for (const [name, path] of mapping.own) {
    const value = readPath(row, path);
    if (value !== undefined) entries.push([name, value]);
  }
  if (own !== null) entries.push(...Object.entries(own));
  // From entries, because a field may be named `__proto__`.
  return Object.fromEntries(entries);
}
