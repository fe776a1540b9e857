import { AssertionError } from "node:assert";
import { isDeepStrictEqual } from "node:util";
import { shorten } from "../core/text.ts";

/** What a contract promises. */
export type ContractRule = "totality" | "shape" | "bounds" | "determinism" | "no mutation" | "target";

/** The failure of a contract: an assertion error that every test runner shows as one. */
export function violation(rule: ContractRule, subject: string, what: string, given: unknown): AssertionError {
  return new AssertionError({ message: `${subject} breaks "${rule}": ${what}; given ${shown(given)}` });
}

/** Remembers a value; the returned function fails where it was changed since. */
export function watch(subject: string, value: unknown): () => void {
  const before: unknown = structuredClone(value);
  return () => {
    if (isDeepStrictEqual(value, before)) return;
    throw violation("no mutation", subject, "it changed what it was given", before);
  };
}

/** A value in a message: long texts are cut, as the length alone is what matters about them. */
export function shown(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${shorten(value.message, 200)}`;
  try {
    return (
      JSON.stringify(value, (_key, part: unknown) => (typeof part === "string" ? cut(part) : part)) ?? String(value)
    );
  } catch {
    // A cycle, a bigint: the kind of thing is all that can be said.
    return Object.prototype.toString.call(value);
  }
}

function cut(text: string): string {
  return text.length <= 80 ? text : `${shorten(text, 60)} (${text.length} characters)`;
}
