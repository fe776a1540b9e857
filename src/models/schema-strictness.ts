import type { Json } from "../core/types.ts";
import { isObject, listOf, objectOf } from "./reply-json.ts";

/**
 * Whether OpenAI's strict mode takes a JSON Schema: every object in it names all its properties as required and allows
 * no others. Another schema is sent without `strict`, which is weaker; sent with it, the whole call would be refused.
 */
export function isStrictSchema(schema: Json | undefined, depth = 0): boolean {
  if (Array.isArray(schema)) return schema.every((part: Json) => isStrictSchema(part, depth + 1));
  if (!isObject(schema)) return true;
  // OpenAI allows ten levels of objects; this bounds the walk as well.
  if (depth > 64) return false;
  if (schema["type"] === "object" || isObject(schema["properties"])) {
    const required = new Set(listOf(schema["required"]));
    if (schema["additionalProperties"] !== false) return false;
    const properties = objectOf(schema["properties"]);
    if (!Object.keys(properties).every((name) => required.has(name))) return false;
    if (!Object.values(properties).every((part) => isStrictSchema(part, depth + 1))) return false;
  }
  return NESTED.every((key) => isStrictSchema(schema[key], depth + 1)) && isStrictMap(schema["$defs"], depth);
}

const NESTED = ["items", "anyOf", "prefixItems"];

function isStrictMap(definitions: Json | undefined, depth: number): boolean {
  return Object.values(objectOf(definitions)).every((part) => isStrictSchema(part, depth + 1));
}
