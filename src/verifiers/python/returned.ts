import { describe } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { broken, skip } from "../../core/score.ts";
import type { FunctionReply } from "../../core/scoring-function.ts";
import type { Broken, Json, LooseScore } from "../../core/types.ts";

export type Range = readonly [low: number, high: number];

const VALUE_NAMES = ["value", "score"] as const;
const NAMES = [...VALUE_NAMES, "pass", "confident", "explanation", "values", "metadata", "skipped"];

/**
 * The score that a function of the user's returned: a number, a truth value, or a dict of `value` or `score`, `pass`,
 * `confident`, `explanation`, `values`, `metadata`, or `skipped` alone. A number on a range of its own is brought to
 * 0..1 and kept as `metadata.returned`. Nothing is clamped: what lies outside comes back as it is, for the caller to
 * refuse. What is no score is broken, a missing value and a misspelt key among it.
 */
export function scoreOfReturned(reply: FunctionReply, range: Range | null): LooseScore {
  if (reply.error !== undefined) return { value: null, error: reply.error };
  const { value } = reply;
  if (typeof value === "boolean") return { ...scored(value ? 1 : 0, null), pass: value };
  if (typeof value === "number") return scored(value, range);
  if (!isMap(value)) return notAScore(`expected a number, a truth value or a dict, got ${describe(value)}`);
  const unknown = Object.keys(value).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) {
    const guess = nearest(unknown, NAMES);
    const hint = guess === undefined ? `it may hold ${NAMES.join(", ")}` : `did you mean "${guess}"?`;
    return notAScore(`the dict has an unknown key "${unknown}"; ${hint}`);
  }
  return readMap(value, range);
}

function readMap(map: { readonly [key: string]: Json }, range: Range | null): LooseScore {
  const { pass, confident, explanation, values, metadata, skipped } = map;
  if (typeof skipped === "string") {
    return Object.keys(map).length === 1 ? skip(skipped) : notAScore("what is skipped has nothing beside the reason");
  }
  const found = VALUE_NAMES.flatMap((name) => (Object.hasOwn(map, name) ? [map[name]] : []));
  const [given = pass] = found;
  if (found.length === 2 && found[0] !== found[1]) return notAScore("`value` and `score` of the dict differ");
  if (typeof given !== "number" && typeof given !== "boolean") {
    return notAScore(`the dict has no number as its value, got ${describe(given)}`);
  }
  const said = isGiven(pass) ? pass : typeof given === "boolean" ? given : undefined;
  if (said !== undefined && typeof said !== "boolean") return wrongKind("pass", "a truth value", said);
  if (isGiven(confident) && typeof confident !== "boolean") return wrongKind("confident", "a truth value", confident);
  if (isGiven(explanation) && typeof explanation !== "string") return wrongKind("explanation", "a text", explanation);
  if (isGiven(metadata) && !isMap(metadata)) return wrongKind("metadata", "a dict", metadata);
  const parts: ReadValues = isGiven(values) ? readValues(values) : {};
  if (parts.value === null) return parts;
  const whole = typeof given === "number" ? scored(given, range) : scored(given ? 1 : 0, null);
  return {
    ...whole,
    ...(said === undefined ? {} : { pass: said }),
    ...(typeof confident === "boolean" ? { confident } : {}),
    ...(typeof explanation === "string" ? { explanation } : {}),
    ...parts,
    ...(isMap(metadata) || whole.metadata !== undefined
      ? { metadata: { ...(isMap(metadata) ? metadata : {}), ...whole.metadata } }
      : {}),
  };
}

type ReadValues = Broken | { readonly value?: never; readonly values?: Readonly<Record<string, number>> };

function readValues(values: Json): ReadValues {
  if (!isMap(values)) return wrongKind("values", "a dict of numbers", values);
  const read: [string, number][] = [];
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== "number") return wrongKind("values", "a dict of numbers", value);
    if (!(value >= 0 && value <= 1)) {
      return broken("verifier", "out_of_range", `expected \`${name}\` of the values in 0..1, got ${value}`);
    }
    read.push([name, value]);
  }
  return { values: Object.fromEntries(read) };
}

/** What was returned, on the scale of scores. */
function scored(given: number, range: Range | null) {
  if (range === null) return { value: given, confident: true, reason: "returned" };
  const [low, high] = range;
  return { value: (given - low) / (high - low), confident: true, reason: "returned", metadata: { returned: given } };
}

function notAScore(message: string): Broken {
  return broken("verifier", "not_a_score", message);
}

function wrongKind(name: string, expected: string, got: Json): Broken {
  return notAScore(`\`${name}\` of the dict must be ${expected}, got ${describe(got)}`);
}

/** None in Python says as much as leaving the key out. */
function isGiven(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null;
}

function isMap(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
