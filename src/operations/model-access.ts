import type { Model } from "../core/model.ts";
import { type Models, openModels } from "../models/open.ts";
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
  model(id: string): Promise<Model>;
  close(): Promise<void>;
}

/** Models by name, with retries and limits that all models of one provider share. */
export function openModelAccess(options: ModelAccessOptions): ModelAccess {
  const { maxCalls, maxCostUsd } = options;
  const budget = createBudget({ maxCalls: maxCalls ?? null, maxCostUsd: maxCostUsd ?? null });
  const { concurrency } = options;
  const traffic = createTrafficControl({ budget, ...(concurrency === undefined ? {} : { concurrency }) });
  const models: Models = openModels({
    folder: options.folder,
    variables: options.variables,
    deployments: options.deployments,
    record: options.record,
    traffic: traffic.wrap,
    heard: traffic.learn,
  });
  return { model: (id) => models.model(id), close: () => models.close() };
}
