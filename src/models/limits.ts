import * as v from "valibot";
import { ConfigError, describe } from "../core/errors.ts";
import { readOptions } from "../core/options.ts";
import { findProvider, providers } from "./providers.ts";

/** What one provider, or one deployment, bears. */
export interface ProviderLimits {
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
  /** Calls under way. */
  readonly concurrency?: number | undefined;
}

/** By the provider's id, or `deployment:ID`. */
export type Limits = ReadonlyMap<string, ProviderLimits>;

const positive = v.pipe(v.number(), v.finite(), v.minValue(1));
const schema = v.object({
  requestsPerMinute: v.optional(positive),
  tokensPerMinute: v.optional(positive),
  concurrency: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

/**
 * Reads the section `limits` of a configuration: `{openai: {requests_per_minute: 500}}`. A deployment shares no limit
 * with its provider, as it is an endpoint of its own, so it is named by `deployment:ID`. Throws a `ConfigError`.
 */
export function readLimits(section: unknown, deployments: readonly string[], place = "limits"): Limits {
  if (section === undefined || section === null) return new Map();
  if (typeof section !== "object" || Array.isArray(section)) {
    throw new ConfigError("not_an_object", "limits cannot be read", {
      place,
      expected: "a map of providers, as in {openai: {requests_per_minute: 500}}",
      got: describe(section),
    });
  }
  const limits = new Map<string, ProviderLimits>();
  for (const [name, given] of Object.entries(section)) {
    const id = sharerOf(name, deployments, place);
    if (limits.has(id)) {
      throw new ConfigError("given_twice", `${id} has limits twice`, {
        place: `${place}.${name}`,
        hint: "keep one of them",
      });
    }
    limits.set(id, readOptions({ schema }, given, `${place}.${name}`));
  }
  return limits;
}

/** Who it is that shares limits under that name. */
function sharerOf(name: string, deployments: readonly string[], place: string): string {
  const [, deployment] = /^\s*deployment\s*:\s*(.*?)\s*$/is.exec(name.slice(0, 1_000)) ?? [];
  if (deployment !== undefined) {
    if (deployments.includes(deployment)) return `deployment:${deployment}`;
    throw ConfigError.unknownName("unknown_deployment", "deployment", deployment, deployments, place);
  }
  if (name.trim().toLowerCase() === MOCK) return MOCK;
  const provider = findProvider(name);
  if (provider !== undefined) return provider.id;
  const known = [...providers.map(({ id }) => id), MOCK, ...deployments.map((id) => `deployment:${id}`)];
  throw ConfigError.unknownName("unknown_provider", "provider", name, known, place);
}

/** Limits of invented replies are of use for trying a configuration out. */
const MOCK = "mock";
