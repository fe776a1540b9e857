import type { ReplySchema } from "../../core/model.ts";
import type { Json } from "../../core/types.ts";
import { LETTERS } from "./letter-scale.ts";

const LETTER: Json = { type: "string", enum: [...LETTERS] };

/** Evidence comes before the scores, so that these follow from it: models write keys in the schema's order. */
export function scoreSchema(
  name: string,
  evidence: readonly string[],
  scores: readonly string[],
  kind: "list" | "text" = "list",
): ReplySchema {
  const text: Json = { type: "string" };
  const observed: Json = kind === "list" ? { type: "array", items: text } : text;
  const properties: { readonly [key: string]: Json } = Object.fromEntries([
    ...evidence.map((key) => [key, observed] as const),
    ...scores.map((key) => [key, LETTER] as const),
  ]);
  return {
    name,
    schema: { type: "object", properties, required: Object.keys(properties), additionalProperties: false },
  };
}
