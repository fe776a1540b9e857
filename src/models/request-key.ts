import { createHash } from "node:crypto";
import type { Message, ModelRequest } from "../core/model.ts";
import type { Json } from "../core/types.ts";

/**
 * The key of a request: equal for two requests that a model cannot tell apart, and for nothing else. `model` is left
 * out for recordings, which are found by what was asked alone. SHA-256 in hexadecimal.
 *
 * Images count by content; a path must have been read before. Which of several answers is asked for counts too. The
 * order of a schema's properties stays in: models write them in that order, and reason in the earlier ones.
 */
export function requestKey(request: ModelRequest, model?: string): string {
  const { temperature, seed, maxTokens, stop, schema, topLogprobs, reasoningEffort, repetition } = request;
  const shape: Json = [
    // Of the form of this list; recordings made with another one are not found.
    1,
    model ?? null,
    request.messages.map(messageShape),
    temperature ?? null,
    seed ?? null,
    maxTokens ?? null,
    stop ?? [],
    schema === undefined ? null : [schema.name, schema.schema],
    topLogprobs ?? null,
    reasoningEffort ?? null,
    repetition ?? 1,
  ];
  return digest(JSON.stringify(shape));
}

function messageShape({ role, content, images = [] }: Message): Json {
  return [role, content, images.map((image) => (typeof image === "string" ? image : [digest(image)]))];
}

function digest(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
