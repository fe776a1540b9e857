import { ConfigError } from "../core/errors.ts";
import { callUrl, type Deployment, readBaseUrl } from "./deployments.ts";
import { findKey, missingKey, type Variables } from "./keys.ts";
import type { Provider } from "./providers.ts";

/** Where a model is asked, and with what headers. */
export interface Endpoint {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Texts of the headers that no error may show. */
  readonly secrets: readonly string[];
  /** Those of them that come from the environment, which no reply may bring into the store. */
  readonly keys: readonly string[];
  /** Whether it is the provider's own, whose prices are known. */
  readonly own: boolean;
}

/** What is asked for: a provider's model, or a deployment of it. */
export interface EndpointRequest {
  /** As the user named it, for errors. */
  readonly id: string;
  readonly provider: Provider;
  readonly model: string;
  readonly deployment: Deployment | null;
  readonly variables: Variables;
}

/** Finds address and key. Throws a `ConfigError` that names the variables where one of them is missing. */
export function endpointOf(asked: EndpointRequest): Endpoint {
  const { id, provider, model, deployment, variables } = asked;
  const names = deployment?.apiKeyEnv ? [{ name: deployment.apiKeyEnv }] : provider.keyVariables;
  const key = findKey(names, variables);
  const given = deployment === null ? {} : givenHeaders(deployment, variables);
  const required = deployment?.apiKeyEnv ? true : provider.keyRequired && !(provider.keyHeader in given);
  if (key === null && required) throw missingKey(id, names);

  const variable = provider.baseUrlVariables.find((name) => variables[name]);
  const override = variable === undefined ? null : readBaseUrl(variables[variable] ?? "", variable);
  const own = key?.variable.baseUrl ?? provider.baseUrl;
  const base = deployment?.baseUrl ?? override ?? (own === null ? null : new URL(own));
  if (base === null) {
    throw new ConfigError("missing_option", `${provider.id} has no address of its own`, {
      place: id,
      hint: `name a deployment with its base_url, or set ${provider.baseUrlVariables.join(" or ") || "one"}`,
    });
  }
  const format = provider.format(model);
  const keyHeaders =
    key === null
      ? {}
      : { [provider.keyHeader]: provider.keyHeader === "authorization" ? `Bearer ${key.value}` : key.value };
  return {
    url: callUrl(base, format.path(model)),
    headers: { ...format.headers, ...keyHeaders, ...given },
    secrets: [...Object.values(keyHeaders), ...Object.values(given)].flatMap(secretsIn),
    keys: [
      ...(key === null ? [] : [key.value]),
      ...Object.entries(deployment?.headers ?? {}).flatMap(([name, value]) =>
        value.startsWith("$") ? (given[name.toLowerCase()] ?? []) : [],
      ),
    ],
    own: deployment?.baseUrl == null && override === null,
  };
}

/** Header names in lower case, `$NAME` replaced by the variable. */
function givenHeaders(deployment: Deployment, variables: Variables): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(deployment.headers).map(([name, value]) => {
      const variable = /^\$(\w{1,200})$/.exec(value)?.[1];
      if (variable === undefined) return [name.toLowerCase(), value];
      const key = findKey([{ name: variable }], variables);
      if (key === null) throw missingKey(`the header ${name}`, [{ name: variable }]);
      return [name.toLowerCase(), key.value];
    }),
  );
}

/**
 * Any value of a header may be a key, with or without a word before it. Up to three letters are no key but what a
 * server without keys is given in place of one, and would blacken common words.
 */
function secretsIn(value: string): readonly string[] {
  return [value, ...value.split(/\s+/)].filter((part) => part.length > 3);
}
