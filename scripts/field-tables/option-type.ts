import type { JsonSchema } from "../schemas/option-properties.ts";

/** What an option takes, in the words of the pages. An empty schema is a value of any kind. */
export function typeText(schema: JsonSchema): string {
  if (Array.isArray(schema["enum"])) return schema["enum"].map(code).join(", ");
  if (schema["const"] !== undefined) return code(schema["const"]);
  if (Array.isArray(schema["anyOf"])) return (schema["anyOf"] as readonly JsonSchema[]).map(typeText).join(" or ");
  switch (schema["type"]) {
    case "string":
      return "text";
    case "boolean":
      return "boolean";
    case "integer":
      return `whole number${bounds(schema)}`;
    case "number":
      return `number${bounds(schema)}`;
    case "array":
      return listText(schema["items"]);
    case "object":
      return "map";
    default:
      return "any";
  }
}

function listText(items: unknown): string {
  if (Array.isArray(items)) return `[${items.map((item: JsonSchema) => typeText(item)).join(", ")}]`;
  const inner = typeof items === "object" && items !== null ? typeText(items as JsonSchema) : "any";
  return inner === "any" ? "list" : `list of ${inner.replace(/^(map|text|number)$/, "$1s")}`;
}

function bounds({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` (${String(minimum)} to ${String(maximum)})`;
  if (minimum !== undefined) return ` (${String(minimum)} or more)`;
  return maximum === undefined ? "" : ` (${String(maximum)} or less)`;
}

export function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}
