import { ModelError } from "../../core/model.ts";
import { onAbort } from "./abort.ts";
import { checkNumber } from "./check-number.ts";
import type { Clock } from "./clock.ts";
import { inSeconds } from "./duration.ts";
import { type LearnedLimit, readRateHeaders } from "./rate-headers.ts";
import type { AnswerHeaders } from "./retry-after.ts";
import { createTokenBucket } from "./token-bucket.ts";
import { createWaitingLine } from "./waiting-line.ts";

export interface RateLimitOptions {
  readonly clock: Clock;
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  /** A limit that the provider sets back later than this, in milliseconds, is not waited for; default 60,000. */
  readonly maxWaitMs?: number;
}

/** Requests and tokens a minute of one provider: as configured, and as its answers tell. */
export interface RateLimit {
  /** Waits until a call of so many tokens may be sent, in the order of asking. */
  take(tokens: number, signal: AbortSignal): Promise<void>;
  /** Tells what a call really used, so that an estimate does not count for longer than it must. */
  settle(estimated: number, used: number): void;
  /**
   * Reads the headers of an answer. A refusal with `retry-after` concerns the one call and does not stop the others,
   * unless the headers say that the limit is global or that nothing is left of it.
   */
  learn(headers: AnswerHeaders): void;
}

interface Waiter {
  readonly tokens: number;
  readonly go: () => void;
  readonly refuse: (error: ModelError) => void;
}

/** What was learned about one limit. After its reset it says nothing any more. */
interface Rest {
  remaining: number;
  readonly resetAt: number;
}

const DEFAULT_MAX_WAIT = 60_000;

export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { clock, maxWaitMs = DEFAULT_MAX_WAIT } = options;
  const bucket = (what: string, perMinute: number | undefined) => {
    if (perMinute === undefined) return null;
    checkNumber(what, perMinute, { least: 1, whole: false });
    return createTokenBucket(perMinute, clock.now());
  };
  const requests = bucket("requests_per_minute", options.requestsPerMinute);
  const tokens = bucket("tokens_per_minute", options.tokensPerMinute);
  const line = createWaitingLine<Waiter>();
  let requestsLeft: Rest | null = null;
  let tokensLeft: Rest | null = null;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  /** Ends the sleep of the one loop that serves the line; null while no loop runs. */
  let sleeping: AbortController | null = null;

  /** How long the provider's own word holds a call back. */
  const learnedWait = (amount: number, now: number): number => {
    const until = Math.max(pausedUntil, heldUntil(requestsLeft, 1), heldUntil(tokensLeft, amount));
    return until > now ? Math.ceil(until - now) : 0;
  };
  const send = (waiter: Waiter, now: number) => {
    requests?.take(1, now);
    tokens?.take(waiter.tokens, now);
    if (requestsLeft !== null) requestsLeft.remaining -= 1;
    if (tokensLeft !== null) tokensLeft.remaining -= waiter.tokens;
    line.serve();
    waiter.go();
  };
  /** Serves from the front until somebody must wait; returns for how long, 0 when the line is empty. */
  const serve = (): number => {
    for (let waiter = line.first(); waiter !== undefined; waiter = line.first()) {
      const now = clock.now();
      const told = learnedWait(waiter.tokens, now);
      if (told > maxWaitMs) {
        line.serve();
        waiter.refuse(tooLong(told, maxWaitMs));
        continue;
      }
      const wait = Math.max(told, requests?.waitFor(1, now) ?? 0, tokens?.waitFor(waiter.tokens, now) ?? 0);
      if (wait > 0) return wait;
      send(waiter, now);
    }
    return 0;
  };
  const serveAll = async (): Promise<void> => {
    if (sleeping !== null) return;
    for (let wait = serve(); wait > 0; wait = serve()) {
      const sleep = new AbortController();
      sleeping = sleep;
      // Woken early because somebody left or something was learned: the loop looks again.
      await clock.sleep(wait, sleep.signal).catch(() => {});
      sleeping = null;
    }
  };
  const lookAgain = () => {
    if (sleeping === null) void serveAll();
    else sleeping.abort();
  };

  return {
    take: (amount, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        let forget = () => {};
        const settled = (settle: () => void) => () => {
          forget();
          settle();
        };
        const leave = line.join({
          tokens: amount,
          go: settled(resolve),
          refuse: (error) => settled(() => reject(error))(),
        });
        forget = onAbort(signal, () => {
          leave();
          reject(signal.reason);
          lookAgain();
        });
        void serveAll();
      }),
    settle: (estimated, used) => {
      if (tokens === null || estimated === used) return;
      tokens.giveBack(estimated - used, clock.now());
      if (used < estimated && sleeping !== null) lookAgain();
    },
    learn: (headers) => {
      const learned = readRateHeaders(headers, clock.date());
      const now = clock.now();
      requestsLeft = newer(requestsLeft, learned.requests, now);
      tokensLeft = newer(tokensLeft, learned.tokens, now);
      if (learned.pauseMs !== null) pausedUntil = Math.max(pausedUntil, now + learned.pauseMs);
    },
  };
}

function heldUntil(rest: Rest | null, amount: number): number {
  // A call larger than what is left waits for the reset; after it, the provider decides.
  return rest !== null && rest.remaining < amount ? rest.resetAt : Number.NEGATIVE_INFINITY;
}

/**
 * Answers overtake one another, and calls under way are not in the rest they tell. So until its reset a rest only
 * gives way to a smaller one; after it the next answer counts as it is.
 */
function newer(known: Rest | null, learned: LearnedLimit | null, now: number): Rest | null {
  const current = known !== null && known.resetAt > now ? known : null;
  if (learned === null || (current !== null && learned.remaining > current.remaining)) return current;
  return { remaining: learned.remaining, resetAt: now + learned.resetMs };
}

function tooLong(wait: number, ceiling: number): ModelError {
  return new ModelError(
    "rate_limit",
    `the provider takes no call for ${inSeconds(wait)}, and at most ${inSeconds(ceiling)} are waited`,
    { retryable: true, retryAfterMs: wait, scope: "account" },
  );
}
