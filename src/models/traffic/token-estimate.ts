import type { ModelRequest } from "../../core/model.ts";

/** Characters a token, for English and code; other scripts take more tokens, so their estimate is too low. */
const CHARACTERS_A_TOKEN = 4;

/**
 * About how many tokens a request will use, for pacing alone and never for money: its text, and the answer's limit
 * where there is one; images are not counted. It is set right when the reply tells the real number.
 */
export function estimateTokens(request: ModelRequest): number {
  let characters = 0;
  for (const message of request.messages) characters += message.content.length;
  return Math.ceil(characters / CHARACTERS_A_TOKEN) + (request.maxTokens ?? 0);
}
