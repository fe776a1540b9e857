import { ConfigError } from "../core/errors.ts";
import { type Model, type ModelAbilities, ModelError, type ModelReply, type ModelRequest } from "../core/model.ts";
import type { Json } from "../core/types.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Http } from "./http.ts";
import { objectOf } from "./reply-json.ts";
import type { AnswerHeaders } from "./traffic/retry-after.ts";
import type { WireFormat } from "./wire-format.ts";

export interface RemoteModel {
  readonly id: string;
  /** As the provider names it. */
  readonly model: string;
  readonly format: WireFormat;
  readonly endpoint: Endpoint;
  readonly abilities: ModelAbilities;
  readonly http: Http;
  /** Null where the caller's signal ends a call that takes too long. */
  readonly timeoutMs: number | null;
  /** What the reply cost in US dollars; null where that is not known. */
  readonly cost: (reply: ModelReply) => number | null;
  readonly heard?: ((headers: AnswerHeaders) => void) | undefined;
  /** The nearest name to one that the provider does not know. */
  readonly nearest?: string | undefined;
}

/** A model behind a wire format: one call, one reply, no retry. */
export function remoteModel(remote: RemoteModel): Model {
  const { id, model, format, endpoint, abilities, http, timeoutMs, heard } = remote;
  return {
    id,
    abilities,
    ask: async (request, signal) => {
      try {
        const body = bodyOf(request, remote);
        const { url, headers, keys } = endpoint;
        const json = await http.post({ url, headers, keys, body, timeoutMs, heard }, signal);
        const reply = format.readReply(json);
        const ended = format.stops(model) ? reply : cutAtStop(reply, request.stop ?? []);
        return { ...ended, usage: { ...ended.usage, costUsd: remote.cost(ended) } };
      } catch (thrown) {
        throw thrown instanceof ModelError ? told(thrown, remote) : thrown;
      }
    },
  };
}

/** What the provider cannot do is left out of the request, but for images: without them the question is another. */
function bodyOf(request: ModelRequest, { id, model, format, abilities }: RemoteModel): Json {
  const { schema, topLogprobs, ...plain } = request;
  if (!abilities.images && request.messages.some((message) => (message.images ?? []).length > 0)) {
    throw new ModelError("bad_request", `${id} takes no images`);
  }
  const able: ModelRequest = {
    ...plain,
    ...(schema === undefined || !abilities.schema ? {} : { schema }),
    ...(topLogprobs === undefined || !abilities.logprobs ? {} : { topLogprobs }),
  };
  try {
    return format.toBody(able, model);
  } catch (thrown) {
    if (thrown instanceof ConfigError) throw new ModelError("bad_request", thrown.message, { cause: thrown });
    throw thrown;
  }
}

/** Does here what the model was not told: what comes behind a stop sequence is not part of the answer. */
function cutAtStop(reply: ModelReply, stop: readonly string[]): ModelReply {
  const ends = stop.map((sequence) => (sequence === "" ? -1 : reply.text.indexOf(sequence))).filter((at) => at !== -1);
  if (ends.length === 0) return reply;
  return { ...reply, text: reply.text.slice(0, Math.min(...ends)), finishReason: "stop" };
}

/** The same failure, without keys, and with a hint for a model that the provider does not know. */
function told(error: ModelError, { endpoint, nearest }: RemoteModel): ModelError {
  const hint = error.code === "unknown_model" && nearest !== undefined ? `; did you mean "${nearest}"?` : "";
  const message = endpoint.secrets.reduce((text, secret) => text.replaceAll(secret, "[key]"), error.message) + hint;
  return message === error.message ? error : error.with({ message });
}

/** The cost that a reply itself tells, in US dollars: OpenRouter's `usage.cost`. */
export function costTold(reply: ModelReply): number | null {
  const cost = objectOf(objectOf(reply.raw)["usage"])["cost"];
  if (typeof cost !== "number" || !Number.isFinite(cost) || cost < 0) return null;
  return reply.usage.inputTokens + reply.usage.outputTokens === 0 ? null : cost;
}
