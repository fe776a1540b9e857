import { type Model, ModelError } from "../core/model.ts";
import type { Context } from "../core/types.ts";

/** What one answer is scored with, and whether a spent budget kept any model from being asked meanwhile. */
export interface BudgetWatch {
  readonly context: Context;
  /** Null where none was kept from it. */
  readonly refusal: ModelError | null;
}

/**
 * Watches the models that an answer's checks ask. A judge reports a spent budget as any other failure, and a composite
 * goes on without it: its verdict would then be one that money made, and no word of it in the score.
 */
export function watchBudget(context: Context): BudgetWatch {
  const { model } = context;
  let refusal: ModelError | null = null;
  const watched = (asked: Model): Model => ({
    id: asked.id,
    abilities: asked.abilities,
    ask: async (request, signal) => {
      try {
        return await asked.ask(request, signal);
      } catch (thrown) {
        if (thrown instanceof ModelError && thrown.code === "budget") refusal = thrown;
        throw thrown;
      }
    },
  });
  return {
    context:
      model === undefined ? context : { ...context, model: async (id, retries) => watched(await model(id, retries)) },
    get refusal() {
      return refusal;
    },
  };
}
