import type { ModelRequest } from "../core/model.ts";
import type { Price } from "./prices.ts";
import { estimateInputTokens } from "./traffic/token-estimate.ts";

/** What one call will take, before it is made. */
export interface CallEstimate {
  /** About. */
  readonly inputTokens: number;
  /** The most that the answer may have; null where the request sets no limit. */
  readonly outputTokens: number | null;
  /** US dollars for the input alone; null where the price is not known. */
  readonly lowUsd: number | null;
  /** US dollars where the answer uses its limit up; null where there is no limit, or the price is not known. */
  readonly highUsd: number | null;
}

/** Dense texts (digits, hashes, rare scripts) take about twice the tokens of prose; the upper bound allows for them. */
const DENSEST = 2;

/**
 * Estimates one call, for a dry run and for a budget. A price that is not known is null, never 0: it is undefined here
 * for a model without one, and it does not hold beyond `upTo` input tokens. What a provider's cache saves is not
 * counted on, as nobody can know it beforehand.
 */
export function estimateCall(request: ModelRequest, price: Price | undefined): CallEstimate {
  const inputTokens = estimateInputTokens(request);
  const outputTokens = request.maxTokens ?? null;
  const cost = (input: number, output: number): number | null => {
    if (price === undefined || (price.upTo !== undefined && input > price.upTo)) return null;
    return (input * price.input + output * price.output) / 1e6;
  };
  return {
    inputTokens,
    outputTokens,
    lowUsd: cost(inputTokens, 0),
    highUsd: outputTokens === null ? null : cost(inputTokens * DENSEST, outputTokens),
  };
}
