import { camelCase, snakeCase } from "./naming.ts";
import { toScore } from "./score.ts";
import type { Json, Score } from "./types.ts";

/**
 * The one codec between code (camelCase) and everything that leaves the process (snake_case). It renames declared
 * names only: what stands under an opaque name is the user's and is passed on untouched, and under a keyed name the
 * keys are the user's while the values are ours.
 */
const OPAQUE: ReadonlySet<string> = new Set([
  "metadata",
  "input",
  "output",
  "target",
  "row",
  "values",
  "config",
  "fingerprint",
  "chain",
]);
const KEYED: ReadonlySet<string> = new Set(["scorers", "groups", "metrics", "errors", "scores"]);
const RENAMED: Readonly<Record<string, string>> = { values: "dimensions" };
const RENAMED_BACK: Readonly<Record<string, string>> = { dimensions: "values" };

/** A value of ours as it leaves the process. What is undefined is left out; a Map becomes an object with its own keys. */
export function toWire(value: unknown): Json {
  return encode(value, false);
}

function encode(value: unknown, keepKeys: boolean): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map((item) => encode(item, false));
  if (value instanceof Map) return encode(Object.fromEntries(value), true);
  if (typeof value !== "object") return String(value);
  const wire: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const name = keepKeys ? key : (RENAMED[key] ?? snakeCase(key));
    setOwn(wire, name, !keepKeys && OPAQUE.has(key) ? (item as Json) : encode(item, !keepKeys && KEYED.has(key)));
  }
  return wire;
}

/** A value in wire form as code holds it; the inverse of `toWire` for what `toWire` makes of plain objects. */
export function fromWire(value: Json): unknown {
  return decode(value, false);
}

function decode(value: Json, keepKeys: boolean): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => decode(item, false));
  const plain: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const name = keepKeys ? key : (RENAMED_BACK[key] ?? camelCase(key));
    setOwn(plain, name, !keepKeys && OPAQUE.has(name) ? item : decode(item, !keepKeys && KEYED.has(name)));
  }
  return plain;
}

/**
 * A score in wire form. All names of a score but two are one word, so it is passed on almost as it is: an eval does
 * this for every row and scorer.
 */
export function scoreToWire(score: Score, answer: string | null): { readonly [key: string]: Json } {
  const wire: Record<string, Json> = {};
  for (const [key, value] of Object.entries(score)) {
    if (value === undefined) continue;
    if (key === "values") wire["dimensions"] = value;
    else wire[key] = key === "usage" ? toWire(value) : value;
  }
  if (wire["answer"] === undefined) wire["answer"] = answer;
  return wire;
}

/** A score in wire form, from the store or another process. What is not a score comes back as a broken one. */
export function scoreFromWire(wire: Json): Score {
  const plain = typeof wire === "object" && wire !== null && !("dimensions" in wire) && !("usage" in wire);
  return toScore(plain ? wire : fromWire(wire), "store");
}

/** Assigns an own property, also for a name like `__proto__` that an assignment would take for the prototype. */
export function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
  else target[name] = value;
}
