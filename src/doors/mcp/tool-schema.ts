import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { snakeCase } from "../../core/naming.ts";

export type JsonSchema = { readonly [key: string]: unknown };

/** What the schema of an option does not tell: words for it, or what its items are. Keyed in camelCase. */
export type Told = Readonly<Record<string, string | JsonSchema>>;

/**
 * An object of ours as the JSON Schema of a tool's input: names in snake_case, as everything that leaves the process.
 * camelCase is accepted too and not proposed, so a client that checks strictly sends what is shown.
 */
export function toolSchema(schema: GenericSchema, told: Told = {}): JsonSchema {
  const converted = toJsonSchema(schema, { typeMode: "input", errorMode: "ignore" });
  const declared = Object.entries((converted.properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  const properties = declared.map(([name, own]) => {
    const more = told[name];
    return [snakeCase(name), { ...own, ...(typeof more === "string" ? { description: more } : more) }] as const;
  });
  const required = (converted.required ?? []).map(snakeCase);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** A list of maps or, where that is meant, of texts. */
export function listOf(items: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: "array", items, ...more };
}

/** What a tool answers with, told roughly: a client may rely on the names and must bear more of them. */
export function answerSchema(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: "object", properties };
}
