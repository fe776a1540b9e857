import type { Json } from "../../core/types.ts";
import { findJsonFault } from "./json-fault.ts";

/** Why a text is not JSON, and where: an offset in UTF-16 units. */
export class JsonFault extends SyntaxError {
  override readonly name = "JsonFault";
  readonly offset: number;

  constructor(problem: string, offset: number, cause: unknown) {
    super(problem, { cause });
    this.offset = offset;
  }
}

/** Only texts that match can hold a number beyond what a JavaScript number holds exactly. */
const LARGE = /\d{16}|[eE]\+?\d{3}/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Reads JSON. A whole number that a JavaScript number cannot hold exactly, or one too large for it, is kept as its
 * text: two ids of 19 digits must not become one. Throws `JsonFault`.
 */
export function parseJson(text: string): Json {
  try {
    const value = JSON.parse(text);
    return LARGE.test(text) ? JSON.parse(quoteLargeNumbers(text)) : value;
  } catch (cause) {
    const { problem, offset } = findJsonFault(text);
    throw new JsonFault(problem, offset, cause);
  }
}

/** `text` is valid JSON. */
function quoteLargeNumbers(text: string): string {
  let quoted = "";
  let start = 0;
  while (start < text.length) {
    const open = text.indexOf('"', start);
    const between = open === -1 ? text.slice(start) : text.slice(start, open);
    quoted += between.replace(NUMBER, (number) => (isExact(number) ? number : `"${number}"`));
    if (open === -1) break;
    const close = endOfString(text, open);
    quoted += text.slice(open, close);
    start = close;
  }
  return quoted;
}

function isExact(number: string): boolean {
  const value = Number(number);
  return /^-?\d+$/.test(number) ? Number.isSafeInteger(value) : Number.isFinite(value);
}

/** The offset after the closing quote of the string that opens at `open`. */
function endOfString(text: string, open: number): number {
  let at = open + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === 0x5c && quote - 1 - backslashes > open) backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}
