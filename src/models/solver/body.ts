import { fieldsIn, readPlaces, type TextPart } from "../../core/places.ts";
import type { SolverRequest } from "../../core/solver.ts";
import { toText } from "../../core/text.ts";
import type { Json } from "../../core/types.ts";

/** JSON with places for values, read once. */
export interface BodyTemplate {
  readonly root: Node;
  /** The fields of the row that occur. */
  readonly fields: readonly string[];
  /** Whether it wants the conversation, so that there has to be one. */
  readonly conversation: boolean;
  /** Whether it wants the input. */
  readonly input: boolean;
}

type Node =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "text"; readonly parts: readonly TextPart[] }
  | { readonly kind: "list"; readonly items: readonly Node[] }
  | { readonly kind: "map"; readonly entries: readonly (readonly [string, Node])[] };

/** What is ours to fill in; every other name is a field of the row. */
const OWN: ReadonlySet<string> = new Set(["id", "epoch", "input", "prompt", "messages", "choices", "images", "seed"]);

export function readBody(json: Json): BodyTemplate {
  const names: string[] = [];
  const root = readNode(json, names);
  return {
    root,
    fields: [...new Set(names.filter((name) => !OWN.has(name)))],
    conversation: names.includes("prompt") || names.includes("messages"),
    input: names.includes("input"),
  };
}

function readNode(json: Json, names: string[]): Node {
  if (typeof json === "string") {
    const parts = readPlaces(json);
    const fields = fieldsIn(parts);
    if (fields.length === 0) return { kind: "value", value: json };
    names.push(...fields);
    return { kind: "text", parts };
  }
  if (Array.isArray(json)) return { kind: "list", items: json.map((item: Json) => readNode(item, names)) };
  if (typeof json !== "object" || json === null) return { kind: "value", value: json };
  // Keys are the endpoint's own and hold no places.
  return { kind: "map", entries: Object.entries(json).map(([key, item]) => [key, readNode(item, names)] as const) };
}

/**
 * The body for one request, filled in one pass: data that look like a template are data. A text that is one place and
 * nothing else becomes the value itself, so `"{{messages}}"` is a list; within a longer text a value stands as text.
 */
export function fillBody(template: BodyTemplate, request: SolverRequest): Json {
  return fillNode(template.root, (name) => ownOrField(name, request));
}

function fillNode(node: Node, value: (name: string) => Json): Json {
  switch (node.kind) {
    case "value":
      return node.value;
    case "text": {
      const [only] = node.parts;
      if (node.parts.length === 1 && typeof only === "object") return value(only.field);
      return node.parts.map((part) => (typeof part === "string" ? part : (toText(value(part.field)) ?? ""))).join("");
    }
    case "list":
      return node.items.map((item) => fillNode(item, value));
    case "map":
      // From entries, because a key may be named `__proto__`.
      return Object.fromEntries(node.entries.map(([key, item]) => [key, fillNode(item, value)]));
  }
}

function ownOrField(name: string, request: SolverRequest): Json {
  switch (name) {
    case "id":
      return request.id;
    case "epoch":
      return request.epoch;
    case "input":
      return request.input;
    case "prompt":
      return request.prompt ?? null;
    case "messages":
      return (request.messages ?? []).map(({ role, content }) => ({ role, content }));
    case "choices":
      return request.choices ?? null;
    case "images":
      return request.images ?? null;
    case "seed":
      return request.seed ?? null;
    default:
      return Object.hasOwn(request.metadata, name) ? (request.metadata[name] ?? null) : null;
  }
}
