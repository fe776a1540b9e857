/** Control characters but for the line break and the tab, what turns a text's direction, and halves of a pair. */
const UNSAFE = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu;

/**
 * A text that a terminal shows and does not obey. Names, ids and outputs come from data, where an escape sequence could
 * clear the screen, rename the window or forge a line.
 */
export function printable(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The same for every text in a result, the keys of maps and records included. */
export function printableAll<Value>(value: Value): Value {
  return walk(value) as Value;
}

function walk(value: unknown): unknown {
  if (typeof value === "string") return printable(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(walk);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const walked = entries.map(([key, item]): [unknown, unknown] => [walk(key), walk(item)]);
  return value instanceof Map ? new Map(walked) : Object.fromEntries(walked as [string, unknown][]);
}
