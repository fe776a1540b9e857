import { ConfigError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { findProvider, providers, squash } from "./providers.ts";

/** A model as a configuration names it. */
export type ModelName =
  | { readonly kind: "remote"; readonly id: string; readonly provider: string; readonly model: string }
  | { readonly kind: "deployment"; readonly id: string; readonly deployment: string }
  | { readonly kind: "mock"; readonly id: string; readonly answer: string }
  | { readonly kind: "replay"; readonly id: string; readonly file: string };

/** Short names and other spellings, compared without case and punctuation. */
const ALIASES: Readonly<Record<string, string>> = {
  "gpt-5.4": "openai:gpt-5.4",
  "gpt-5.5": "openai:gpt-5.5",
  "codex:gpt-5.5": "openai:gpt-5.5",
  "gpt-5-codex": "openai:gpt-5-codex",
  "kimi-for-coding": "kimi:kimi-for-coding",
  "kimi-k2": "kimi:kimi-for-coding",
  "kimi:kimi-k2": "kimi:kimi-for-coding",
  gemini: "google:gemini-2.5-flash",
  "gemini-2.5-flash": "google:gemini-2.5-flash",
  "minimax-m2.7-highspeed": "minimax:MiniMax-M2.7-highspeed",
  "minimax-m3": "minimax.io:minimax-m3",
  "minimax:minimax-m3": "minimax.io:minimax-m3",
  "glm-5.1": "zai:glm-5.1",
};

/** What each alias stands for; a full name in another spelling stands for itself. */
const meanings: ReadonlyMap<string, string> = new Map([
  ...Object.values(ALIASES).map((id) => [squash(id), id] as const),
  ...Object.entries(ALIASES).map(([alias, id]) => [squash(alias), id] as const),
]);

/**
 * Brands of models that one provider alone serves. Names of open weights are not among them: many serve those, and
 * which one is meant must be said.
 */
const BRANDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:gpt-(?!oss)\d|chatgpt-|o[1-9](?:-|$))/i, "openai"],
  [/^claude-/i, "anthropic"],
  [/^gemini-/i, "google"],
];

/**
 * Reads `provider:model`, an alias, `deployment:ID`, `mock:ANSWER` or `replay:FILE`. Throws a `ConfigError` with the
 * nearest known name for what is none of these. `place` is where the name stands.
 */
export function readModelName(name: string, place?: string): ModelName {
  const at = place === undefined ? {} : { place };
  const text = name.trim();
  const colon = text.indexOf(":");
  const before = colon === -1 ? "" : text.slice(0, colon).trim();
  const behind = text.slice(colon + 1).trim();
  const special = specialName(before.toLowerCase(), behind);
  if (special !== null) {
    if (behind !== "") return special;
    throw new ConfigError("unknown_model", `"${text}" names nothing behind the colon`, at);
  }
  const meant = meanings.get(squash(text));
  if (meant !== undefined) return remoteName(meant);
  if (colon === -1) return bareName(text, at);
  const provider = findProvider(before);
  if (provider === undefined) {
    throw ConfigError.unknownName("unknown_provider", "provider", before.slice(0, 80), providerNames(), place);
  }
  if (behind === "") {
    throw new ConfigError("unknown_model", `"${text}" names no model`, { ...at, expected: `${provider.id}:MODEL` });
  }
  return remoteName(`${provider.id}:${behind}`);
}

function specialName(kind: string, rest: string): ModelName | null {
  switch (kind) {
    case "deployment":
      return { kind: "deployment", id: `deployment:${rest}`, deployment: rest };
    case "mock":
      return { kind: "mock", id: `mock:${rest}`, answer: rest };
    case "replay":
      return { kind: "replay", id: `replay:${rest}`, file: rest };
    default:
      return null;
  }
}

function bareName(name: string, at: { readonly place?: string }): ModelName {
  const brand = BRANDS.find(([form]) => form.test(name));
  if (brand !== undefined) return remoteName(`${brand[1]}:${name}`);
  const guess = nearest(name, Object.keys(ALIASES));
  throw new ConfigError("unknown_model", `unknown model "${name.slice(0, 80)}"`, {
    ...at,
    expected: `PROVIDER:MODEL with one of ${providerNames().join(", ")}`,
    ...(guess === undefined ? {} : { hint: `did you mean "${guess}"?` }),
  });
}

function remoteName(id: string): ModelName {
  const colon = id.indexOf(":");
  return { kind: "remote", id, provider: id.slice(0, colon), model: id.slice(colon + 1) };
}

function providerNames(): readonly string[] {
  return [...providers.map((provider) => provider.id), "deployment", "mock", "replay"];
}
