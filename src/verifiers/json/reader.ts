/**
 * JSON as it was written. `JSON.parse` loses what a comparison needs: the digits of a number beyond 2^53, a key that
 * stands twice, an escape that was meant as LaTeX. Without recursion: 100,000 brackets do not exhaust the stack.
 */
export type JsonNode =
  | { readonly kind: "literal"; readonly value: null | boolean }
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "array"; readonly items: readonly JsonNode[] }
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, JsonNode> };

/** What makes a reading doubtful: readers disagree about the first, and the second is LaTeX eaten by JSON. */
export type JsonDoubt = "duplicate_key" | "latex_escape";

export interface JsonReading {
  readonly root: JsonNode;
  readonly end: number;
  readonly doubts: ReadonlySet<JsonDoubt>;
  /** How many lists and objects stand in one another. */
  readonly depth: number;
}

export interface JsonFault {
  readonly fault: string;
  /** Where the text stops being JSON. */
  readonly at: number;
  /** Where a search for JSON in prose may go on without missing any; never before the start. */
  readonly resume: number;
  /** The last list or object that was complete by itself. */
  readonly inner: readonly [from: number, to: number] | null;
}

type Open =
  | { readonly kind: "array"; readonly from: number; readonly items: JsonNode[] }
  | { readonly kind: "object"; readonly from: number; readonly members: Map<string, JsonNode>; key: string };

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERALS = /true|false|null/y;
/** `\frac` in a JSON string is a form feed and "rac". These begin no word on purpose, or are names of LaTeX. */
const LATEX = /[bf][A-Za-z]|t(?:heta|imes|ext|au|an|frac|o\b|riangle)|r(?:ho|ight|angle)|n(?:abla|eq?\b|u\b|mid|ot)/y;

/** Reads the whole text as one JSON value. */
export function readJson(text: string): JsonReading | JsonFault {
  const from = skipSpace(text, 0);
  const reading = readJsonAt(text, from);
  if ("fault" in reading) return reading;
  const end = skipSpace(text, reading.end);
  if (end === text.length) return reading;
  return { fault: "there is more text behind the JSON", at: end, resume: end, inner: [from, reading.end] };
}

/** Reads one JSON value that starts at `start`. */
export function readJsonAt(text: string, start: number): JsonReading | JsonFault {
  const open: Open[] = [];
  const doubts = new Set<JsonDoubt>();
  let depth = 0;
  let at = start;
  let inner: JsonFault["inner"] = null;
  let lastString = start;
  const fault = (problem: string): JsonFault => {
    // Every list or object still open fails at the same place, so a search need not try them one by one. A text in
    // quotes may not have been one: prose has quotes of its own.
    const resume = Math.max(start + 1, lastString > start ? lastString + 1 : at);
    return { fault: problem, at, resume: Math.max(resume, inner?.[1] ?? 0), inner };
  };
  const take = (part: RegExp): string | null => {
    part.lastIndex = at;
    const found = part.exec(text);
    if (found === null) return null;
    at = part.lastIndex;
    return found[0];
  };
  const takeString = (): string | null => {
    const from = at;
    const found = scanString(text, from);
    if (found === null) return null;
    lastString = from;
    at = found.end;
    if (found.latex) doubts.add("latex_escape");
    const quoted = text.slice(from, at);
    return quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  };

  for (;;) {
    take(SPACE);
    const innermost = open.at(-1);
    let value: JsonNode | undefined;

    if (innermost?.kind === "object" && text[at] !== "}") {
      const key = takeString();
      if (key === null) return fault("a key in quotes is missing");
      take(SPACE);
      if (text[at] !== ":") return fault("a colon is missing behind a key");
      at++;
      take(SPACE);
      innermost.key = key;
      if (innermost.members.has(key)) doubts.add("duplicate_key");
    }

    const character = text[at];
    const closes = innermost?.kind === "object" ? "}" : "]";
    if (character === "[" || character === "{") {
      open.push(
        character === "["
          ? { kind: "array", from: at, items: [] }
          : { kind: "object", from: at, members: new Map(), key: "" },
      );
      depth = Math.max(depth, open.length);
      at++;
      continue;
    }
    if (innermost !== undefined && character === closes && isEmpty(innermost)) {
      value = close();
    } else {
      const scalar = readScalar();
      if (scalar === null) return fault(at >= text.length ? "the text ends too early" : "a value is missing");
      value = scalar;
    }

    // A value is complete: put it where it belongs, and close what ends with it.
    for (;;) {
      const holder = open.at(-1);
      if (holder === undefined) return { root: value, end: at, doubts, depth };
      if (holder.kind === "array") holder.items.push(value);
      else holder.members.set(holder.key, value);
      take(SPACE);
      if (text[at] === ",") {
        at++;
        take(SPACE);
        if (text[at] === "}" || text[at] === "]") return fault("there is a comma before a closing bracket");
        break;
      }
      if (text[at] !== (holder.kind === "array" ? "]" : "}")) {
        return fault(at >= text.length ? "the text ends too early" : "a comma or a closing bracket is missing");
      }
      value = close();
    }
  }

  function close(): JsonNode {
    const closed = open.pop();
    at++;
    inner = [closed?.from ?? start, at];
    return closed?.kind === "object"
      ? { kind: "object", members: closed.members }
      : { kind: "array", items: closed?.items ?? [] };
  }

  function readScalar(): JsonNode | null {
    const string = takeString();
    if (string !== null) return { kind: "string", value: string };
    const number = take(NUMBER);
    if (number !== null) return { kind: "number", text: number };
    const literal = take(LITERALS);
    if (literal !== null) return { kind: "literal", value: literal === "null" ? null : literal === "true" };
    return null;
  }
}

function isEmpty(open: Open): boolean {
  return open.kind === "array" ? open.items.length === 0 : open.members.size === 0;
}

function skipSpace(text: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.exec(text);
  return SPACE.lastIndex;
}

/** The end of a text in quotes, or null. A loop: V8 gives up, in silence, on a pattern for half a million escapes. */
function scanString(text: string, from: number): { readonly end: number; readonly latex: boolean } | null {
  if (text[from] !== '"') return null;
  let latex = false;
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return { end: at + 1, latex };
    if (code < 0x20) return null;
    if (code !== 0x5c) continue;
    at++;
    if (text[at] === "u") {
      if (!/^[0-9A-Fa-f]{4}$/.test(text.slice(at + 1, at + 5))) return null;
      at += 4;
    } else if (!'"\\/bfnrt'.includes(text[at] ?? "x")) return null;
    LATEX.lastIndex = at;
    if (LATEX.test(text)) latex = true;
  }
  return null;
}
