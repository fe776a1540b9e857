import { ModelError } from "../core/model.ts";
import type { Json, Usage } from "../core/types.ts";

/** Reading JSON of which nothing is certain: what is missing or of another type reads as empty, and nothing throws. */

export type JsonObject = { readonly [key: string]: Json };

const NOTHING: JsonObject = {};

export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : NOTHING;
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The text itself, or null for what is not a text. */
export function textOf(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

/** A count of tokens; 0 for what is none. */
export function countOf(value: Json | undefined): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Texts put together; null where there is not one that is not empty. */
export function joined(texts: readonly (string | null)[], between = ""): string | null {
  const all = texts.filter((text) => text !== null && text !== "").join(between);
  return all === "" ? null : all;
}

/** The tokens of one call. `outputTokens` includes those of reasoning, `inputTokens` those read from a cache. */
export function usageOf(tokens: {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
}): Usage {
  return {
    calls: 1,
    inputTokens: tokens.input,
    cachedTokens: tokens.cached,
    outputTokens: tokens.output,
    reasoningTokens: tokens.reasoning,
    costUsd: null,
  };
}

/** The provider answered, but with something that its format does not know. The next answer may be whole. */
export function badReply(what: string): ModelError {
  return new ModelError("bad_reply", what, { retryable: true, status: 200 });
}
