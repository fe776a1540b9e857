import { resolve } from "node:path";
import { ConfigError } from "../../core/errors.ts";
import type { Solver } from "../../core/solver.ts";
import type { Candidate } from "../../evals/inference.ts";
import type { EvalPlan, NamedModel } from "../../evals/plan.ts";
import { readModelName } from "../../models/names.ts";
import type { KeptReplies } from "../../store/types.ts";
import type { Environment } from "../environment.ts";
import type { DeclaredNeeds } from "./declared-needs.ts";
import { type LazyPowers, lazyPowers } from "./lazy-powers.ts";
import { createReplyCache, type StoredReplyCache } from "./reply-cache.ts";
import { loadSolver } from "./solver-module.ts";

export interface Spend {
  readonly maxCalls?: number | undefined;
  readonly maxCostUsd?: number | undefined;
  /** A file to which replies are recorded. */
  readonly record?: string | undefined;
  /** Where the paths of the eval count from; by default the working folder. */
  readonly folder?: string | undefined;
  /** Whether replies that are kept are asked for again: what is retried must not come out of the cache as it was. */
  readonly fresh?: boolean;
  /** Runs programs without any sandbox. */
  readonly unsafeNoSandbox?: boolean | undefined;
  /** The store that holds registered reward functions; default the one of the environment. */
  readonly store?: string | undefined;
  /** False where the outputs are another run's: then only judges are asked. Default true. */
  readonly asks?: boolean;
}

/** The models of runs, and the store that keeps their replies where the eval wants that. */
export interface RunModels extends Omit<LazyPowers, "solver"> {
  /**
   * To be called before the first row: an address that nothing answers at is a mistake of the configuration. Kept replies
   * need no connection, so with a cache it is left to the first call. Closes the models where it rejects.
   */
  reachAll(): Promise<void>;
  /** To be called before the first row, too. Closes the models where it rejects. */
  prepare(needs: DeclaredNeeds): Promise<void>;
  /** To be called before a model is asked. */
  keepReplies(replies: KeptReplies): void;
  /** What the answers of a run come from; null where they are there. Nothing is asked yet. */
  candidate(plan: EvalPlan): Promise<Candidate | null>;
  /** What a run should tell of its models when it ends. */
  warnings(): Promise<readonly string[]>;
}

/**
 * The models that the runs of an eval may ask, for answers and as judges. The runs differ in model and prompt alone, so
 * they share limits, budget and cache. Each model that is named is looked up now: a misspelt name, a missing key and a
 * price that a limit of cost needs are mistakes of the configuration, not errors of every row. Nothing is sent.
 */
export async function runModels(
  plans: readonly EvalPlan[],
  concurrency: number,
  environment: Environment,
  spend: Spend = {},
): Promise<RunModels> {
  const { maxCalls, maxCostUsd, record, folder = environment.folder, fresh = false, unsafeNoSandbox } = spend;
  const { asks = true, store } = spend;
  const config = plans[0]?.config;
  const { cache: wanted = false, prices, ...called } = config?.traffic ?? {};
  const cache: StoredReplyCache | undefined = wanted ? createReplyCache({ fresh }) : undefined;
  const access = lazyPowers(
    () => ({
      ...called,
      folder: environment.folder,
      evalFolder: folder,
      variables: environment.variables,
      deployments: config?.deployments,
      prices: typeof prices === "string" ? resolve(folder, prices) : prices,
      concurrency,
      maxCalls,
      maxCostUsd,
      record,
      cache,
    }),
    () => ({ unsafeNoSandbox }),
    store,
  );
  const named = plans.flatMap((plan) => modelsOf(plan, asks));
  const eachModel = async (work: (name: string) => Promise<void>): Promise<void> => {
    for (const { name, place } of named) {
      try {
        await work(name);
      } catch (error) {
        throw error instanceof ConfigError && error.place === undefined ? error.within(place) : error;
      }
    }
  };
  const solvers = new Map<string, Solver>();
  try {
    await eachModel(async (name) => {
      await access.powers.model?.(name);
      if (maxCostUsd !== undefined && !(await access.priced(name))) throw unpriced(name);
    });
    for (const { config: own } of asks ? plans : []) {
      const solver = own.inference?.solver ?? null;
      if (solver === null || solvers.has(solver.name)) continue;
      solvers.set(solver.name, await access.solver(solver, (source) => loadSolver(source, folder)));
    }
  } catch (error) {
    await access.close();
    throw error;
  }
  return {
    ...access,
    reachAll: async () => {
      try {
        // A solver's answers are not kept.
        for (const solver of solvers.values()) await solver.reach?.(environment.signal);
        if (cache !== undefined) return;
        await eachModel((name) => access.reach(name, environment.signal));
      } catch (error) {
        await access.close();
        throw error;
      }
    },
    prepare: async (needs) => {
      try {
        await needs.prepare(access.powers, environment.signal);
      } catch (error) {
        await access.close();
        throw error;
      }
    },
    keepReplies: (replies) => cache?.keepIn(replies),
    candidate: async ({ config: { inference } }) => {
      if (inference === null || !asks) return null;
      const solver = inference.solver === null ? undefined : solvers.get(inference.solver.name);
      if (solver !== undefined) return { plan: inference, solver };
      const model = await access.powers.model?.(inference.model);
      return model === undefined ? null : { plan: inference, model };
    },
    warnings: async () =>
      maxCostUsd === undefined
        ? []
        : (await access.uncounted()).map(
            (id) => `replies of ${id} told no cost; the limit of cost does not count them`,
          ),
  };
}

function unpriced(name: string): ConfigError {
  return new ConfigError("unknown_price", `the price of ${name} is not known, so no cost can be kept to`, {
    expected: "a price in US dollars per million tokens",
    hint: `give it in the eval file, as in prices: {"${name}": {input: 0, output: 0}}, or limit calls with --max-calls`,
  });
}

function modelsOf({ config: { inference }, models }: EvalPlan, asks: boolean): readonly NamedModel[] {
  const asked = asks && inference !== null && inference.solver === null;
  return asked ? [{ name: inference.model, place: "model", needs: [] }, ...models] : models;
}

/** A judge that judges its own answers favours them: to be allowed, and to be said. */
export function selfPreference(plan: EvalPlan): string | null {
  const { inference } = plan.config;
  if (inference === null || inference.solver !== null) return null;
  // One model may be written in several ways.
  const { id } = readModelName(inference.model);
  const same = plan.models.find(({ name }) => readModelName(name).id === id);
  return same === undefined ? null : `${same.place} is the model under test; judges favour their own answers`;
}
