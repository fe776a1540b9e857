import type { Model } from "../core/model.ts";
import type { Retries } from "../core/types.ts";
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
  model(id: string, retries?: Retries): Promise<Model>;
  close(): Promise<void>;
}

/**
 * Models by name. All share one budget; those that are retried alike, which is nearly always all, share the limits of
 * their provider too.
 */
export function openModelAccess(options: ModelAccessOptions): ModelAccess {
  const { maxCalls, maxCostUsd, concurrency } = options;
  const budget = createBudget({ maxCalls: maxCalls ?? null, maxCostUsd: maxCostUsd ?? null });
  const opened = new Map<string, Models>();
  const modelsFor = (retries: Retries): Models => {
    const key = `${retries.most}/${retries.delayMs}`;
    const known = opened.get(key);
    if (known !== undefined) return known;
    const traffic = createTrafficControl({
      budget,
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(retries.most === undefined ? {} : { maxRetries: retries.most }),
      ...(retries.delayMs === undefined ? {} : { baseDelayMs: retries.delayMs }),
    });
    const { folder, variables, deployments, record } = options;
    const made = openModels({ folder, variables, deployments, record, traffic: traffic.wrap, heard: traffic.learn });
    opened.set(key, made);
    return made;
  };
  return {
    model: (id, retries = {}) => modelsFor(retries).model(id),
    close: async () => {
      for (const models of opened.values()) await models.close();
    },
  };
}
