import { onAbort } from "../../../src/models/traffic/abort.ts";
import type { Clock } from "../../../src/models/traffic/clock.ts";

/** Time that stands still until everybody waits, then jumps to the first who wakes. */
export interface VirtualClock extends Clock {
  /** Lets time pass until the work is settled; throws where nobody would ever wake. */
  run<T>(work: Promise<T>): Promise<T>;
  /** Timers that somebody still waits for. */
  readonly pending: number;
}

interface Timer {
  readonly at: number;
  readonly wake: () => void;
  off: boolean;
}

/** Time begins far from 0, where a clock of a long-lived process stands, so that rounding shows. */
export function createVirtualClock(startMs = 86_400_000, dateMs = Date.UTC(2026, 0, 5, 12)): VirtualClock {
  let now = startMs;
  const timers: Timer[] = [];

  const add = (timer: Timer) => {
    let low = 0;
    let high = timers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((timers[middle]?.at ?? 0) <= timer.at) low = middle + 1;
      else high = middle;
    }
    timers.splice(low, 0, timer);
  };

  return {
    now: () => now,
    date: () => dateMs + (now - startMs),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (!(ms >= 0)) throw new RangeError(`nobody can sleep ${ms} ms`);
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const timer: Timer = { at: now + ms, wake: resolve, off: false };
        add(timer);
        onAbort(signal, () => {
          timer.off = true;
          reject(signal.reason);
        });
      }),
    get pending() {
      return timers.filter((timer) => !timer.off).length;
    },
    run: async (work) => {
      let settled = false;
      const done = () => {
        settled = true;
      };
      work.then(done, done);
      for (;;) {
        // Everything that can happen without time passing happens first.
        await new Promise((resolve) => setImmediate(resolve));
        if (settled) return work;
        while (timers[0]?.off === true) timers.shift();
        const first = timers[0];
        if (first === undefined) throw new Error("the work waits for something that never comes");
        now = first.at;
        while (timers[0] !== undefined && timers[0].at <= now) {
          const timer = timers.shift();
          if (timer?.off === false) timer.wake();
        }
      }
    },
  };
}
