import { isPromise } from "./boundary.ts";
import { TimeLimitExceeded } from "./time-limit.ts";
import type { Context } from "./types.ts";

/**
 * Calls code that is not ours, and waits for its answer no longer than the context's `timeLimitMs`: a promise that never
 * settles would hold up a whole run. Rejects with a `TimeLimitExceeded`, and aborts the signal that the code was given.
 *
 * While the code waits for a model or the sandbox no time counts, and afterwards it counts from the start: these have
 * limits of their own, and how long a call stands in line says nothing of the check. Code that never lets go of the thread cannot be
 * stopped here.
 */
export function patiently<T>(work: (context: Context) => T | Promise<T>, context: Context): T | Promise<T> {
  const { timeLimitMs } = context;
  if (timeLimitMs === undefined) return work(context);
  let asking = 0;
  let timer: NodeJS.Timeout | undefined;
  let ending: AbortController | undefined;
  let signal: AbortSignal | undefined;
  const ask = async <R>(call: () => Promise<R>): Promise<R> => {
    asking++;
    try {
      return await call();
    } finally {
      asking--;
      timer?.refresh();
    }
  };
  const { model, sandbox } = context;
  const limited: Context = {
    ...context,
    // Made when it is read: most checks answer at once, and making one costs more than they do.
    get signal() {
      ending ??= new AbortController();
      signal ??= AbortSignal.any([context.signal, ending.signal]);
      return signal;
    },
    ...(model === undefined
      ? {}
      : {
          model: async (id, retries) => {
            const asked = await ask(() => model(id, retries));
            const { id: name, abilities } = asked;
            return { id: name, abilities, ask: (request, until) => ask(() => asked.ask(request, until)) };
          },
        }),
    ...(sandbox === undefined
      ? {}
      : {
          sandbox: async () => {
            const held = await ask(sandbox);
            return { kind: held.kind, judgeProgram: (task, until) => ask(() => held.judgeProgram(task, until)) };
          },
        }),
  };
  const answer = work(limited);
  if (!isPromise(answer)) return answer;
  return new Promise((resolve, reject) => {
    const late = () => {
      // The end of that call starts the time anew.
      if (asking > 0) return;
      timer = undefined;
      const error = new TimeLimitExceeded(timeLimitMs);
      reject(error);
      ending?.abort(error);
    };
    timer = setTimeout(late, timeLimitMs);
    Promise.resolve(answer)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        timer = undefined;
      });
  });
}
