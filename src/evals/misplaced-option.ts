import { ConfigError } from "../core/errors.ts";
import { camelCase } from "../core/naming.ts";

/**
 * Refuses what is right at another place: extractors beside a plain verifier, and a field for the target within a
 * scorer. The list of the verifier's own options, which would be the answer otherwise, leads nobody to that place.
 * Plug-ins may have such options, so their types are passed by.
 */
export function refuseMisplaced(type: string, options: Readonly<Record<string, unknown>>, place: string): void {
  if (type !== "pipeline" && !type.includes("/")) {
    const key = Object.keys(options).find((name) => ["extractors", "targetExtractors"].includes(camelCase(name)));
    if (key !== undefined) {
      throw new ConfigError("unknown_option", `${type} takes no ${key}`, {
        place: `${place}.${key}`,
        hint: `make the scorer a pipeline: { type: pipeline, ${key}: […], verifier: { type: ${type} } }`,
      });
    }
  }
  refuseInnerReference(options, place);
}

function refuseInnerReference({ verifier, verifiers }: Readonly<Record<string, unknown>>, place: string): void {
  const parts: [unknown, string][] = [[verifier, `${place}.verifier`]];
  if (Array.isArray(verifiers)) {
    parts.push(...verifiers.map((part: unknown, index): [unknown, string] => [part, `${place}.verifiers[${index}]`]));
  }
  for (const [part, at] of parts) {
    if (!isMap(part) || String(part["type"]).includes("/")) continue;
    const key = Object.keys(part).find((name) => camelCase(name) === "referenceField");
    if (key !== undefined) {
      throw new ConfigError("unknown_option", `a verifier within a scorer takes no ${key}`, {
        place: `${at}.${key}`,
        hint: `put it beside the scorer's type: all of its verifiers compare with one target`,
      });
    }
    refuseInnerReference(part, at);
  }
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
