import { ConfigError, describe } from "../core/errors.ts";
import type { Message } from "../core/model.ts";
import { toText } from "../core/text.ts";
import type { Row } from "./datasets/dataset.ts";
import { type FieldMapping, readField } from "./datasets/fields.ts";

/** A prompt with its places for fields of the row, read once. */
export interface Prompt {
  readonly messages: readonly { readonly role: Message["role"]; readonly parts: readonly Part[] }[];
  /** Every field that occurs, in the order of occurrence. */
  readonly fields: readonly string[];
}

type Part = string | { readonly field: string };

/** Bounded runs: a text of braces costs nothing. */
const PLACE = /\{\{\s{0,20}([^{}\s][^{}\n]{0,200}?)\s{0,20}\}\}/g;
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
  const fields = messages.flatMap(({ parts }) => parts.flatMap((part) => (typeof part === "string" ? [] : part.field)));
  return { messages, fields: [...new Set(fields)] };
}

function readMessage(message: unknown, place: string): Prompt["messages"][number] {
  const { role, content } = Object(message) as { readonly role?: unknown; readonly content?: unknown };
  if (typeof content !== "string" || typeof role !== "string" || !ROLES.includes(role)) {
    throw new ConfigError("wrong_type", "this is no message", {
      place,
      expected: "a map with role (system, user or assistant) and content",
      got: describe(message),
    });
  }
  return { role: role as Message["role"], parts: readParts(content) };
}

function readParts(text: string): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const match of text.matchAll(PLACE)) {
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push({ field: match[1] ?? "" });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
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
  const values = new Map<string, string>();
  for (const field of prompt.fields) {
    const text = toText(readField(row, field, mapping));
    if (text === null) return { missing: field };
    values.set(field, text);
  }
  const fill = (part: Part) => (typeof part === "string" ? part : (values.get(part.field) ?? ""));
  return { messages: prompt.messages.map(({ role, parts }) => ({ role, content: parts.map(fill).join("") })) };
}
