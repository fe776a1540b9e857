import { ConfigError } from "../../core/errors.ts";
import { KEY_HEADER } from "../deployments.ts";
import { findKey, missingKey, type Variables } from "../keys.ts";
import type { EndpointChoice } from "./choice.ts";

const VARIABLE = /\$\{(\w{1,200})\}/g;

export interface EndpointHeaders {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Values from the environment, which no error may show. */
  readonly secrets: readonly string[];
}

/**
 * The headers of an endpoint with the values of the environment. An eval is kept in the store as it was written, so a
 * key that stands in it is refused; only the names of variables may. Throws `ConfigError`.
 */
export function headersOf(
  { headers, keyEnv, name }: Pick<EndpointChoice, "headers" | "keyEnv" | "name">,
  variables: Variables,
): EndpointHeaders {
  const secrets: string[] = [];
  const secretOf = (variable: string, who: string): string => {
    const key = findKey([{ name: variable }], variables);
    if (key === null) throw missingKey(who, [{ name: variable }]);
    secrets.push(key.value);
    return key.value;
  };
  const filled = Object.entries(headers).map(([header, value]) => {
    const lower = header.toLowerCase();
    const place = `solver.headers.${header}`;
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(header) || /[^\t\x20-\x7e\x80-\xff]/.test(value)) {
      throw new ConfigError("wrong_value", "this header cannot be sent", { place, expected: "a name and one line" });
    }
    const whole = /^\$(\w{1,200})$/.exec(value)?.[1];
    const text =
      whole === undefined
        ? value.replace(VARIABLE, (_, variable: string) => secretOf(variable, `the header ${header}`))
        : secretOf(whole, `the header ${header}`);
    if (KEY_HEADER.test(lower) && text === value) {
      throw new ConfigError("wrong_value", "a key must not stand in an eval", {
        place,
        hint: "name a variable of the environment: key_env: MY_KEY, or $MY_KEY as the whole header",
      });
    }
    return [lower, text] as const;
  });
  const key = keyEnv === null ? {} : { authorization: `Bearer ${secretOf(keyEnv, name)}` };
  return { headers: { ...key, ...Object.fromEntries(filled) }, secrets };
}
