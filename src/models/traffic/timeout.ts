import { type Model, ModelError } from "../../core/model.ts";
import { onAbort } from "./abort.ts";
import { checkNumber } from "./check-number.ts";
import type { Clock } from "./clock.ts";
import { inSeconds } from "./duration.ts";

export interface TimeoutOptions {
  readonly clock: Clock;
  /** Milliseconds; null for no limit. */
  readonly timeoutMs: number | null;
  /** `call`: one attempt, which may be tried again. `total`: a call with all its retries, which is then over. */
  readonly of: "call" | "total";
}

/**
 * Ends a call whose time is over with a `timeout` error. What runs gets a signal of its own, so the socket is closed;
 * even a model that does not listen to it is not waited for.
 */
export function withTimeout(model: Model, { clock, timeoutMs, of }: TimeoutOptions): Model {
  if (timeoutMs === null) return model;
  checkNumber(of === "call" ? "timeout" : "deadline", timeoutMs, { least: 1, whole: false });
  const late = () =>
    of === "call"
      ? new ModelError("timeout", `no reply within ${inSeconds(timeoutMs)}`, { retryable: true })
      : new ModelError("timeout", `no reply within the total of ${inSeconds(timeoutMs)} for a call and its retries`);
  return {
    id: model.id,
    abilities: model.abilities,
    ask: (request, signal) => withinTime((inner) => model.ask(request, inner), { clock, timeoutMs, signal, late }),
  };
}

/** Without a reason of ours each call would make an exception with a stack, which costs more than the timer. */
const CALLED_OFF = "the work ended before its time";

interface Limits {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly late: () => Error;
}

function withinTime<T>(work: (signal: AbortSignal) => Promise<T>, limits: Limits): Promise<T> {
  const { clock, timeoutMs, signal, late } = limits;
  return new Promise((resolve, reject) => {
    const socket = new AbortController();
    const timer = new AbortController();
    let over = false;
    const end = (settle: () => void) => {
      if (over) return;
      over = true;
      forget();
      timer.abort(CALLED_OFF);
      settle();
    };
    const stop = (reason: unknown) =>
      end(() => {
        reject(reason);
        socket.abort(reason);
      });
    let forget = () => {};
    forget = onAbort(signal, () => stop(signal.reason));
    if (over) return;
    clock.sleep(timeoutMs, timer.signal).then(
      () => stop(late()),
      () => {
        // The timer was called off: the work ended before it.
      },
    );
    work(socket.signal).then(
      (done) => end(() => resolve(done)),
      (thrown: unknown) => end(() => reject(thrown)),
    );
  });
}
