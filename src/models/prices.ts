import { readFile } from "node:fs/promises";
import * as v from "valibot";
import { ConfigError } from "../core/errors.ts";
import type { Usage } from "../core/types.ts";
import table from "./prices.json" with { type: "json" };

/** US dollars per million tokens. */
export interface Price {
  readonly input: number;
  /** Of input read from the provider's cache; the price of input where it is not given. */
  readonly cached?: number | undefined;
  readonly output: number;
  /** Input tokens up to which these prices hold; beyond, the price is not known. */
  readonly upTo?: number | undefined;
}

/** What is known before a call of what it will cost. */
export interface ModelPrice {
  /** Undefined where it is not known. */
  readonly price: Price | undefined;
  /** Whether each reply tells what it cost. */
  readonly told: boolean;
}

/** Of models that nobody charges for: invented and recorded replies. */
export const FREE: ModelPrice = { price: { input: 0, output: 0 }, told: false };

/** By `provider:model` or `deployment:ID`. */
export type Prices = ReadonlyMap<string, Price>;

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const schema = v.record(
  v.string(),
  v.strictObject({ input: amount, cached: v.optional(amount), output: amount, upTo: v.optional(amount) }),
);

/** The prices that come with the package. Providers change theirs: the table carries the day it was made. */
export function packagedPrices(): Prices {
  return new Map(Object.entries(table.prices as Readonly<Record<string, Price>>));
}

/** The prices of a JSON file: `{"openai:gpt-4o": {"input": 2.5, "output": 10}}`. */
export async function readPrices(file: string): Promise<Prices> {
  let given: unknown;
  try {
    given = JSON.parse(await readFile(file, "utf8"));
  } catch (cause) {
    throw new ConfigError("unreadable_file", "these prices cannot be read", {
      place: file,
      expected: "a JSON file",
      cause,
    });
  }
  // A list passes for a record without keys, and its prices would be lost.
  const result = v.safeParse(schema, Array.isArray(given) ? null : given);
  if (!result.success) {
    const [issue] = result.issues;
    throw new ConfigError("wrong_value", issue.message, {
      place: `${file}: ${v.getDotPath(issue) ?? "the whole"}`,
      expected: 'prices in US dollars per million tokens, as in {"openai:gpt-4o": {"input": 2.5, "output": 10}}',
    });
  }
  return new Map(Object.entries(result.output));
}

/**
 * What a call cost, in US dollars; null where that cannot be known: no price, no tokens counted, or more input than
 * the price holds for.
 */
export function costOf(usage: Usage, price: Price | undefined): number | null {
  const { inputTokens, cachedTokens, outputTokens } = usage;
  if (price === undefined || inputTokens + outputTokens === 0) return null;
  if (price.upTo !== undefined && inputTokens > price.upTo) return null;
  const cached = Math.min(cachedTokens, inputTokens);
  const input = (inputTokens - cached) * price.input + cached * (price.cached ?? price.input);
  return (input + outputTokens * price.output) / 1e6;
}
