import { onAbort } from "./abort.ts";

/** Time as traffic sees it, so that tests need not wait. */
export interface Clock {
  /** Milliseconds that never run backwards; only differences mean anything. */
  now(): number;
  /** Milliseconds since 1970, to compare with dates that a provider sends. */
  date(): number;
  /** Resolves no earlier than `ms` from now; rejects with the signal's reason when that is aborted first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The longest delay a timer takes; a longer one would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const until = performance.now() + ms;
      let timer: NodeJS.Timeout | undefined;
      const forget = onAbort(signal, () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
      if (signal.aborted) return;
      // A timer may fire up to a millisecond early, so the clock is asked again.
      const look = () => {
        const left = until - performance.now();
        if (left > 0) {
          timer = setTimeout(look, Math.min(Math.ceil(left), LONGEST_TIMER));
          return;
        }
        forget();
        resolve();
      };
      look();
    }),
};
