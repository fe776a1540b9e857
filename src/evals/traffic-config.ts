import * as v from "valibot";
import type { Retries } from "../core/types.ts";
import { type Limits, readLimits } from "../models/limits.ts";
import { described } from "./described.ts";

const seconds = v.pipe(v.number(), v.finite(), v.minValue(0.001));

/** The part of an eval file that says how models are called, judges included. */
export const trafficEntries = {
  cache: described(
    v.optional(v.boolean()),
    "Keep replies in the store, and give a kept one to the same request of the same epoch instead of asking again.",
  ),
  limits: described(
    v.optional(v.record(v.string(), v.looseObject({}))),
    'What providers bear: `{openai: {requests_per_minute, tokens_per_minute, concurrency}, "deployment:my_judge": {…}}`.',
  ),
  timeout: described(v.optional(seconds), "Seconds for one call, waiting for its turn left out; default 600."),
  deadline: described(v.optional(seconds), "Seconds for a call with all its waits and retries; default no limit."),
  maxRetries: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    "How often a call that failed for a passing reason is sent again; default 5. A judge may have its own.",
  ),
  retryDelay: described(
    v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))),
    "Seconds before the first of these at most, where the provider names none; it doubles with each. Default 0.5.",
  ),
  prices: described(
    v.optional(v.union([v.pipe(v.string(), v.minLength(1)), v.record(v.string(), v.looseObject({}))])),
    'A JSON file, or a map, of prices over those of the package: `{"openai:gpt-4o": {input: 2.5, output: 10}}`, in US dollars per million tokens.',
  ),
};

/** How models are called. What is undefined is left to the defaults. */
export interface TrafficConfig {
  readonly cache: boolean;
  readonly limits: Limits;
  readonly timeoutMs: number | undefined;
  readonly deadlineMs: number | undefined;
  readonly retries: Retries;
  /** A file, or what such a file holds. */
  readonly prices: unknown;
}

const declared = v.object(trafficEntries);

/** Throws a `ConfigError` for limits of what is no provider and no deployment. */
export function readTraffic(
  config: v.InferOutput<typeof declared>,
  deployments: Readonly<Record<string, unknown>>,
): TrafficConfig {
  const { cache = false, limits, timeout, deadline, maxRetries, retryDelay, prices } = config;
  return {
    cache,
    limits: readLimits(limits, Object.keys(deployments)),
    timeoutMs: timeout === undefined ? undefined : timeout * 1_000,
    deadlineMs: deadline === undefined ? undefined : deadline * 1_000,
    retries: {
      ...(maxRetries === undefined ? {} : { most: maxRetries }),
      ...(retryDelay === undefined ? {} : { delayMs: retryDelay * 1_000 }),
    },
    prices,
  };
}
