import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as v from "valibot";
import { ConfigError, describe } from "../core/errors.ts";
import { readOptions } from "../core/options.ts";
import type { Usage } from "../core/types.ts";
import { readModelName } from "./names.ts";
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
const schema = v.object({
  input: amount,
  cached: v.optional(amount),
  output: amount,
  upTo: v.optional(amount),
});

/** The prices that come with the package. Providers change theirs: the table carries the day it was made. */
export function packagedPrices(): Prices {
  return new Map(Object.entries(table.prices as Readonly<Record<string, Price>>));
}

/**
 * The prices of a JSON file (a path from the folder), or of what such a file holds:
 * `{"openai:gpt-4o": {"input": 2.5, "output": 10}}`. Names may be written as anywhere. Throws a `ConfigError`.
 */
export async function readPrices(given: unknown, folder: string): Promise<Prices> {
  if (given === undefined) return new Map();
  const file = typeof given === "string" ? resolve(folder, given) : null;
  const table = file === null ? given : await readTable(file);
  const within = (name: string) => (file === null ? `prices.${name}` : `${file}: ${name}`);
  if (typeof table !== "object" || table === null || Array.isArray(table)) {
    throw new ConfigError("not_an_object", "these prices cannot be read", {
      place: file ?? "prices",
      expected:
        'a map of names, as in {"openai:gpt-4o": {"input": 2.5, "output": 10}}, in US dollars per million tokens',
      got: describe(table),
    });
  }
  const prices = new Map<string, Price>();
  for (const [name, price] of Object.entries(table)) {
    const { id } = readModelName(name, within(name));
    if (prices.has(id)) {
      throw new ConfigError("given_twice", `${id} has two prices`, { place: within(name), hint: "keep one of them" });
    }
    prices.set(id, readOptions({ schema }, price, within(name)));
  }
  return prices;
}

async function readTable(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (cause) {
    throw new ConfigError("unreadable_file", "these prices cannot be read", {
      place: file,
      expected: "a JSON file",
      cause,
    });
  }
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
