import { type FinishReason, ModelError, type ModelReply } from "../../core/model.ts";
import type { Json } from "../../core/types.ts";
import { throwBrokenOff } from "../broken-off.ts";
import { countOf, isObject, objectOf, textOf } from "../reply-json.ts";

/**
 * A solver's answer as a reply. A text is the answer; so is a number or a truth value, which a program may well print.
 * A map has it under `output`, in either spelling of its other names; `error` says that there is none. Throws where no
 * answer is there, a `ModelError` unless the solver says so itself: nothing is ever taken for an empty one.
 */
export function readAnswer(answer: Json, request: { readonly id: string }): ModelReply {
  if (!isObject(answer)) return replyOf(plain(answer) ?? refuse(`its answer is ${kindOf(answer)}`), null);
  const { error, id } = answer;
  if (error !== undefined && error !== null && error !== false) {
    const message = textOf(error) ?? textOf(objectOf(error)["message"]) ?? "it gives no message";
    throw new Error(`the solver says that it failed: ${message.slice(0, 300)}`);
  }
  // Answers that went to the wrong rows would be scored as wrong ones.
  if (id !== undefined && id !== null && String(id) !== request.id) refuse("its answer has the id of another row");
  const { output } = answer;
  if (output === undefined) refuse(`its answer has no output, but ${keysOf(answer)}`);
  const text = plain(output) ?? refuse(`the output of its answer is ${kindOf(output)}`);
  const usage = objectOf(answer["usage"]);
  const cost = answer["cost_usd"] ?? answer["costUsd"] ?? usage["cost_usd"] ?? usage["costUsd"];
  return replyOf(text, {
    reasoning: textOf(answer["reasoning"]),
    finishReason: finishReasonOf(answer["finish_reason"] ?? answer["finishReason"]),
    usage: {
      calls: 1,
      inputTokens: countOf(usage["input_tokens"] ?? usage["inputTokens"] ?? usage["prompt_tokens"]),
      cachedTokens: countOf(usage["cached_tokens"] ?? usage["cachedTokens"]),
      outputTokens: countOf(usage["output_tokens"] ?? usage["outputTokens"] ?? usage["completion_tokens"]),
      reasoningTokens: countOf(usage["reasoning_tokens"] ?? usage["reasoningTokens"]),
      costUsd: costOf(cost),
    },
    raw: answer,
  });
}

/** An answer of which nothing else is known. */
export function replyOf(text: string, known: Partial<ModelReply> | null): ModelReply {
  return {
    text,
    reasoning: null,
    finishReason: "stop",
    logprobs: null,
    usage: { calls: 1, inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0, costUsd: null },
    model: null,
    raw: null,
    cached: false,
    ...known,
  };
}

/** The text of a plain value; null for nothing, a list or a map. */
export function plain(value: Json | undefined): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** A reason in the words of any of the common providers. */
export function finishReasonOf(reason: Json | undefined): FinishReason {
  if (reason === undefined || reason === null) return "stop";
  const word = String(reason).toLowerCase();
  throwBrokenOff(word);
  if (/^(?:length|max_tokens|max_output_tokens|truncated|model_context_window_exceeded)$/.test(word)) return "length";
  if (/^(?:refusal|refused|content[_-]filter|safety|prohibited_content|blocklist|recitation)$/.test(word)) {
    return "refusal";
  }
  if (/^(?:tool|tool_calls|tool_use|tool-calls|function_call)$/.test(word)) return "tool";
  return /^(?:stop|end_turn|stop_sequence|eos|done|completed)$/.test(word) ? "stop" : "other";
}

export function costOf(cost: Json | undefined): number | null {
  return typeof cost === "number" && Number.isFinite(cost) && cost >= 0 ? cost : null;
}

export function kindOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "nothing";
  return Array.isArray(value) ? "a list" : "a map";
}

/** No payload in a message: the names of what is there have to do. */
export function keysOf(answer: Json): string {
  const keys = Object.keys(objectOf(answer));
  return keys.length === 0 ? "nothing" : keys.slice(0, 8).join(", ").slice(0, 200);
}

function refuse(what: string): never {
  throw new ModelError("bad_reply", `the solver cannot be understood: ${what}`);
}
