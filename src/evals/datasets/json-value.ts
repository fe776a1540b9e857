import { isUtf8 } from "node:buffer";
import type { Json } from "../../core/types.ts";

const DEEPEST = 500;

/**
 * Any value of a parser or of code as JSON. Whole numbers beyond what a number holds exactly become text, dates ISO
 * text, bytes text where they are UTF-8 and base64 otherwise, NaN null (tables write it for a missing number) and
 * infinities text. What JSON leaves out (undefined, functions) is left out. Throws a `RangeError` beyond 500 levels,
 * which a cycle reaches too.
 */
export function toJson(value: unknown, depth = 0): Json {
  if (depth > DEEPEST) throw new RangeError(`nested more than ${DEEPEST} levels deep`);
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : Number.isNaN(value) ? null : String(value);
    case "bigint":
      return exactInteger(value);
    case "object":
      return value === null ? null : objectToJson(value, depth);
    default:
      return null;
  }
}

export function exactInteger(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** Text where the bytes are UTF-8, else base64. */
export function bytesToText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString(isUtf8(buffer) ? "utf8" : "base64");
}

function objectToJson(value: object, depth: number): Json {
  if (value instanceof Uint8Array) return bytesToText(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (Array.isArray(value)) return value.map((item) => toJson(item, depth + 1));
  if (ArrayBuffer.isView(value) || value instanceof Set) {
    return Symbol.iterator in value ? Array.from(value as Iterable<unknown>, (item) => toJson(item, depth + 1)) : null;
  }
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(
    entries
      .filter(([, item]) => item !== undefined && typeof item !== "function" && typeof item !== "symbol")
      .map(([key, item]) => [String(key), toJson(item, depth + 1)]),
  );
}

/** JSON with sorted keys and without spaces: the same for equal values. */
export function canonicalJson(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(",")}}`;
}
