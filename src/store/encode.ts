import { messageOf, StoreError } from "../core/errors.ts";
import type { Json } from "../core/types.ts";

/**
 * The JSON text of a value. Every text is stored this way, plain outputs too: SQLite's bindings cut a text at a NUL
 * character and replace half a surrogate pair, and JSON escapes both. Throws a `StoreError` (`not_json`).
 */
export function encodeJson(value: Json): string {
  try {
    try {
      return JSON.stringify(value) ?? "null";
    } catch (thrown) {
      // JSON.stringify calls itself for each level, JSON.parse does not: a value that was read may be too deep for it.
      if (thrown instanceof RangeError) return encodeDeep(value);
      throw thrown;
    }
  } catch (thrown) {
    // A bigint, a cycle, or more text than one string can hold.
    throw new StoreError("not_json", `a value cannot be stored as JSON: ${messageOf(thrown)}`, thrown);
  }
}

interface Open {
  readonly value: object;
  readonly items: Iterator<readonly [key: string | null, item: unknown]>;
  readonly end: string;
}

/** The same with a stack of its own, for values of any depth. */
function encodeDeep(root: unknown): string {
  const pieces: string[] = [];
  const open: Open[] = [];
  // What is being written, to end at a cycle rather than at the end of memory.
  const under = new Set<object>();
  const put = (value: unknown) => {
    if (typeof value !== "object" || value === null) {
      pieces.push(JSON.stringify(value) ?? "null");
      return;
    }
    if (under.has(value)) throw new TypeError("it holds itself");
    under.add(value);
    pieces.push(Array.isArray(value) ? "[" : "{");
    open.push(
      Array.isArray(value) ? { value, items: itemsOf(value), end: "]" } : { value, items: entriesOf(value), end: "}" },
    );
  };
  put(root);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const next = top.items.next();
    if (next.done) {
      pieces.push(top.end);
      under.delete(top.value);
      open.pop();
      continue;
    }
    const [key, item] = next.value;
    const last = pieces.at(-1);
    if (last !== "[" && last !== "{") pieces.push(",");
    if (key !== null) pieces.push(`${JSON.stringify(key)}:`);
    put(item);
  }
  return pieces.join("");
}

function* itemsOf(list: readonly unknown[]): Generator<readonly [null, unknown]> {
  for (const item of list) yield [null, item];
}

function* entriesOf(map: object): Generator<readonly [string, unknown]> {
  for (const [key, item] of Object.entries(map)) if (item !== undefined) yield [key, item];
}
