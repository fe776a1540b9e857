import { readVariables, type Variables } from "../../models/keys.ts";
import { squash } from "../../models/providers.ts";
import { type Gateway, openGateway } from "./gateway.ts";
import { givenBackend, givenNames, type Input, isMock, oneOf, standardJudges } from "./given-input.ts";
import type { AskPi, PiRegistry } from "./host.ts";
import { piName, type Route, routeOf } from "./routes.ts";

/** Judges that can be asked from here, in the words of an input. */
export interface Judges {
  readonly input: Input;
  /** The environment with what Pi knows. Never given to a command that is run. */
  readonly variables: Variables;
  readonly notes: readonly string[];
  close(): Promise<void>;
}

export interface JudgePowers {
  readonly registry: PiRegistry;
  readonly ask: AskPi;
  readonly variables: Variables;
  readonly folder: string;
}

const TOKEN = "VERIDIC_PI_TOKEN";

/**
 * Finds out how each judge of an input can be asked, and opens the gateway where Pi has to ask. An input that names no
 * judges is left so where the default ones need no gateway: who takes their place is told by the comparison itself.
 */
export async function openJudges(given: Input, powers: JudgePowers): Promise<Judges> {
  const { registry, ask, folder } = powers;
  if (isMock(given)) return { input: given, variables: powers.variables, notes: [], close: async () => {} };
  const known = await readVariables(folder, powers.variables);
  const named = givenNames(given);
  const { judges, standIn } = standardJudges(givenBackend(given));
  const routes = await routesOf(named ?? judges, registry, known);
  const more = named === null ? await routesOf(standIn, registry, known) : [];
  const keys = Object.assign({}, ...[...routes, ...more].map((route) => (route.kind === "own" ? route.variables : {})));
  const { chosen, notes } = named === null ? standing(routes, more) : { chosen: routes, notes: [] };
  const throughPi = chosen.filter((route) => route.kind === "pi");
  if (throughPi.length === 0) {
    return { input: given, variables: { ...powers.variables, ...keys }, notes, close: async () => {} };
  }
  const gateway = await openGateway(registry, ask);
  return {
    input: renamed({ ...given, ...throughGateway(given, throughPi, gateway) }, chosen, named),
    variables: { ...withoutProxy(known), ...keys, [TOKEN]: gateway.token },
    notes,
    close: () => gateway.close(),
  };
}

async function routesOf(names: readonly string[], registry: PiRegistry, variables: Variables) {
  const routes: Route[] = [];
  for (const name of names) routes.push(await routeOf(name, registry, variables));
  return routes;
}

/** The default judges that can be asked, or the single one that stands in for them. */
function standing(routes: readonly Route[], standIn: readonly Route[]) {
  const isAble = ({ kind }: Route) => kind !== "none";
  const able = routes.filter(isAble);
  const without = routes.filter((route) => !isAble(route)).map(({ id }) => id);
  const chosen = able.length > 0 ? able : standIn.filter(isAble);
  if (without.length === 0 || !chosen.some(({ kind }) => kind === "pi")) return { chosen, notes: [] };
  const told = `neither Pi nor the environment has a key for ${without.join(", ")}`;
  return { chosen, notes: [`${told}: ${chosen.map(({ id }) => id).join(", ")} judge without them`] };
}

type PiRoute = Extract<Route, { readonly kind: "pi" }>;

/**
 * The models as deployments of the gateway. It speaks the dialect of Z.ai's endpoint: chat completions without schema
 * and log-probabilities, which Pi cannot ask for, so that a judge is told to write its letters in tags.
 */
function throughGateway(given: Input, routes: readonly PiRoute[], { url }: Gateway): Input {
  const deployments = routes.map(({ model }) => [
    piName(model),
    { provider: "zai", base_url: `${url}/v1`, model: `${model.provider}/${model.id}`, api_key_env: TOKEN },
  ]);
  const prices = routes.map(({ model }) => {
    const { input, output, cacheRead } = model.cost;
    return [deploymentName(model), { input, output, cached: cacheRead }];
  });
  return {
    deployments: { ...mapOf(given["deployments"]), ...Object.fromEntries(deployments) },
    // A file of prices is the user's own word on what is charged.
    prices:
      typeof given["prices"] === "string"
        ? given["prices"]
        : { ...Object.fromEntries(prices), ...mapOf(given["prices"]) },
  };
}

function deploymentName(model: PiRoute["model"]): string {
  return `deployment:${piName(model)}`;
}

/** The input with the names of deployments in place of those that Pi asks, among the weights too. */
function renamed(given: Input, routes: readonly Route[], named: readonly string[] | null): Input {
  const names = routes.map((route) => (route.kind === "pi" ? deploymentName(route.model) : route.id));
  const renames = new Map<string, string>();
  for (const [index, route] of routes.entries()) {
    const name = names[index] ?? route.id;
    for (const spelling of [route.id, named?.[index] ?? route.id, name]) renames.set(squash(spelling), name);
  }
  const rename = (name: unknown) => (typeof name === "string" ? (renames.get(squash(name)) ?? name) : name);
  const { model: _one, models: _several, modelWeights: _camel, model_weights: _snake, ...rest } = given;
  const weights = oneOf(given, "modelWeights", "model_weights");
  return {
    ...rest,
    models: names,
    ...(weights === undefined || weights === null ? {} : { modelWeights: renamedWeights(weights, rename) }),
  };
}

function renamedWeights(weights: unknown, rename: (name: unknown) => unknown): unknown {
  if (Array.isArray(weights)) {
    return weights.map((one: unknown) => {
      const entry = mapOf(one);
      return "model" in entry ? { ...entry, model: rename(entry["model"]) } : one;
    });
  }
  if (typeof weights !== "object") return weights;
  return Object.fromEntries(Object.entries(mapOf(weights)).map(([name, weight]) => [rename(name), weight]));
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A proxy cannot reach the loopback address of this machine, and should not see the token. */
function withoutProxy(variables: Variables): Variables {
  const before = variables["no_proxy"] || variables["NO_PROXY"];
  const exempt = before ? `${before},127.0.0.1` : "127.0.0.1";
  return { ...variables, no_proxy: exempt, NO_PROXY: exempt };
}
