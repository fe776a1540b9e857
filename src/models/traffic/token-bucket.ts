const MINUTE = 60_000;

/** A limit a minute, as a bucket that fills steadily. It only counts; who waits, and how, is the caller's matter. */
export interface TokenBucket {
  /** Milliseconds until `amount` may be taken, 0 for now; whole ones, as no clock wakes for the hair of a fraction. */
  waitFor(amount: number, now: number): number;
  take(amount: number, now: number): void;
  /** Puts back what was taken and not used; a negative amount takes what was used beyond it. */
  giveBack(amount: number, now: number): void;
}

/**
 * A token bucket that keeps the limit in any 60 seconds, however they are cut, and not only on average: it holds one
 * second's worth `c` and fills by `(limit + 1 - c)` a minute, so `limit + 1` units never fit in less than a minute.
 * An amount above `c` waits for a full bucket and leaves it in debt, so a large call is paid for by those behind it.
 */
export function createTokenBucket(perMinute: number, startedAt: number): TokenBucket {
  const capacity = Math.max(1, perMinute / 60);
  const rate = (perMinute + 1 - capacity) / MINUTE;
  let level = capacity;
  let filledAt = startedAt;

  const fill = (now: number) => {
    if (now <= filledAt) return;
    level = Math.min(capacity, level + (now - filledAt) * rate);
    filledAt = now;
  };

  return {
    waitFor: (amount, now) => {
      fill(now);
      const missing = Math.min(amount, capacity) - level;
      return missing <= 0 ? 0 : Math.ceil(missing / rate);
    },
    take: (amount, now) => {
      fill(now);
      level -= amount;
    },
    giveBack: (amount, now) => {
      fill(now);
      level = Math.min(capacity, level + amount);
    },
  };
}
