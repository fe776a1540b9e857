import { ConfigError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { readPath } from "../../core/path.ts";
import type { Json } from "../../core/types.ts";
import type { Row } from "./dataset.ts";

/** The parts of a sample, each with the names it goes by in a row, its own first. */
const NAMES = {
  id: ["id", "sample_id"],
  input: ["input", "question", "prompt"],
  output: ["output", "outputs", "prediction", "response"],
  target: ["target", "ground_truth", "expected", "reference"],
  choices: ["choices"],
  images: ["images"],
  reference_response: ["reference_response"],
  metadata: ["metadata"],
} as const;

export type Part = keyof typeof NAMES;

const PARTS = Object.keys(NAMES) as readonly Part[];
const PART_OF: ReadonlyMap<string, Part> = new Map(
  PARTS.flatMap((part) => NAMES[part].map((name): [string, Part] => [name, part])),
);

/** The names that a part goes by in a row, its own first. */
export function namesOf(part: Part): readonly string[] {
  return NAMES[part];
}

export interface FieldMapping {
  readonly parts: ReadonlyMap<Part, string>;
  /** Own names: fields that are no part of a sample. */
  readonly own: ReadonlyMap<string, string>;
}

/** Reads a `fields` map. Throws `ConfigError` where two of its names mean the same part and differ. */
export function readMapping(fields: Readonly<Record<string, string>> = {}, place = "fields"): FieldMapping {
  const parts = new Map<Part, string>();
  const own = new Map<string, string>();
  const spelling = new Map<Part, string>();
  for (const [name, path] of Object.entries(fields)) {
    if (typeof path !== "string" || path === "") {
      throw new ConfigError("wrong_type", "this is no field", { place: `${place}.${name}`, expected: "a dotted path" });
    }
    const part = partOf(name);
    if (part === undefined) {
      refuseSlip(name, place);
      own.set(name, path);
      continue;
    }
    const before = spelling.get(part);
    if (before !== undefined && parts.get(part) !== path) {
      throw new ConfigError("given_twice", `"${before}" and "${name}" both say where the ${part} is`, {
        place,
        hint: "keep one of them",
      });
    }
    spelling.set(part, name);
    parts.set(part, path);
  }
  return { parts, own };
}

/** A field may go by any name of the user's own; one that is nearly a part's is a slip, and the part would be missed. */
function refuseSlip(name: string, place: string): void {
  const meant = nearest(name, [...PART_OF.keys()]);
  // A name that is much longer or shorter is another name: `groundTruthText` is one's own.
  if (meant === undefined || name.length < 5 || Math.abs(name.length - meant.length) > 1) return;
  throw new ConfigError("unknown_field", `"${name}" is no part of a sample`, {
    place: `${place}.${name}`,
    expected: `one of ${[...PART_OF.keys()].join(", ")}, or a name unlike them for a field of your own`,
    hint: `did you mean "${meant}"?`,
  });
}

function partOf(name: string): Part | undefined {
  return name === "referenceResponse" ? "reference_response" : PART_OF.get(name);
}

/**
 * The field that a name means: what `fields` says for it; else the row's own field of that name, by path; else, for a
 * part of a sample, the row's field under another of its names. What `fields` says is final: where it leads to
 * nothing, nothing else is tried.
 */
export function readField(row: Row, name: string, mapping: FieldMapping): Json | undefined {
  const own = mapping.own.get(name);
  if (own !== undefined) return readPath(row, own);
  const part = partOf(name);
  const path = part === undefined ? undefined : mapping.parts.get(part);
  if (path !== undefined) return readPath(row, path);
  const value = readPath(row, name);
  if (value !== undefined || part === undefined) return value;
  const key = keyOf(row, part, mapping);
  return key === undefined ? undefined : row[key];
}

/** The row's key that holds a part; undefined where there is none, or where a path leads inside of a field. */
export function keyOf(row: Row, part: Part, mapping: FieldMapping): string | undefined {
  const path = mapping.parts.get(part);
  if (path !== undefined) return Object.hasOwn(row, path) ? path : undefined;
  for (const name of NAMES[part]) if (Object.hasOwn(row, name)) return name;
  return undefined;
}

/** The value of a part of a sample. */
export function readPart(row: Row, part: Part, mapping: FieldMapping): Json | undefined {
  const path = mapping.parts.get(part);
  if (path !== undefined) return readPath(row, path);
  const key = keyOf(row, part, mapping);
  return key === undefined ? undefined : row[key];
}
