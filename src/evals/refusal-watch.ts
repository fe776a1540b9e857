import { type Model, ModelError } from "../core/model.ts";
import type { Context } from "../core/types.ts";
import type { HeldRows } from "./held-rows.ts";

/** A refusal of a model that a check asked. */
export interface WatchedRefusal {
  readonly model: string;
  readonly error: ModelError;
}

/** What one answer is scored with, and what kept its checks from asking their models meanwhile. */
export interface RefusalWatch {
  readonly context: Context;
  /** Nothing more is sent: the budget is spent, or a model refuses everything. Null where that is not so. */
  readonly stop: ModelError | null;
  /** The last refusal that may be the account's or the model's; null where there was none. */
  readonly doubt: WatchedRefusal | null;
}

/**
 * Watches the models that an answer's checks ask. A judge reports a spent budget or a refused key as any other failure, and
 * a composite goes on without it: its verdict would then be one that money made, and no word of it in the score.
 */
export function watchRefusals(context: Context, held: Pick<HeldRows<never>, "heard">): RefusalWatch {
  const { model } = context;
  let stop: ModelError | null = null;
  let doubt: WatchedRefusal | null = null;
  const watched = (asked: Model): Model => ({
    id: asked.id,
    abilities: asked.abilities,
    ask: async (request, signal) => {
      try {
        const reply = await asked.ask(request, signal);
        // A reply that was kept says nothing of what the model would say now.
        if (!reply.cached) held.heard(asked.id, "answer");
        return reply;
      } catch (thrown) {
        if (thrown instanceof ModelError) {
          if (thrown.scope === "run") stop = thrown;
          else if (thrown.scope === "account") doubt = { model: asked.id, error: thrown };
          else held.heard(asked.id, "failure");
        }
        throw thrown;
      }
    },
  });
  return {
    context:
      model === undefined ? context : { ...context, model: async (id, retries) => watched(await model(id, retries)) },
    get stop() {
      return stop;
    },
    get doubt() {
      return doubt;
    },
  };
}
