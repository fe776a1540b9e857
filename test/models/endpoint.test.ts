import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Endpoint, endpointOf } from "../../src/models/endpoint.ts";
import type { Variables } from "../../src/models/keys.ts";
import { readModelName } from "../../src/models/names.ts";
import { findProvider } from "../../src/models/providers.ts";

interface EndpointCase {
  readonly why: string;
  readonly name: string;
  readonly variables: Variables;
  readonly url?: string;
  readonly headers?: Endpoint["headers"];
  readonly own?: boolean;
  readonly error?: string;
}

const cases = JSON.parse(
  readFileSync(new URL("../cases/endpoints.json", import.meta.url), "utf8"),
) as readonly EndpointCase[];

function find(name: string, variables: Variables): Endpoint {
  const read = readModelName(name);
  const provider = read.kind === "remote" ? findProvider(read.provider) : undefined;
  if (read.kind !== "remote" || provider === undefined) throw new Error(`${name} has no provider`);
  return endpointOf({ id: read.id, provider, model: read.model, deployment: null, variables });
}

describe("the endpoint of a model", () => {
  test.each(cases)("$name: $why", ({ name, variables, url, headers, own, error }) => {
    if (error !== undefined) {
      expect(() => find(name, variables)).toThrow(expect.objectContaining({ name: "ConfigError", code: error }));
      return;
    }
    const endpoint = find(name, variables);
    expect([endpoint.url.href, endpoint.headers, endpoint.own]).toEqual([url, headers, own]);
    for (const key of ["key-1", "key-2"]) {
      expect(endpoint.url.href).not.toContain(key);
      expect(endpoint.secrets.includes(key)).toBe(JSON.stringify(headers).includes(key));
    }
  });
});
