import { ConfigError, describe } from "../core/errors.ts";
import type { Message } from "../core/model.ts";
import { fieldsIn, fillPlaces, readPlaces, type TextPart } from "../core/places.ts";
import { toText } from "../core/text.ts";
import type { Row } from "./datasets/dataset.ts";
import { type FieldMapping, readField } from "./datasets/fields.ts";

/** A prompt with its places for fields of the row, read once. */
export interface Prompt {
  readonly messages: readonly { readonly role: Message["role"]; readonly parts: readonly TextPart[] }[];
  /** Every field that occurs, in the order of occurrence. */
  readonly fields: readonly string[];
}

/** Of a solver that is told the input and no more. */
export const noPrompt: Prompt = { messages: [], fields: [] };

const ROLES: readonly string[] = ["system", "user", "assistant"];

/** Reads `prompt` (a text, or a list of `{role, content}`) and `system`. Throws `ConfigError`. */
export function readPrompt(prompt: unknown, system: string | undefined): Prompt {
  const given = typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt;
  if (!Array.isArray(given) || given.length === 0) {
    throw new ConfigError("wrong_type", "has a wrong value", {
      place: "prompt",
      expected: "a text, or a list of messages { role, content }",
      got: describe(prompt),
    });
  }
  const all = system === undefined ? given : [{ role: "system", content: system }, ...given];
  const messages = all.map((message: unknown, index) => readMessage(message, `prompt[${index}]`));
  return { messages, fields: fieldsIn(messages.flatMap(({ parts }) => parts)) };
}

function readMessage(message: unknown, place: string): Prompt["messages"][number] {
  const { role, content, literal } = Object(message) as Readonly<Record<string, unknown>>;
  if (typeof content !== "string" || typeof role !== "string" || !ROLES.includes(role)) {
    throw new ConfigError("wrong_type", "this is no message", {
      place,
      expected: "a map with role (system, user or assistant) and content",
      got: describe(message),
    });
  }
  // An example that is shown as it is: braces in it name no field.
  return { role: role as Message["role"], parts: literal === true ? [content] : readPlaces(content) };
}

/**
 * The messages for one row, filled in one pass: a value that looks like a template is sent as it is. Where the row
 * lacks a field, that field instead.
 */
export function fillPrompt(
  prompt: Prompt,
  row: Row,
  mapping: FieldMapping,
): { readonly messages: readonly Message[] } | { readonly missing: string } {
  const values = readValues(prompt.fields, row, mapping);
  if ("missing" in values) return values;
  const fill = (parts: readonly TextPart[]) => fillPlaces(parts, (field) => values.texts.get(field) ?? "");
  return { messages: prompt.messages.map(({ role, parts }) => ({ role, content: fill(parts) })) };
}

/** The texts of fields of a row; where it lacks one, that field instead. */
export function readValues(
  fields: readonly string[],
  row: Row,
  mapping: FieldMapping,
): { readonly texts: ReadonlyMap<string, string> } | { readonly missing: string } {
  const texts = new Map<string, string>();
  for (const field of fields) {
    const text = toText(readField(row, field, mapping));
    if (text === null) return { missing: field };
    texts.set(field, text);
  }
  return { texts };
}
