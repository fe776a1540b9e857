import type { ModelRequest } from "../../core/model.ts";

/**
 * Bytes of UTF-8 a token: about right for English and code, and for other scripts nearer than counting characters, as
 * these take more bytes and more tokens alike.
 */
const BYTES_A_TOKEN = 4;
/** What one image counts for. Providers charge from some 250 tokens (a small one) to some 1,600 (a large one). */
const TOKENS_AN_IMAGE = 1_000;

/** About how many tokens the input of a request has: its texts, its schema, and a flat number for each image. */
export function estimateInputTokens({ messages, schema }: ModelRequest): number {
  let bytes = schema === undefined ? 0 : Buffer.byteLength(JSON.stringify(schema.schema));
  let images = 0;
  for (const message of messages) {
    bytes += Buffer.byteLength(message.content);
    images += message.images?.length ?? 0;
  }
  return Math.ceil(bytes / BYTES_A_TOKEN) + images * TOKENS_AN_IMAGE;
}

/**
 * About how many tokens a request will use, for pacing: its input, and the answer's limit where there is one. It is set
 * right when the reply tells the real number.
 */
export function estimateTokens(request: ModelRequest): number {
  return estimateInputTokens(request) + (request.maxTokens ?? 0);
}
