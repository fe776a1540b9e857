import type { ModelAbilities, ModelReply, ModelRequest } from "../core/model.ts";
import type { Json } from "../core/types.ts";

/**
 * How one kind of provider writes requests and replies. Pure: images in a request are bytes, `data:` URLs or web
 * addresses, never paths. `costUsd` of a reply is null; whoever knows the price fills it in.
 */
export interface WireFormat {
  /** What is added to the base URL. */
  path(model: string): string;
  /** Besides the key's header. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the format can carry to this model; a provider may do less. */
  abilities(model: string): ModelAbilities;
  /** Whether stop sequences can be sent. Where they cannot, the reply is cut at them. */
  stops(model: string): boolean;
  toBody(request: ModelRequest, model: string): Json;
  /** Throws a `ModelError` where the JSON is an error of the provider, or no reply of this format. */
  readReply(json: Json): ModelReply;
}
