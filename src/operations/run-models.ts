import { ConfigError } from "../core/errors.ts";
import { camelCase } from "../core/naming.ts";
import type { EvalPlan } from "../evals/plan.ts";
import type { Environment } from "./environment.ts";
import { type LazyPowers, lazyPowers } from "./lazy-powers.ts";

export interface Spend {
  readonly maxCalls?: number | undefined;
  readonly maxCostUsd?: number | undefined;
  /** A file to which replies are recorded. */
  readonly record?: string | undefined;
}

/**
 * The models that an eval may ask, for answers and as judges. Each one that is named is looked up now: a misspelt name
 * and a missing key are mistakes of the configuration, not errors of every row. Nothing is sent.
 */
export async function runModels(
  plan: EvalPlan,
  concurrency: number,
  environment: Environment,
  spend: Spend = {},
): Promise<LazyPowers> {
  const access = lazyPowers(() => ({
    folder: environment.folder,
    variables: environment.variables,
    deployments: plan.config.deployments,
    concurrency,
    ...spend,
  }));
  const { inference } = plan.config;
  const named = [...namedModels(plan.config.scorers, "scorers")];
  for (const { name, place } of inference === null ? named : [{ name: inference.model, place: "model" }, ...named]) {
    try {
      await access.powers.model?.(name);
    } catch (error) {
      await access.close();
      throw error instanceof ConfigError && error.place === undefined ? error.within(place) : error;
    }
  }
  return access;
}

/** A judge that judges its own answers favours them: to be allowed, and to be said. */
export function selfPreference(plan: EvalPlan): string | null {
  const { inference } = plan.config;
  if (inference === null) return null;
  const same = [...namedModels(plan.config.scorers, "scorers")].find(({ name }) => name === inference.model);
  return same === undefined ? null : `${same.place} is the model under test; judges favour their own answers`;
}

interface NamedModel {
  readonly name: string;
  readonly place: string;
}

/** `model` and `judge_model`, however deep a chain holds them. */
function* namedModels(config: unknown, place: string): Generator<NamedModel, void, void> {
  if (typeof config !== "object" || config === null) return;
  for (const [key, value] of Object.entries(config)) {
    const at = Array.isArray(config) ? `${place}[${key}]` : `${place}.${key}`;
    const isModel = camelCase(key) === "model" || camelCase(key) === "judgeModel";
    if (isModel && typeof value === "string") yield { name: value, place: at };
    else yield* namedModels(value, at);
  }
}
