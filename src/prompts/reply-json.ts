import { createRequire } from "node:module";
import type { Json } from "../core/types.ts";

export type JsonObject = { readonly [key: string]: Json };

/** An object that stands in a reply, and where. */
export interface FoundObject {
  readonly value: JsonObject;
  readonly from: number;
  readonly to: number;
  /** Whether it was no JSON until it was mended: comments, single quotes, bare keys, commas too many. */
  readonly repaired: boolean;
  /** Whether one of its keys stands twice, so that it says two things. */
  readonly duplicate: boolean;
}

export interface FoundObjects {
  readonly objects: readonly FoundObject[];
  /** Whether the reply ends within an object. */
  readonly open: boolean;
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly inner: readonly Span[];
}

/** How deep an object is looked for within braces that are no JSON. */
const DEEPEST = 3;

/** What is mended: a reply of a judge is no larger, and holds no more objects. */
const LONGEST_REPAIR = 100_000;
const MOST_REPAIRS = 16;

/**
 * The objects of a reply that hold one of the wanted keys, outermost first come. Only what is closed counts: mending
 * would complete a text that was cut, and 1 may have been going to be 10. One pass over the text, and at most
 * `DEEPEST` more over what it found.
 */
export function findObjects(text: string, wanted: (key: string) => boolean): FoundObjects {
  const { spans, open } = closedSpans(text);
  const objects: FoundObject[] = [];
  const strict = (span: Span, depth: number): void => {
    const value = parsed(text.slice(span.from, span.to));
    if (value !== null) {
      if (Object.keys(value).some(wanted)) {
        objects.push({ value, from: span.from, to: span.to, repaired: false, duplicate: hasDuplicate(text, span) });
      }
    } else if (depth < DEEPEST) for (const inner of span.inner) strict(inner, depth + 1);
  };
  for (const span of spans) strict(span, 1);
  if (objects.length === 0 && spans.length > 0 && spans.length <= MOST_REPAIRS) {
    const repair = loadRepair();
    for (const span of spans) {
      if (span.to - span.from > LONGEST_REPAIR) continue;
      const value = mended(text.slice(span.from, span.to), repair);
      if (value !== null && Object.keys(value).some(wanted)) {
        objects.push({ value, from: span.from, to: span.to, repaired: true, duplicate: false });
      }
    }
  }
  return { objects, open };
}

/** The outermost pairs of braces with the pairs within them. A brace in a string does not count; a line ends a string. */
function closedSpans(text: string): { readonly spans: readonly Span[]; readonly open: boolean } {
  const starts: { readonly from: number; readonly inner: Span[] }[] = [];
  const spans: Span[] = [];
  let inString = false;
  const marks = /[{}"\n\\]/g;
  for (let match = marks.exec(text); match !== null; match = marks.exec(text)) {
    const mark = match[0];
    if (mark === "\\") {
      if (inString) marks.lastIndex = match.index + 2;
    } else if (mark === "\n") inString = false;
    else if (mark === '"') inString = starts.length > 0 && !inString;
    else if (inString) continue;
    else if (mark === "{") starts.push({ from: match.index, inner: [] });
    else {
      const start = starts.pop();
      if (start === undefined) continue;
      const parent = starts.at(-1)?.inner ?? spans;
      parent.push({ from: start.from, to: match.index + 1, inner: start.inner });
    }
  }
  // A brace that never closes belongs to the prose, or the reply was cut; what closed within it counts.
  for (const { inner } of starts) for (const span of inner) spans.push(span);
  const last = starts[0];
  return { spans, open: last !== undefined && /^\{\s*(?:"|$)/.test(text.slice(last.from, last.from + 40)) };
}

function parsed(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    // Braces of prose, or JSON to be mended: the caller looks further.
    return null;
  }
}

type Repair = (text: string) => string;

/** Loaded here, when a reply is to be mended: most are not. */
function loadRepair(): Repair {
  const { jsonrepair } = createRequire(import.meta.url)("jsonrepair") as { readonly jsonrepair: Repair };
  return jsonrepair;
}

function mended(text: string, repair: Repair): JsonObject | null {
  try {
    return asObject(JSON.parse(repair(text)));
  } catch {
    // Not even nearly JSON.
    return null;
  }
}

export function asObject(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** Whether a key of the object itself stands twice; `JSON.parse` would silently take the last. */
function hasDuplicate(text: string, span: Span): boolean {
  const seen = new Set<string>();
  let depth = 0;
  const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/gs;
  token.lastIndex = span.from;
  for (let match = token.exec(text); match !== null && match.index < span.to; match = token.exec(text)) {
    const [whole, colon] = match;
    if (whole === "{" || whole === "[") depth++;
    else if (whole === "}" || whole === "]") depth--;
    else if (colon !== undefined && depth === 1) {
      const key = whole.slice(0, whole.lastIndexOf('"') + 1);
      if (seen.has(key)) return true;
      seen.add(key);
    }
  }
  return false;
}
