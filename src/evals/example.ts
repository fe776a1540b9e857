import { ConfigError } from "../core/errors.ts";
import { fieldsIn, fillPlaces, type TextPart } from "../core/places.ts";
import { toText } from "../core/text.ts";
import type { Json } from "../core/types.ts";
import type { Row } from "./datasets/dataset.ts";
import { type FieldMapping, readMapping, readPart } from "./datasets/fields.ts";
import { toJson } from "./datasets/json-value.ts";
import { isRow } from "./datasets/jsonl.ts";
import { readValues } from "./prompt.ts";

/** A question with its right answer, shown before the question that is asked. */
export interface Example {
  readonly input: string;
  readonly output: string;
  readonly images?: readonly string[];
}

export interface ExampleForm {
  readonly question: readonly TextPart[];
  /** Null for the row's target, else its label, else its output. */
  readonly output: readonly TextPart[] | null;
  readonly mapping: FieldMapping;
}

const UNMAPPED = readMapping();

/** Rows as examples. Throws a `ConfigError` for one that lacks a field, or has no answer. */
export function readExamples(rows: readonly unknown[], form: ExampleForm): readonly Example[] {
  return rows.map((given, index) => {
    const place = `few_shot example ${index + 1}`;
    const row = rowOf(given, place);
    const images = imagesOf(row, form.mapping);
    return {
      input: filled(form.question, row, form, { place, hint: "say how its question reads with few_shot.input" }),
      output: form.output === null ? answerOf(row, form.mapping, place) : filled(form.output, row, form, { place }),
      ...(images.length === 0 ? {} : { images }),
    };
  });
}

/** Whether a row says what is right, in a field that answers are expected in. */
export function hasAnswer(row: Row, mapping: FieldMapping): boolean {
  return rightAnswer(row, mapping) !== null;
}

function rowOf(given: unknown, place: string): Row {
  let json: Json = null;
  try {
    json = toJson(given);
  } catch {
    // Nested without end: as little of an example as a number.
  }
  if (isRow(json)) return json;
  throw new ConfigError("wrong_type", "is no example", { place, expected: "a map with input and output" });
}

function filled(
  parts: readonly TextPart[],
  row: Row,
  { mapping }: ExampleForm,
  told: { readonly place: string; readonly hint?: string },
): string {
  // Examples may have names of their own where the rows of the eval are mapped.
  const fields = fieldsIn(parts);
  const mapped = readValues(fields, row, mapping);
  const values = "missing" in mapped ? readValues(fields, row, UNMAPPED) : mapped;
  if ("missing" in values) throw new ConfigError("missing_field", `has no field "${values.missing}"`, told);
  return fillPlaces(parts, (field) => values.texts.get(field) ?? "");
}

function answerOf(row: Row, mapping: FieldMapping, place: string): string {
  const output = readPart(row, "output", UNMAPPED);
  const text = rightAnswer(row, mapping) ?? toText(first(output));
  if (text !== null) return text;
  throw new ConfigError("missing_field", "has no answer", {
    place,
    expected: "a target, a label or an output",
    hint: 'say where it stands, as in few_shot: { output: "{{answer}}" }',
  });
}

function rightAnswer(row: Row, mapping: FieldMapping): string | null {
  const target = readPart(row, "target", mapping) ?? readPart(row, "target", UNMAPPED);
  return toText(first(target)) ?? toText(first(row["label"]));
}

/** Of several right answers one. */
function first(value: Json | undefined): Json | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function imagesOf(row: Row, mapping: FieldMapping): readonly string[] {
  const value = readPart(row, "images", mapping) ?? null;
  const images: readonly Json[] = Array.isArray(value) ? value : [value];
  return images.filter((image): image is string => typeof image === "string");
}
