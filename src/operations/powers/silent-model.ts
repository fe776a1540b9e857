import type { Model, ModelReply, ModelRequest } from "../../core/model.ts";
import { noUsage } from "../../core/usage.ts";

/** For dry runs: a model that notes what it is asked and declines, so that nobody asks it a second time. */
export function silentModel(model: Model, note: (request: ModelRequest) => Promise<void>): Model {
  return {
    id: model.id,
    abilities: model.abilities,
    ask: async (request) => {
      await note(request);
      return DECLINED;
    },
  };
}

const DECLINED: ModelReply = {
  text: "",
  reasoning: null,
  finishReason: "refusal",
  logprobs: null,
  usage: noUsage,
  model: null,
  raw: null,
  cached: true,
};
