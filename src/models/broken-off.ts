import { ModelError } from "../core/model.ts";
import type { Json } from "../core/types.ts";

/**
 * Reasons of servers that broke down while they answered: DeepSeek's, Z.ai's, OpenRouter's and the AI SDK's, and those
 * of vLLM and SGLang. What stands there was never the model's answer, however whole it looks.
 */
const BROKEN_OFF: ReadonlySet<Json | undefined> = new Set([
  "insufficient_system_resource",
  "network_error",
  "error",
  "abort",
  "aborted",
  "cancelled",
  "canceled",
]);

/** Throws where an answer ended because whoever gave it failed. */
export function throwBrokenOff(reason: Json | undefined): void {
  if (!BROKEN_OFF.has(reason)) return;
  const code = reason === "insufficient_system_resource" ? "overloaded" : "transport";
  const message = `the answer was broken off (${String(reason)})`;
  throw new ModelError(code, message, { retryable: true, status: 200 });
}
