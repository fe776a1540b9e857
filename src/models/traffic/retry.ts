import { type Model, ModelError, type ModelReply } from "../../core/model.ts";
import { checkNumber } from "./check-number.ts";
import type { Clock } from "./clock.ts";
import { inSeconds } from "./duration.ts";

const LONGEST_WAIT_MS = 60_000;

export interface RetrySchedule {
  /** How often a call is sent again; 0 for never. Default 5. */
  readonly maxRetries?: number;
  /** The longest back-off before the first retry, in milliseconds; it doubles with each. Default 500. */
  readonly baseDelayMs?: number;
  /** Where the doubling ends, in milliseconds; default 30,000. */
  readonly maxDelayMs?: number;
  /** A provider that asks to wait longer than this, in milliseconds, is not waited for. Default 60,000. */
  readonly maxWaitMs?: number;
  /** Time for a call with all its retries, in milliseconds; null, the default, for no limit. */
  readonly deadlineMs?: number | null;
}

export interface RetryOptions extends RetrySchedule {
  readonly clock: Clock;
  /** A number in [0, 1), for the jitter. */
  readonly random: () => number;
}

/** What comes after a failed attempt: a wait in milliseconds, or why there is none. */
export type RetryDecision = { readonly waitMs: number } | { readonly giveUp: string };

/**
 * Decides about one failed attempt. `attempts` counts those made, `spentMs` is the time since the first began.
 *
 * Full jitter (Brooker, "Exponential Backoff And Jitter", AWS 2015): anywhere between nothing and the back-off, so that
 * calls which failed together do not come back together. With a time from the provider the jitter comes on top of it,
 * never before it, and stays below `baseDelayMs`: the provider has already said how long is enough.
 */
export function decideRetry(
  failed: { readonly error: ModelError; readonly attempts: number; readonly spentMs: number },
  schedule: RetrySchedule,
  random: () => number,
): RetryDecision {
  const { maxRetries = 5, baseDelayMs = 500, maxDelayMs = 30_000, deadlineMs = null } = schedule;
  const { maxWaitMs = LONGEST_WAIT_MS } = schedule;
  const { error, attempts, spentMs } = failed;
  if (!error.retryable) return { giveUp: "it would fail again" };
  const asked = error.retryAfterMs;
  if (asked !== null && asked > maxWaitMs) {
    return { giveUp: `the provider asks to wait ${inSeconds(asked)}, and at most ${inSeconds(maxWaitMs)} are waited` };
  }
  if (maxRetries === 0) return { giveUp: "retries are off" };
  if (attempts > maxRetries) return { giveUp: "no retry is left" };
  const backOff = Math.min(maxDelayMs, baseDelayMs * 2 ** (attempts - 1));
  const waitMs = asked === null ? random() * backOff : asked + random() * Math.min(baseDelayMs, maxDelayMs);
  if (deadlineMs !== null && spentMs + waitMs >= deadlineMs) {
    return { giveUp: `the next wait of ${inSeconds(waitMs)} would pass the deadline of ${inSeconds(deadlineMs)}` };
  }
  return { waitMs };
}

/**
 * Sends a call again while its failure is one that may pass. The error of the last attempt is passed on with the number
 * of attempts and why there was no other; its code and status stay.
 */
export function withRetry(model: Model, options: RetryOptions): Model {
  const { clock, random } = options;
  checkNumber("max_retries", options.maxRetries ?? 0, { least: 0, whole: true });
  checkNumber("base_delay", options.baseDelayMs ?? 0, { least: 0, whole: false });
  checkNumber("max_delay", options.maxDelayMs ?? 0, { least: 0, whole: false });
  checkNumber("max_wait", options.maxWaitMs ?? 0, { least: 0, whole: false });
  return {
    id: model.id,
    abilities: model.abilities,
    ask: async (request, signal): Promise<ModelReply> => {
      const began = clock.now();
      for (let attempts = 1; ; attempts++) {
        try {
          return await model.ask(request, signal);
        } catch (thrown) {
          // Whoever aborted wants to see their own reason, whatever the socket made of it.
          signal.throwIfAborted();
          if (!(thrown instanceof ModelError)) throw thrown;
          const decision = decideRetry({ error: thrown, attempts, spentMs: clock.now() - began }, options, random);
          if ("giveUp" in decision) throw finalError(thrown, attempts, decision.giveUp, options.maxWaitMs);
          await clock.sleep(decision.waitMs, signal);
        }
      }
    },
  };
}

/** A first failure that no retry would mend says all there is to say. Who asks for a long wait would ask others for it, too. */
function finalError(error: ModelError, attempts: number, why: string, maxWaitMs = LONGEST_WAIT_MS): ModelError {
  if (!error.retryable && attempts === 1) return error;
  const count = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  const told = error.retryable ? `${count}; ${why}` : `at attempt ${attempts}`;
  const scope = error.retryable && (error.retryAfterMs ?? 0) > maxWaitMs ? "account" : error.scope;
  return error.with({ message: `${error.message} (${told})`, scope, cause: error });
}
