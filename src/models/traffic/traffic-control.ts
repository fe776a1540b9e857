import type { Model } from "../../core/model.ts";
import type { Retries } from "../../core/types.ts";
import type { AnswerHeaders } from "./retry-after.ts";
import { createTraffic, type Traffic, type TrafficOptions } from "./traffic.ts";

/** The traffic of a run with all its providers. */
export interface TrafficControl {
  /** Retried as told; what is not told is as in the options. */
  wrap(model: Model, provider: string, retries?: Retries): Model;
  /** To be told the headers of each answer of that provider. */
  learn(headers: AnswerHeaders, provider: string): void;
}

/**
 * Keeps one `Traffic` for each provider, made when it is first asked, so that a slow provider holds up no other.
 * `options` may differ by provider; what they share, such as the budget, is shared because it is the same object.
 */
export function createTrafficControl(options: TrafficOptions | ((provider: string) => TrafficOptions)): TrafficControl {
  const known = new Map<string, Traffic>();
  const of = (provider: string): Traffic => {
    const before = known.get(provider);
    if (before !== undefined) return before;
    const traffic = createTraffic(typeof options === "function" ? options(provider) : options);
    known.set(provider, traffic);
    return traffic;
  };
  return {
    wrap: (model, provider, retries) => of(provider).wrap(model, retries),
    learn: (headers, provider) => of(provider).learn(headers),
  };
}
