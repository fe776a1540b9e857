import type { Model, ModelRequest } from "../../core/model.ts";
import type { Solver } from "../../core/solver.ts";
import type { Retries } from "../../core/types.ts";
import { type CallEstimate, estimateCall } from "../../models/call-estimate.ts";
import type { Limits } from "../../models/limits.ts";
import { openModels } from "../../models/open.ts";
import type { Price } from "../../models/prices.ts";
import type { SolverChoice } from "../../models/solver/choice.ts";
import { type LoadSolver, openSolver } from "../../models/solver/open.ts";
import { createBudget } from "../../models/traffic/budget.ts";
import type { ReplyCache } from "../../models/traffic/cache.ts";
import { createTrafficControl } from "../../models/traffic/traffic-control.ts";

export interface ModelAccessOptions {
  /** Where `.env` and recordings are looked for. */
  readonly folder: string;
  /** Where images are looked for, and a solver runs; default `folder`. */
  readonly evalFolder?: string | undefined;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The section `deployments` of a configuration. */
  readonly deployments?: unknown;
  /** Calls under way to one provider at first. */
  readonly concurrency?: number | undefined;
  /** Requests that may be sent, and US dollars that may be spent, by all models together. */
  readonly maxCalls?: number | undefined;
  readonly maxCostUsd?: number | undefined;
  /** A file to which replies are recorded. */
  readonly record?: string | undefined;
  /** By provider; over `concurrency` where they say one. */
  readonly limits?: Limits | undefined;
  readonly timeoutMs?: number | undefined;
  readonly deadlineMs?: number | undefined;
  /** Of calls that bring none of their own. */
  readonly retries?: Retries | undefined;
  /** A JSON file of prices over those of the package, or what it holds. */
  readonly prices?: unknown;
  readonly cache?: ReplyCache | undefined;
}

export interface ModelAccess {
  model(id: string, retries?: Retries): Promise<Model>;
  /** Rejects with a `ConfigError` where no connection can be made to the model's address. Asks it nothing. */
  reach(id: string, signal: AbortSignal): Promise<void>;
  /** Whether it is known what its calls cost: beforehand, or by its replies. */
  priced(id: string): Promise<boolean>;
  /** Models of which a reply told no cost, so that a limit of cost could not count it. */
  readonly uncounted: readonly string[];
  /** What a call would take. Nothing is sent. */
  estimate(id: string, request: ModelRequest): Promise<CallEstimate>;
  /** A solver under the same budget. Rejects with a `ConfigError` for one that is not there. */
  solver(choice: SolverChoice, load: LoadSolver): Promise<Solver>;
  close(): Promise<void>;
}

/** Models by name. All share one budget, and those of one provider its limits, however each of them is retried. */
export function openModelAccess(options: ModelAccessOptions): ModelAccess {
  const { folder, evalFolder = folder, variables, deployments, record, prices, cache, limits, retries = {} } = options;
  const { maxCalls, maxCostUsd, concurrency, timeoutMs, deadlineMs } = options;
  const known = new Map<string, Price>();
  const solvers: Solver[] = [];
  const uncounted: string[] = [];
  const shared = {
    budget: createBudget({
      maxCalls: maxCalls ?? null,
      maxCostUsd: maxCostUsd ?? null,
      onUnpriced: (id) => uncounted.push(id),
    }),
    // A price that is not known is none to reckon with: the budget then goes by what replies turn out to cost.
    estimateUsd: (id: string, request: ModelRequest) => estimateCall(request, known.get(id)).highUsd,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    ...(retries.most === undefined ? {} : { maxRetries: retries.most }),
    ...(retries.delayMs === undefined ? {} : { baseDelayMs: retries.delayMs }),
  };
  const traffic = createTrafficControl((provider) => {
    const { requestsPerMinute, tokensPerMinute, concurrency: own } = limits?.get(provider) ?? {};
    const most = own ?? concurrency;
    return {
      ...shared,
      ...(most === undefined ? {} : { concurrency: most }),
      ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
      ...(tokensPerMinute === undefined ? {} : { tokensPerMinute }),
    };
  });
  const models = openModels({
    folder,
    imageFolder: evalFolder,
    variables,
    deployments,
    record,
    prices,
    cache,
    // The traffic ends calls that take too long.
    timeoutMs: null,
    traffic: traffic.wrap,
    heard: traffic.learn,
  });
  return {
    reach: (id, signal) => models.reach(id, signal),
    model: async (id, own) => {
      const model = await models.model(id, undefined, own);
      const { price } = await models.price(id);
      if (price !== undefined) known.set(model.id, price);
      return model;
    },
    uncounted,
    priced: async (id) => {
      const { price, told } = await models.price(id);
      return told || price !== undefined;
    },
    estimate: async (id, request) => estimateCall(request, (await models.price(id)).price),
    solver: async (choice, load) => {
      const { estimateUsd: _models, ...schedule } = shared;
      const own = { folder: evalFolder, workingFolder: folder, variables, load };
      const solver = await openSolver(choice, { ...own, traffic: { ...schedule, concurrency: concurrency ?? 8 } });
      solvers.push(solver);
      return solver;
    },
    close: async () => {
      for (const solver of solvers) await solver.close();
      await models.close();
    },
  };
}
