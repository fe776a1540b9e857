import * as v from "valibot";
import { ConfigError } from "../core/errors.ts";
import { type Refusal, readOptions } from "../core/options.ts";
import { findProvider, type Provider, providers } from "./providers.ts";

/** A named endpoint and model. */
export interface Deployment {
  readonly provider: Provider;
  readonly model: string;
  /** Null for the provider's own. */
  readonly baseUrl: URL | null;
  /** The variable that holds the key; null for the provider's own. */
  readonly apiKeyEnv: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

const schema = v.object({
  provider: v.pipe(v.optional(v.string(), "openai-compatible"), v.description("Whose wire format it speaks.")),
  model: v.pipe(
    v.string(),
    v.nonEmpty("expected the name of a model"),
    v.description("The model, as the endpoint names it."),
  ),
  baseUrl: v.pipe(v.optional(v.string()), v.description("Where the provider's paths begin, as in https://host/v1.")),
  apiKeyEnv: v.pipe(v.optional(v.string()), v.description("The environment variable that holds the key.")),
  headers: v.pipe(
    v.optional(v.record(v.string(), v.string()), {}),
    v.description("More headers; `$NAME` stands for a variable."),
  ),
});

/** Reads the section `deployments` of a configuration. Throws a `ConfigError` that names the place. */
export function readDeployments(section: unknown, place = "deployments"): ReadonlyMap<string, Deployment> {
  if (section === undefined || section === null) return new Map();
  if (typeof section !== "object" || Array.isArray(section)) {
    throw new ConfigError("not_an_object", "deployments cannot be read", { place, expected: "a map of names" });
  }
  return new Map(Object.entries(section).map(([id, given]) => [id, readDeployment(given, `${place}.${id}`)]));
}

const KEPT: Refusal = {
  problem: "a key must not stand in a configuration, which is kept with its run",
  hint: "name the variable of the environment that holds it: api_key_env: MY_KEY",
};

function readDeployment(given: unknown, place: string): Deployment {
  const options = readOptions(
    { schema, aliases: { url: { to: "baseUrl" } }, refused: { apiKey: KEPT, key: KEPT } },
    given,
    place,
  );
  const provider = findProvider(options.provider);
  if (provider === undefined) {
    const known = providers.map(({ id }) => id);
    throw ConfigError.unknownName("unknown_provider", "provider", options.provider, known, `${place}.provider`);
  }
  const baseUrl = options.baseUrl === undefined ? null : readKeptUrl(options.baseUrl, `${place}.base_url`);
  for (const [name, value] of Object.entries(options.headers)) {
    if (!KEY_HEADER.test(name) || value.startsWith("$")) continue;
    throw new ConfigError("wrong_value", "a key must not stand in an eval", {
      place: `${place}.headers.${name}`,
      hint: "name a variable of the environment: api_key_env: MY_KEY, or $MY_KEY as the whole header",
    });
  }
  if (baseUrl === null && provider.baseUrl === null) {
    throw new ConfigError("missing_option", "is missing", {
      place: `${place}.base_url`,
      expected: `the address of the endpoint, as ${provider.id} has none of its own`,
    });
  }
  return { provider, model: options.model, baseUrl, apiKeyEnv: options.apiKeyEnv ?? null, headers: options.headers };
}

/** Headers that carry a key wherever they are used. A configuration is kept with its run, so none may stand in it. */
export const KEY_HEADER = /^(?:authorization|proxy-authorization|cookie|(?:x-)?api-?key|x-goog-api-key|x-auth-token)$/i;

/** Names of a query under which providers take keys, with a value that is long enough to be one. */
const KEY_IN_QUERY = /[?&](?:api[-_]?key|key|access[-_]?token|token|code|sig)=[^&#]{16}/i;

/** An address that is kept with the run: without a key in its query either. */
export function readKeptUrl(text: string, place: string): URL {
  const url = readBaseUrl(text, place);
  if (!KEY_IN_QUERY.test(url.search)) return url;
  throw new ConfigError("wrong_value", "holds a key in its query", {
    place,
    expected: "an address without it",
    hint: "name the variable that holds the key with api_key_env, or a header $MY_KEY",
  });
}

/** An http(s) address without credentials. What was given is not quoted, as it may hold some. */
export function readBaseUrl(text: string, place: string): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new ConfigError("wrong_value", "is no address", { place, expected: "an http:// or https:// address" });
  }
  if (url.username !== "" || url.password !== "") {
    throw new ConfigError("wrong_value", "holds a user name or a password", {
      place,
      expected: "an address without them",
      hint: "name the variable that holds the key with api_key_env",
    });
  }
  return url;
}

/** The address of a call: the path goes behind the base URL's, whose query stays (Azure's `api-version` is one). */
export function callUrl(base: URL, path: string): URL {
  const url = new URL(base);
  const stem = base.pathname.replace(/\/{1,100}$/, "");
  // Some write the version into the base URL that others leave to the path.
  url.pathname = stem.endsWith("/v1") && path.startsWith("/v1/") ? stem + path.slice(3) : stem + path;
  url.hash = "";
  return url;
}
