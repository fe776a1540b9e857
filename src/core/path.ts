import type { Json } from "./types.ts";

/**
 * The value at a dotted path: `answer.final`, `messages.0.content`, `messages.-1.content` (from the end). A key that
 * holds dots itself wins over the path through it, the longest such key first. Undefined where there is nothing;
 * text is never looked into, JSON text neither.
 */
export function readPath(value: Json, path: string): Json | undefined {
  // Nearly all paths: a plain column.
  if (isObject(value) && Object.hasOwn(value, path)) return value[path];
  if (!path.includes(".")) return readStep(value, path);
  let here: Json | undefined = value;
  let steps = path.split(".");
  while (steps.length > 0) {
    if (here === undefined) return undefined;
    const taken = longestKey(here, steps);
    here = readStep(here, steps.slice(0, taken).join("."));
    steps = steps.slice(taken);
  }
  return here;
}

/** How many steps the longest key takes that is there; 1 where there is none. */
function longestKey(value: Json, steps: readonly string[]): number {
  if (!isObject(value)) return 1;
  for (let taken = steps.length; taken > 1; taken--) {
    if (Object.hasOwn(value, steps.slice(0, taken).join("."))) return taken;
  }
  return 1;
}

function readStep(value: Json, step: string): Json | undefined {
  if (isObject(value)) return Object.hasOwn(value, step) ? value[step] : undefined;
  return Array.isArray(value) && /^-?\d{1,9}$/.test(step) ? value.at(Number(step)) : undefined;
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
