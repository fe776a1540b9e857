import type { Model, ModelRequest } from "../core/model.ts";
import type { Retries } from "../core/types.ts";
import { type CallEstimate, estimateCall } from "../models/call-estimate.ts";
import { openModels } from "../models/open.ts";
import type { ModelPrice } from "../models/prices.ts";
import { createBudget } from "../models/traffic/budget.ts";
import { createTrafficControl } from "../models/traffic/traffic-control.ts";

export interface ModelAccessOptions {
  /** Where `.env`, images and recordings are looked for. */
  readonly folder: string;
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
}

export interface ModelAccess {
  model(id: string, retries?: Retries): Promise<Model>;
  price(id: string): Promise<ModelPrice>;
  /** What a call would take. Nothing is sent. */
  estimate(id: string, request: ModelRequest): Promise<CallEstimate>;
  close(): Promise<void>;
}

/** Models by name. All share one budget, and those of one provider its limits, however each of them is retried. */
export function openModelAccess(options: ModelAccessOptions): ModelAccess {
  const { folder, variables, deployments, record, maxCalls, maxCostUsd, concurrency } = options;
  const traffic = createTrafficControl({
    budget: createBudget({ maxCalls: maxCalls ?? null, maxCostUsd: maxCostUsd ?? null }),
    ...(concurrency === undefined ? {} : { concurrency }),
  });
  const models = openModels({ folder, variables, deployments, record, traffic: traffic.wrap, heard: traffic.learn });
  return {
    model: (id, retries) => models.model(id, undefined, retries),
    price: (id) => models.price(id),
    estimate: async (id, request) => estimateCall(request, (await models.price(id)).price),
    close: () => models.close(),
  };
}
