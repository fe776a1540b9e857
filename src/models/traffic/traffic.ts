import { type Model, ModelError, type ModelErrorCode, type ModelReply, type ModelRequest } from "../../core/model.ts";
import type { Retries } from "../../core/types.ts";
import type { Budget } from "./budget.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createConcurrency } from "./concurrency.ts";
import { createRateLimit } from "./rate-limit.ts";
import { createRefusals } from "./refusals.ts";
import { type RetrySchedule, withRetry } from "./retry.ts";
import type { AnswerHeaders } from "./retry-after.ts";
import { withTimeout } from "./timeout.ts";
import { estimateTokens } from "./token-estimate.ts";

export interface TrafficOptions extends RetrySchedule {
  /** Calls under way at first; default 8. It is also the most there will be, unless `concurrencyCap` says otherwise. */
  readonly concurrency?: number;
  readonly concurrencyCap?: number;
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  /** Time for one attempt, in milliseconds, waiting not included; null for no limit. Default 600,000. */
  readonly timeoutMs?: number | null;
  /** Shared with everything else that spends the same money. */
  readonly budget?: Budget;
  /** What a request costs at most in US dollars, for the budget; null where that is not known. */
  readonly estimateUsd?: (model: string, request: ModelRequest) => number | null;
  readonly observe?: (attempt: AttemptRecord) => void;
  readonly clock?: Clock;
  /** A number in [0, 1). */
  readonly random?: () => number;
}

/** One request that was sent. */
export interface AttemptRecord {
  readonly model: string;
  readonly request: ModelRequest;
  /** From sending to the reply or failure, in milliseconds: no queue, no limit and no back-off is in it. */
  readonly latencyMs: number;
  readonly reply: ModelReply | null;
  /** Null with a reply. `aborted` where the caller gave up, `exception` for what is no model's failure. */
  readonly failure: ModelErrorCode | "aborted" | "exception" | null;
}

/** The traffic with one provider. All of its models go through the same limits. */
export interface Traffic {
  /** Calls that may be under way now. */
  readonly concurrency: number;
  /** Retried as told; what is not told is as in the options. */
  wrap(model: Model, retries?: Retries): Model;
  /** To be told the headers of each answer, refusals included. */
  learn(headers: AnswerHeaders): void;
}

/**
 * From the outside in: the end of a model that is refused; the total deadline; retries, which wait without holding a place; the place in the line; the rate;
 * the budget, which counts what is really sent; the time for one attempt, which begins when all waiting is over. A cache
 * belongs around it all, so that what is known costs nothing.
 */
export function createTraffic(options: TrafficOptions = {}): Traffic {
  const { clock = systemClock, random = Math.random, budget, deadlineMs = null, timeoutMs = 600_000 } = options;
  const concurrency = createConcurrency({
    ...(options.concurrency === undefined ? {} : { start: options.concurrency }),
    ...(options.concurrencyCap === undefined ? {} : { cap: options.concurrencyCap }),
  });
  const rate = createRateLimit({ ...options, clock });
  const refusals = createRefusals(clock);

  const paced = (model: Model): Model => {
    const send = withTimeout(timed(model, clock, options.observe), { clock, timeoutMs, of: "call" });
    const ask = async (request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
      const tokens = estimateTokens(request);
      await rate.take(tokens, signal);
      const work = () => send.ask(request, signal);
      const estimate = options.estimateUsd?.(model.id, request) ?? null;
      const reply = await (budget === undefined ? work() : budget.run(model.id, work, signal, estimate));
      rate.settle(tokens, reply.usage.inputTokens + reply.usage.outputTokens);
      return reply;
    };
    return {
      id: model.id,
      abilities: model.abilities,
      ask: async (request, signal) => {
        // Once the money is gone nobody has to wait in line to hear it.
        budget?.check();
        return concurrency.run(() => ask(request, signal), signal);
      },
    };
  };

  return {
    get concurrency() {
      return concurrency.limit;
    },
    wrap: (model, retries = {}) => {
      const tried = withRetry(paced(model), { ...options, ...scheduleOf(retries), clock, random });
      return refusals(withTimeout(tried, { clock, timeoutMs: deadlineMs, of: "total" }));
    },
    learn: rate.learn,
  };
}

function scheduleOf({ most, delayMs }: Retries): RetrySchedule {
  return {
    ...(most === undefined ? {} : { maxRetries: most }),
    ...(delayMs === undefined ? {} : { baseDelayMs: delayMs }),
  };
}

/** One model with a provider to itself. Models that share a provider are wrapped by one `createTraffic`. */
export function withTraffic(model: Model, options: TrafficOptions = {}): Model {
  return createTraffic(options).wrap(model);
}

/** Measures each attempt. A reply from a recording keeps the latency that it was recorded with. */
function timed(model: Model, clock: Clock, observe: TrafficOptions["observe"]): Model {
  return {
    id: model.id,
    abilities: model.abilities,
    ask: async (request, signal) => {
      const sent = clock.now();
      const tell = (reply: ModelReply | null, failure: AttemptRecord["failure"]) =>
        observe?.({ model: model.id, request, latencyMs: clock.now() - sent, reply, failure });
      try {
        const reply = await model.ask(request, signal);
        tell(reply, null);
        return reply.cached ? reply : { ...reply, latencyMs: Math.round(clock.now() - sent) };
      } catch (thrown) {
        tell(null, failureOf(thrown, signal));
        throw thrown;
      }
    },
  };
}

function failureOf(thrown: unknown, signal: AbortSignal): AttemptRecord["failure"] {
  if (signal.aborted) return signal.reason instanceof ModelError ? signal.reason.code : "aborted";
  return thrown instanceof ModelError ? thrown.code : "exception";
}
