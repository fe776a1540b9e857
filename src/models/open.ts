import { resolve } from "node:path";
import { ConfigError } from "../core/errors.ts";
import { type Model, ModelError } from "../core/model.ts";
import { nearest } from "../core/nearest.ts";
import { type Deployment, readDeployments } from "./deployments.ts";
import { endpointOf } from "./endpoint.ts";
import { type Http, openHttp } from "./http.ts";
import { withImages } from "./images.ts";
import { readVariables, type Variables } from "./keys.ts";
import { mockModel } from "./mock.ts";
import { type ModelName, readModelName } from "./names.ts";
import { costOf, type Price, type Prices, packagedPrices, readPrices } from "./prices.ts";
import { abilitiesOf, findProvider, type Provider } from "./providers.ts";
import { recordTo } from "./record.ts";
import { costTold, remoteModel } from "./remote.ts";
import { replayModel } from "./replay.ts";
import type { AnswerHeaders } from "./traffic/retry-after.ts";

export interface OpenModelsOptions {
  /** The environment. A `.env` file in the folder completes it. */
  readonly variables: Variables;
  /** Where paths count from: images, recordings, prices, `.env`. */
  readonly folder: string;
  /** The section `deployments` of a configuration. */
  readonly deployments?: unknown;
  /** A JSON file of prices over those of the package. */
  readonly prices?: string | undefined;
  /** A file to which replies are recorded. */
  readonly record?: string | undefined;
  /** Retries, limits and a cache around a model; models of one provider share limits. */
  readonly traffic?: ((model: Model, provider: string) => Model) | undefined;
  /** Told the headers of each answer of a provider, for its limits. */
  readonly heard?: ((headers: AnswerHeaders, provider: string) => void) | undefined;
  /** Time for one call, in milliseconds; default 600,000. */
  readonly timeoutMs?: number | undefined;
}

export interface Models {
  /**
   * The model of a name; the same one each time. Rejects with a `ConfigError` for a name that is none, a key that is
   * missing, or a recording that cannot be read. `place` is where the name stands.
   */
  model(name: string, place?: string): Promise<Model>;
  /**
   * Rejects with a `ConfigError` where nothing answers at the address of a model, so that a slip in a base URL is seen
   * before the first call. Carries no key and costs nothing.
   */
  reach(name: string, signal: AbortSignal, place?: string): Promise<void>;
  /** Closes connections; calls under way fail. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 600_000;

/** Opens models by name. Nothing is read, loaded or connected before the first is asked for. */
export function openModels(options: OpenModelsOptions): Models {
  const { folder } = options;
  const deployments = readDeployments(options.deployments);
  const record = options.record === undefined ? (model: Model) => model : recordTo(resolve(folder, options.record));
  const traffic = options.traffic ?? ((model: Model) => model);
  const opened = new Map<string, Promise<Model>>();
  const addresses = new Map<string, URL>();
  let variables: Promise<Variables> | undefined;
  let prices: Promise<Prices> | undefined;
  let http: Promise<Http> | undefined;

  const remote = async (id: string, provider: Provider, model: string, deployment: Deployment | null) => {
    variables ??= readVariables(folder, options.variables);
    prices ??= options.prices === undefined ? Promise.resolve(new Map()) : readPrices(resolve(folder, options.prices));
    const known = await variables;
    const endpoint = endpointOf({ id, provider, model, deployment, variables: known });
    addresses.set(id, endpoint.url);
    const price = priceOf({ id, provider, model, given: await prices, own: endpoint.own });
    http ??= openHttp({ variables: known });
    const { heard } = options;
    return remoteModel({
      id,
      model,
      format: provider.format(model),
      endpoint,
      abilities: abilitiesOf(provider, model),
      http: await http,
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      cost: (reply) => (provider.tellsCost ? costTold(reply) : null) ?? costOf(reply.usage, price),
      heard: heard === undefined ? undefined : (headers) => heard(headers, deployment === null ? provider.id : id),
      nearest: nearestModel(provider, model),
    });
  };

  const open = async (name: ModelName, place: string | undefined): Promise<Model> => {
    const [model, provider] = await bare(name, place);
    return withImages(record(traffic(model, provider)), folder);
  };

  const bare = async (name: ModelName, place: string | undefined): Promise<readonly [Model, string]> => {
    switch (name.kind) {
      case "mock":
        return [mockModel(name.answer), "mock"];
      case "replay":
        return [await replayModel(name.file, folder), "replay"];
      case "deployment": {
        const deployment = deployments.get(name.deployment);
        if (deployment === undefined) {
          throw ConfigError.unknownName(
            "unknown_deployment",
            "deployment",
            name.deployment,
            [...deployments.keys()],
            place,
          );
        }
        return [await remote(name.id, deployment.provider, deployment.model, deployment), name.id];
      }
      case "remote": {
        const provider = findProvider(name.provider);
        if (provider === undefined)
          throw ConfigError.unknownName("unknown_provider", "provider", name.provider, [], place);
        return [await remote(name.id, provider, name.model, null), provider.id];
      }
    }
  };

  const model = async (text: string, place?: string): Promise<Model> => {
    const name = readModelName(text, place);
    const before = opened.get(name.id);
    if (before !== undefined) return before;
    const opening = open(name, place);
    opened.set(name.id, opening);
    // A failure is not kept: the next one who asks may have mended it.
    opening.catch(() => opened.delete(name.id));
    return opening;
  };

  return {
    model,
    reach: async (text, signal, place) => {
      const { id } = await model(text, place);
      const address = addresses.get(id);
      if (address === undefined || http === undefined) return;
      try {
        await (await http).reach(address, signal);
      } catch (cause) {
        if (!(cause instanceof ModelError)) throw cause;
        const at = place === undefined ? {} : { place };
        throw new ConfigError("unreachable", `${id} cannot be reached: ${cause.message}`, { ...at, cause });
      }
    },
    close: async () => {
      opened.clear();
      const open = http;
      http = undefined;
      await open?.then((connection) => connection.close());
    },
  };
}

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
