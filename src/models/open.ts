import { resolve } from "node:path";
import { ConfigError } from "../core/errors.ts";
import { type Model, ModelError } from "../core/model.ts";
import { nearest } from "../core/nearest.ts";
import type { Retries } from "../core/types.ts";
import { type Deployment, readDeployments } from "./deployments.ts";
import { endpointOf } from "./endpoint.ts";
import { type Http, openHttp } from "./http.ts";
import { withImages } from "./images.ts";
import { readVariables, type Variables } from "./keys.ts";
import { mockModel } from "./mock.ts";
import { type ModelName, readModelName } from "./names.ts";
import { costOf, FREE, type ModelPrice, type Price, type Prices, packagedPrices, readPrices } from "./prices.ts";
import { abilitiesOf, findProvider, type Provider } from "./providers.ts";
import { recordTo } from "./record.ts";
import { costTold, remoteModel } from "./remote.ts";
import { replayModel } from "./replay.ts";
import { requestKey } from "./request-key.ts";
import { type ReplyCache, withCache } from "./traffic/cache.ts";
import type { AnswerHeaders } from "./traffic/retry-after.ts";

export interface OpenModelsOptions {
  /** The environment. A `.env` file in the folder completes it. */
  readonly variables: Variables;
  /** Where paths count from: recordings, prices, `.env`. */
  readonly folder: string;
  /** Where paths of images count from; default `folder`. */
  readonly imageFolder?: string | undefined;
  /** The section `deployments` of a configuration. */
  readonly deployments?: unknown;
  /** Prices over those of the package: a JSON file, or what such a file holds. */
  readonly prices?: unknown;
  /** A file to which replies are recorded. */
  readonly record?: string | undefined;
  /** Retries and limits around a model; models of one provider share limits, however they are retried. */
  readonly traffic?: ((model: Model, provider: string, retries: Retries) => Model) | undefined;
  /** Where replies are looked for before a model is asked, and kept afterwards; recorded ones are in a file already. */
  readonly cache?: ReplyCache | undefined;
  /** Told the headers of each answer of a provider, for its limits. */
  readonly heard?: ((headers: AnswerHeaders, provider: string) => void) | undefined;
  /** Time for one call, in milliseconds; default 600,000. Null where `traffic` ends calls that take too long. */
  readonly timeoutMs?: number | null | undefined;
}

export interface Models {
  /**
   * The model of a name; the same one each time for the same retries. Rejects with a `ConfigError` for a name that is
   * none, a key that is missing, or a recording that cannot be read. `place` is where the name stands.
   */
  model(name: string, place?: string, retries?: Retries): Promise<Model>;
  /** What is known of its price beforehand. Rejects as `model` does. */
  price(name: string, place?: string): Promise<ModelPrice>;
  /**
   * Rejects with a `ConfigError` where nothing answers at the address of a model, so that a slip in a base URL is seen
   * before the first call. Carries no key and costs nothing.
   */
  reach(name: string, signal: AbortSignal, place?: string): Promise<void>;
  /** Closes connections; calls under way fail. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 600_000;

/** A model as it is asked, before anything is put around it. */
interface Opened {
  readonly model: Model;
  /** Whose limits it shares. */
  readonly provider: string;
  readonly price: ModelPrice;
  /** Null where nothing is sent. */
  readonly address: URL | null;
  /** All that shapes its answers beside the request; null where these must not be cached. */
  readonly identity: string | null;
}

/** Opens models by name. Nothing is read, loaded or connected before the first is asked for. */
export function openModels(options: OpenModelsOptions): Models {
  const { folder, imageFolder = folder } = options;
  const deployments = readDeployments(options.deployments);
  const record = options.record === undefined ? (model: Model) => model : recordTo(resolve(folder, options.record));
  const traffic = options.traffic ?? ((model: Model) => model);
  const opened = new Map<string, Promise<Opened>>();
  const wrapped = new Map<string, Model>();
  let variables: Promise<Variables> | undefined;
  let prices: Promise<Prices> | undefined;
  let http: Promise<Http> | undefined;

  const remote = async (id: string, provider: Provider, model: string, deployment: Deployment | null) => {
    variables ??= readVariables(folder, options.variables);
    const known = await variables;
    const endpoint = endpointOf({ id, provider, model, deployment, variables: known });
    const price = priceOf({ id, provider, model, given: await givenPrices(), own: endpoint.own });
    http ??= openHttp({ variables: known });
    const { heard } = options;
    const sharing = deployment === null ? provider.id : id;
    const asked = remoteModel({
      id,
      model,
      format: provider.format(model),
      endpoint,
      abilities: abilitiesOf(provider, model),
      http: await http,
      timeoutMs: options.timeoutMs === undefined ? TIMEOUT_MS : options.timeoutMs,
      cost: (reply) => (provider.tellsCost ? costTold(reply) : null) ?? costOf(reply.usage, price),
      heard: heard === undefined ? undefined : (headers) => heard(headers, sharing),
      nearest: nearestModel(provider, model),
    });
    return {
      model: asked,
      provider: sharing,
      price: { price, told: provider.tellsCost },
      address: endpoint.url,
      identity: JSON.stringify([provider.id, endpoint.url.href, model, sentHeaders(deployment)]),
    };
  };

  const givenPrices = (): Promise<Prices> => {
    prices ??= readPrices(options.prices, folder);
    return prices;
  };

  const open = async (name: ModelName, place: string | undefined): Promise<Opened> => {
    // Prices that cannot be read are a mistake whoever is asked.
    await givenPrices();
    switch (name.kind) {
      case "mock":
        return { model: mockModel(name.answer), provider: "mock", price: FREE, address: null, identity: name.id };
      case "replay": {
        const model = await replayModel(name.file, folder);
        return { model, provider: "replay", price: FREE, address: null, identity: null };
      }
      case "deployment": {
        const deployment = deployments.get(name.deployment);
        if (deployment === undefined && deployments.size === 0) {
          throw new ConfigError("unknown_deployment", `unknown deployment "${name.deployment}"`, {
            ...(place === undefined ? {} : { place }),
            hint: `the configuration names none; it may do so as in deployments: {${name.deployment}: {base_url: …, model: …}}`,
          });
        }
        if (deployment === undefined) {
          throw ConfigError.unknownName(
            "unknown_deployment",
            "deployment",
            name.deployment,
            [...deployments.keys()],
            place,
          );
        }
        return remote(name.id, deployment.provider, deployment.model, deployment);
      }
      case "remote": {
        const provider = findProvider(name.provider);
        if (provider === undefined)
          throw ConfigError.unknownName("unknown_provider", "provider", name.provider, [], place);
        return remote(name.id, provider, name.model, null);
      }
    }
  };

  const kept = (model: Model, identity: string | null): Model => {
    const { cache } = options;
    if (cache === undefined || identity === null) return model;
    return withCache(model, { store: cache, key: (request) => requestKey(request, identity) });
  };

  const readName = (text: string, place: string | undefined): ModelName => {
    try {
      return readModelName(text, place);
    } catch (thrown) {
      // Whoever names a deployment without saying that it is one means that.
      if (!(thrown instanceof ConfigError) || !deployments.has(text.trim())) throw thrown;
      const { code, problem } = thrown;
      const at = place === undefined ? {} : { place };
      throw new ConfigError(code, problem, { ...at, hint: `did you mean "deployment:${text.trim()}"?`, cause: thrown });
    }
  };

  const find = async (text: string, place: string | undefined): Promise<Opened> => {
    const name = readName(text, place);
    const before = opened.get(name.id);
    if (before !== undefined) return before;
    const opening = open(name, place);
    opened.set(name.id, opening);
    // A failure is not kept: the next one who asks may have mended it.
    opening.catch(() => opened.delete(name.id));
    return opening;
  };

  return {
    model: async (text, place, retries = {}) => {
      const { model, provider, identity } = await find(text, place);
      const key = JSON.stringify([model.id, retries.most, retries.delayMs]);
      const whole =
        wrapped.get(key) ?? withImages(record(kept(traffic(model, provider, retries), identity)), imageFolder);
      wrapped.set(key, whole);
      return whole;
    },
    price: async (text, place) => (await find(text, place)).price,
    reach: async (text, signal, place) => {
      const { model, address } = await find(text, place);
      if (address === null || http === undefined) return;
      try {
        await (await http).reach(address, signal);
      } catch (cause) {
        if (!(cause instanceof ModelError)) throw cause;
        const at = place === undefined ? {} : { place };
        throw new ConfigError("unreachable", `${model.id} cannot be reached: ${cause.message}`, { ...at, cause });
      }
    },
    close: async () => {
      opened.clear();
      wrapped.clear();
      const open = http;
      http = undefined;
      await open?.then((connection) => connection.close());
    },
  };
}

/** A deployment's own headers but those that come from variables: these may be keys, and a new key changes no answer. */
function sentHeaders(deployment: Deployment | null): readonly (readonly [string, string])[] {
  return Object.entries(deployment?.headers ?? {})
    .filter(([name, value]) => !value.startsWith("$") && !SECRET_HEADERS.has(name.toLowerCase()))
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

const SECRET_HEADERS: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "x-api-key",
  "x-goog-api-key",
  "api-key",
  "cookie",
]);

/** OpenAI charges the same through either of its formats. */
function priceName(provider: Provider): string {
  return provider.id === "openai-responses" ? "openai" : provider.id;
}

/** What the user gives for the very name counts; what is known of a provider counts for its own address alone. */
function priceOf(asked: {
  readonly id: string;
  readonly provider: Provider;
  readonly model: string;
  readonly given: Prices;
  readonly own: boolean;
}): Price | undefined {
  const name = `${priceName(asked.provider)}:${asked.model}`;
  return asked.given.get(asked.id) ?? (asked.own ? (asked.given.get(name) ?? packagedPrices().get(name)) : undefined);
}

/** A known model of the provider whose name is near, for one that the provider does not know. */
function nearestModel(provider: Provider, model: string): string | undefined {
  const prefix = `${priceName(provider)}:`;
  const known = [...packagedPrices().keys()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  return known.includes(model) ? undefined : nearest(model, known);
}
