import { ModelError } from "../../core/model.ts";
import { onAbort } from "./abort.ts";
import { checkNumber } from "./check-number.ts";
import { createWaitingLine } from "./waiting-line.ts";

export interface ConcurrencyOptions {
  /** How many calls may be under way at first; default 8, or `cap` where that is less. */
  readonly start?: number;
  /** Never more than this; default `start` where it is given, else 64. */
  readonly cap?: number;
}

/** How many calls to one provider are under way at once: as many as it bears. */
export interface Concurrency {
  readonly limit: number;
  readonly running: number;
  readonly waiting: number;
  /** Waits for its turn, then works. Rejects with the signal's reason when that is aborted while it waits. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

const DEFAULT_START = 8;
const DEFAULT_CAP = 64;
/** What is left of the limit after a refusal. */
const DECREASE = 0.7;
/** One round of calls that went well gives back this share of the cap, at least one call. */
const INCREASE = 1 / 20;

/**
 * Additive increase, multiplicative decrease (Chiu and Jain 1989), with the slow start of TCP: until the first refusal
 * each call that went well adds one, so the limit doubles with each round and costs a long run next to nothing.
 *
 * One refusal of many calls that were under way together lowers the limit once: they all saw the same moment.
 */
export function createConcurrency(options: ConcurrencyOptions = {}): Concurrency {
  const cap = options.cap ?? options.start ?? DEFAULT_CAP;
  const start = options.start ?? Math.min(DEFAULT_START, cap);
  checkNumber("concurrency", start, { least: 1, whole: true });
  checkNumber("concurrency_cap", cap, { least: 1, whole: true });

  const line = createWaitingLine<() => void>();
  let allowed = Math.min(start, cap);
  let running = 0;
  let refusals = 0;

  const admit = () => {
    while (running < Math.floor(allowed) && line.length > 0) {
      running++;
      line.serve()?.();
    }
  };
  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      let forget = () => {};
      const leave = line.join(() => {
        forget();
        resolve();
      });
      forget = onAbort(signal, () => {
        leave();
        reject(signal.reason);
      });
    });
  const grow = () => {
    // A limit that nobody reaches has not been tried, so there is no reason to raise it.
    if (running < Math.floor(allowed) && line.length === 0) return;
    const step = refusals === 0 ? 1 : Math.max(1, cap * INCREASE) / allowed;
    allowed = Math.min(cap, allowed + step);
  };
  const shrink = (refusalsAtStart: number) => {
    if (refusalsAtStart !== refusals) return;
    refusals++;
    allowed = Math.max(1, allowed * DECREASE);
  };

  return {
    get limit() {
      return Math.floor(allowed);
    },
    get running() {
      return running;
    },
    get waiting() {
      return line.length;
    },
    run: async (work, signal) => {
      signal.throwIfAborted();
      if (running < Math.floor(allowed) && line.length === 0) running++;
      else await turn(signal);
      const refusalsAtStart = refusals;
      try {
        const done = await work();
        grow();
        return done;
      } catch (thrown) {
        if (isRefusal(thrown)) shrink(refusalsAtStart);
        throw thrown;
      } finally {
        running--;
        admit();
      }
    },
  };
}

/** The provider says that it is asked too much. A broken connection says nothing of the kind. */
function isRefusal(thrown: unknown): boolean {
  return thrown instanceof ModelError && (thrown.code === "rate_limit" || thrown.code === "overloaded");
}
