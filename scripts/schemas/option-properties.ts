import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { snakeCase } from "../../src/core/naming.ts";
import type { Alias } from "../../src/core/options.ts";

export type JsonSchema = { readonly [key: string]: unknown };

/** The parts of an object's schema that speak of its keys. */
interface OptionProperties {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** Spellings that are accepted and not proposed: the camelCase ones. */
  readonly patternProperties: Readonly<Record<string, JsonSchema>>;
  /** One entry for each required option, which any of its spellings fulfils. */
  readonly allOf: readonly JsonSchema[];
  readonly required: readonly string[];
}

/** What an option holds that its own schema does not tell: parts named by type, files. Keyed in camelCase. */
export type KnownParts = Readonly<Record<string, JsonSchema>>;

/**
 * The options of a valibot object as JSON Schema draft 7, as `readOptions` accepts them: names in snake_case, aliases
 * as properties of their own, the camelCase spellings as patterns, so that an editor accepts but does not propose them.
 */
export function optionProperties(
  options: unknown,
  aliases: Readonly<Record<string, Alias>> = {},
  parts: KnownParts = {},
): OptionProperties {
  const properties: Record<string, JsonSchema> = {};
  const patternProperties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const allOf: JsonSchema[] = [];
  const put = (name: string, schema: JsonSchema) => {
    const snake = snakeCase(name);
    properties[snake] = schema;
    if (snake !== name) patternProperties[`^${name}$`] = schema;
  };
  const converted =
    options === undefined ? {} : toJsonSchema(options as GenericSchema, { typeMode: "input", errorMode: "ignore" });
  const declared = Object.entries((converted.properties ?? {}) as Record<string, JsonSchema>);
  for (const [name, schema] of declared) put(name, { ...schema, ...parts[name] });
  for (const [name, alias] of Object.entries(aliases)) {
    const schema = properties[snakeCase(alias.to)];
    if (schema !== undefined) put(name, aliasSchema(schema, alias));
  }
  for (const name of converted.required ?? []) {
    const names = [name, ...Object.keys(aliases).filter((alias) => aliases[alias]?.to === name)];
    const spellings = new Set(names.flatMap((one) => [snakeCase(one), one]));
    if (spellings.size === 1) required.push(name);
    else allOf.push({ anyOf: [...spellings].map((spelling) => ({ required: [spelling] })) });
  }
  return { properties, patternProperties, allOf, required };
}

function aliasSchema(schema: JsonSchema, { to, invert = false }: Alias): JsonSchema {
  const description = `${invert ? "The opposite of" : "The same as"} \`${snakeCase(to)}\`.`;
  const turned = invert && typeof schema["default"] === "boolean" ? { default: !schema["default"] } : {};
  return { ...schema, ...turned, description };
}

/** A closed object: a key that is none of these is refused. */
export function closedObject(
  { properties, patternProperties, allOf, required }: OptionProperties,
  more: {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  } & JsonSchema = {},
): JsonSchema {
  const { properties: moreProperties = {}, required: moreRequired = [], ...rest } = more;
  return {
    type: "object",
    ...rest,
    properties: { ...moreProperties, ...properties },
    ...(Object.keys(patternProperties).length === 0 ? {} : { patternProperties }),
    ...(allOf.length === 0 ? {} : { allOf }),
    required: [...moreRequired, ...required],
    additionalProperties: false,
  };
}
