import { ConfigError } from "../core/errors.ts";
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
  for (const { name, place } of inference === null
    ? plan.models
    : [{ name: inference.model, place: "model" }, ...plan.models]) {
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
  const same = plan.models.find(({ name }) => name === inference.model);
  return same === undefined ? null : `${same.place} is the model under test; judges favour their own answers`;
}
