import type { Model, ModelReply, ModelRequest } from "../../core/model.ts";
import { onAbort } from "./abort.ts";

/** Where replies are kept. A store that fails throws, and so does the call: a run must not go on half recorded. */
export interface ReplyCache {
  get(key: string): ModelReply | null | Promise<ModelReply | null>;
  put(key: string, reply: ModelReply): void | Promise<void>;
}

export interface CacheOptions {
  readonly store: ReplyCache;
  /** Over everything that shapes the answer, the model, its address and the repetition included. */
  readonly key: (request: ModelRequest, model: string) => string;
}

interface Caller {
  readonly answer: (reply: ModelReply) => void;
  readonly fail: (thrown: unknown) => void;
}

interface Flight {
  readonly callers: Set<Caller>;
  readonly controller: AbortController;
}

/**
 * Asks each thing once. A repeated call gets the first reply with its figures, marked `cached`; identical calls under
 * way at the same time share one, and one of them alone is charged. Failures are never kept. A shared call is aborted
 * when the last of those who wait for it has left.
 */
export function withCache(model: Model, { store, key: keyOf }: CacheOptions): Model {
  const flights = new Map<string, Flight>();

  const look = async (key: string, request: ModelRequest, signal: AbortSignal): Promise<ModelReply> => {
    const known = await store.get(key);
    if (known !== null) return { ...known, cached: true };
    const reply = await model.ask(request, signal);
    await store.put(key, reply);
    return reply;
  };
  const start = (key: string, request: ModelRequest): Flight => {
    const flight: Flight = { callers: new Set(), controller: new AbortController() };
    const landed = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    flights.set(key, flight);
    look(key, request, flight.controller.signal).then(
      (reply) => {
        landed();
        const [payer, ...others] = flight.callers;
        payer?.answer(reply);
        for (const caller of others) caller.answer({ ...reply, cached: true });
      },
      (thrown: unknown) => {
        landed();
        for (const caller of flight.callers) caller.fail(thrown);
      },
    );
    return flight;
  };

  return {
    id: model.id,
    abilities: model.abilities,
    ask: (request, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const key = keyOf(request, model.id);
        const flight = flights.get(key) ?? start(key, request);
        let forget = () => {};
        const caller: Caller = {
          answer: (reply) => {
            forget();
            resolve(reply);
          },
          fail: (thrown) => {
            forget();
            reject(thrown);
          },
        };
        flight.callers.add(caller);
        forget = onAbort(signal, () => {
          flight.callers.delete(caller);
          reject(signal.reason);
          if (flight.callers.size > 0) return;
          // Nobody may join a call that is being aborted.
          if (flights.get(key) === flight) flights.delete(key);
          flight.controller.abort(signal.reason);
        });
      }),
  };
}

/** Keeps replies for as long as the process runs; beyond `maxEntries` the oldest leaves. */
export function createMemoryCache(maxEntries = 10_000): ReplyCache {
  const replies = new Map<string, ModelReply>();
  return {
    get: (key) => replies.get(key) ?? null,
    put: (key, reply) => {
      replies.set(key, reply);
      if (replies.size <= maxEntries) return;
      for (const oldest of replies.keys()) {
        replies.delete(oldest);
        return;
      }
    },
  };
}
