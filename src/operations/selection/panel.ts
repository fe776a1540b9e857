import { resolve } from "node:path";
import { ConfigError } from "../../core/errors.ts";
import { readModelName } from "../../models/names.ts";
import { BACKENDS } from "../../select/input/backends.ts";
import type { JudgeModel, SelectionRequest } from "../../select/input/request.ts";
import type { Environment } from "../environment.ts";
import type { ModelAccess } from "../powers/model-access.ts";
import type { GivenSelection } from "./given.ts";

type Judged = Pick<SelectionRequest, "mock" | "models" | "modelsGiven">;

export interface Panel<Request extends Judged> {
  /** The request with the judges that will be asked. */
  readonly request: Request;
  /** Null in mock mode, where nobody is asked. */
  readonly access: ModelAccess | null;
  readonly warnings: readonly string[];
}

export interface PanelLimits {
  readonly concurrency: number;
  readonly maxCalls?: number | undefined;
  readonly maxCost?: number | undefined;
}

/**
 * Looks every judge up before the first call: a misspelt name, a missing key, and a price that a limit of cost needs are
 * mistakes to mend first. Where the default panel lacks keys others take its place, and the warnings say who. Closes the
 * models where it rejects.
 */
export async function openPanel<Request extends Judged>(
  given: Pick<GivenSelection, "deployments" | "prices" | "folder"> & { readonly request: Request },
  limits: PanelLimits,
  environment: Environment,
): Promise<Panel<Request>> {
  const { request, deployments, prices, folder } = given;
  if (request.mock) return { request, access: null, warnings: [] };
  const { openModelAccess } = await import("../powers/model-access.ts");
  const { concurrency, maxCalls, maxCost } = limits;
  const access = openModelAccess({
    folder: environment.folder,
    variables: environment.variables,
    deployments,
    prices: typeof prices === "string" ? resolve(folder, prices) : prices,
    concurrency,
    maxCalls,
    maxCostUsd: maxCost,
  });
  try {
    const { models, warnings } = request.modelsGiven
      ? { models: request.models, warnings: [] }
      : await modelsWithKeys(request, access);
    for (const { id } of models) {
      await access.model(id);
      if (maxCost !== undefined && !(await access.priced(id))) throw unpriced(id);
    }
    return { request: { ...request, models }, access, warnings };
  } catch (error) {
    await access.close();
    throw error;
  }
}

/** Refuses an address that nothing answers at. Closes the models where it does. */
export async function reachPanel({ request, access }: Panel<Judged>, signal: AbortSignal): Promise<void> {
  try {
    for (const { id } of request.models) await access?.reach(id, signal);
  } catch (error) {
    await access?.close();
    throw error;
  }
}

/** The default panel, or who can stand in for it: the single strong verifier, else those of the panel that have keys. */
async function modelsWithKeys(
  { models }: Judged,
  access: ModelAccess,
): Promise<{ readonly models: readonly JudgeModel[]; readonly warnings: readonly string[] }> {
  const able: JudgeModel[] = [];
  let first: ConfigError | null = null;
  for (const model of models) {
    const missing = await missingKey(model.id, access);
    if (missing === null) able.push(model);
    else first ??= missing;
  }
  if (first === null) return { models, warnings: [] };
  const without = models.filter((model) => !able.includes(model)).map(({ id }) => id);
  const told = `the default judges lack a key (${without.join(", ")})`;
  const single = readModelName(BACKENDS["zai-coding-plan"].models[0]).id;
  if (able.length === 0 && !without.includes(single) && (await missingKey(single, access)) === null) {
    return { models: [{ id: single, weight: 1 }], warnings: [`${told}: ${single} judges alone`] };
  }
  if (able.length > 0) {
    return { models: able, warnings: [`${told}: ${able.map(({ id }) => id).join(", ")} judge without them`] };
  }
  throw new ConfigError("missing_key", `no judge was named, and there is no key for the default ones`, {
    expected: `keys for ${models.map(({ id }) => id).join(", ")}${without.includes(single) ? "" : `, or for ${single}`}`,
    hint: `name judges with --models; ${first.message}`,
    cause: first,
  });
}

async function missingKey(id: string, access: ModelAccess): Promise<ConfigError | null> {
  try {
    await access.model(id);
    return null;
  } catch (error) {
    if (error instanceof ConfigError && error.code === "missing_key") return error;
    throw error;
  }
}

function unpriced(id: string): ConfigError {
  return new ConfigError("unknown_price", `the price of ${id} is not known, so no cost can be kept to`, {
    expected: "a price in US dollars per million tokens",
    hint: `give it in the input, as in prices: {"${id}": {input: 0, output: 0}}, or limit calls with --max-calls`,
  });
}
