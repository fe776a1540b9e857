import { ConfigError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { findKey, type Variables } from "../../models/keys.ts";
import { readModelName } from "../../models/names.ts";
import { findProvider, type Provider, squash } from "../../models/providers.ts";
import type { PiModel, PiRegistry } from "./host.ts";

/**
 * How a judge can be asked. Where Pi holds a key for the provider itself, we ask with that key: our own adapters get
 * log-probabilities and replies by schema, which Pi's do not carry. What Pi alone can reach is asked through Pi: a
 * subscription, an address of the user's, a provider that we do not know.
 */
export type Route =
  | { readonly kind: "own"; readonly id: string; readonly variables: Readonly<Record<string, string>> }
  | { readonly kind: "pi"; readonly id: string; readonly model: PiModel }
  /** Nobody here can ask it. What is wrong is told where the name is read. */
  | { readonly kind: "none"; readonly id: string };

/** Our providers whose name differs in Pi, and those of a subscription to them. */
const IN_PI: Readonly<Record<string, readonly string[]>> = {
  kimi: ["kimi-coding"],
  "minimax.io": ["minimax"],
  moonshot: ["moonshotai"],
  openai: ["openai", "openai-codex"],
  "openai-responses": ["openai", "openai-codex"],
};

export async function routeOf(name: string, registry: PiRegistry, variables: Variables): Promise<Route> {
  const text = name.trim();
  if (/^pi:/i.test(text)) return { kind: "pi", id: text, model: piModel(text, registry) };
  const read = readable(text);
  if (read === null) {
    const model = registry.getAll().find((one) => isNamed(one, text));
    return model !== undefined && registry.hasConfiguredAuth(model)
      ? { kind: "pi", id: text, model }
      : { kind: "none", id: text };
  }
  if (read.kind !== "remote") return { kind: "own", id: read.id, variables: {} };
  const provider = findProvider(read.provider);
  if (provider === undefined) return { kind: "none", id: read.id };
  if (!provider.keyRequired || findKey(provider.keyVariables, variables) !== null) {
    return { kind: "own", id: read.id, variables: {} };
  }
  for (const theirs of IN_PI[provider.id] ?? [provider.id]) {
    const models = registry.getAll().filter((model) => model.provider === theirs);
    const key = await keyFor(provider, models, registry);
    if (key !== null) return { kind: "own", id: read.id, variables: key };
    const model = models.find(({ id }) => squash(id) === squash(read.model));
    if (model !== undefined && registry.hasConfiguredAuth(model)) return { kind: "pi", id: read.id, model };
  }
  return { kind: "none", id: read.id };
}

/** A model as Pi writes it, with our prefix. */
export function piName({ provider, id }: PiModel): string {
  return `pi:${provider}/${id}`;
}

/** Null for a name that is none of ours. */
function readable(name: string): ReturnType<typeof readModelName> | null {
  try {
    return readModelName(name);
  } catch (thrown) {
    // Pi may know it; if not, the reader of the input says what is wrong with it.
    if (thrown instanceof ConfigError) return null;
    throw thrown;
  }
}

/** The model of `pi:PROVIDER/MODEL`, or of `pi:MODEL` where one provider alone has it and can be asked. */
function piModel(name: string, registry: PiRegistry): PiModel {
  const wanted = name.slice("pi:".length).trim();
  const all = registry.getAll();
  const exact = all.find((model) => isNamed(model, wanted));
  const able = all.filter((model) => registry.hasConfiguredAuth(model));
  if (exact !== undefined) {
    if (registry.hasConfiguredAuth(exact)) return exact;
    throw new ConfigError("missing_key", `Pi has no key for ${piName(exact)}`, {
      place: "models",
      hint: "log in with /login, or put the key where Pi looks for it",
    });
  }
  const alike = able.filter(({ id }) => squash(id) === squash(wanted));
  if (alike.length === 1 && alike[0] !== undefined) return alike[0];
  if (alike.length > 1) {
    throw new ConfigError("unknown_model", `"${name.slice(0, 80)}" may be any of ${alike.length} models`, {
      place: "models",
      expected: alike.map(piName).join(", "),
    });
  }
  const guess = nearest(wanted, [...able.map(({ provider, id }) => `${provider}/${id}`), ...able.map(({ id }) => id)]);
  throw new ConfigError("unknown_model", `Pi knows no model "${wanted.slice(0, 80)}"`, {
    place: "models",
    expected: "pi:PROVIDER/MODEL as `pi --list-models` names them",
    ...(guess === undefined ? {} : { hint: `did you mean "pi:${guess}"?` }),
  });
}

function isNamed({ provider, id }: PiModel, name: string): boolean {
  const wanted = name.toLowerCase();
  return [`${provider}/${id}`, `${provider}:${id}`].some((spelling) => spelling.toLowerCase() === wanted);
}

/** Pi's key as the variable where we look for it; null where Pi's is no key for the provider's own address. */
async function keyFor(
  provider: Provider,
  models: readonly PiModel[],
  registry: PiRegistry,
): Promise<Readonly<Record<string, string>> | null> {
  const [first] = models;
  const [variable] = provider.keyVariables;
  if (first === undefined || variable === undefined || registry.isUsingOAuth(first)) return null;
  if (!models.every(({ baseUrl }) => isHost(baseUrl, provider.baseUrl))) return null;
  const key = await registry.getApiKeyForProvider(first.provider);
  return key === undefined || key.trim() === "" ? null : { [variable.name]: key };
}

function isHost(url: string, own: string | null): boolean {
  return own !== null && URL.canParse(url) && new URL(url).host === new URL(own).host;
}
