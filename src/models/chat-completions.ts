import type { FinishReason, Message, ModelReply, ModelRequest } from "../core/model.ts";
import type { Json } from "../core/types.ts";
import { throwBrokenOff } from "./broken-off.ts";
import { toImageUrl } from "./image-bytes.ts";
import { isReasoningModel } from "./openai-models.ts";
import { throwFault } from "./provider-fault.ts";
import {
  badReply,
  countOf,
  isObject,
  type JsonObject,
  joined,
  listOf,
  objectOf,
  textOf,
  usageOf,
} from "./reply-json.ts";
import { isStrictSchema } from "./schema-strictness.ts";
import { splitThinkBlock } from "./think-block.ts";
import { readLegacyLogprobs, readTokenLogprobs } from "./token-logprobs.ts";
import type { WireFormat } from "./wire-format.ts";

/** OpenAI's chat completions, and what the many compatible servers make of them. */
export const chatCompletions: WireFormat = {
  path: () => "/chat/completions",
  headers: {},
  abilities: (model) => ({ images: true, schema: true, logprobs: !isReasoningModel(model) }),
  stops: (model) => !isReasoningModel(model),
  toBody,
  readReply,
};

function toBody(request: ModelRequest, model: string): Json {
  const reasons = isReasoningModel(model);
  const { temperature, seed, maxTokens, stop, schema, topLogprobs, reasoningEffort } = request;
  return {
    model,
    messages: request.messages.map(toMessage),
    ...(temperature === undefined || reasons ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    ...(maxTokens === undefined ? {} : { [reasons ? "max_completion_tokens" : "max_tokens"]: maxTokens }),
    // OpenAI takes four at most and says so itself: dropping the fifth would change the answer unseen.
    ...(stop === undefined || stop.length === 0 || reasons ? {} : { stop }),
    ...(schema === undefined
      ? {}
      : {
          response_format: {
            type: "json_schema",
            json_schema: { name: schema.name, schema: schema.schema, strict: isStrictSchema(schema.schema) },
          },
        }),
    ...(topLogprobs === undefined || reasons ? {} : { logprobs: true, top_logprobs: topLogprobs }),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
  };
}

function toMessage({ role, content, images = [] }: Message): Json {
  if (images.length === 0) return { role, content };
  const parts: Json[] = images.map((image) => ({ type: "image_url", image_url: { url: toImageUrl(image) } }));
  return { role, content: content === "" ? parts : [...parts, { type: "text", text: content }] };
}

function readReply(json: Json): ModelReply {
  throwFault(json, "chat completions");
  const body = objectOf(json);
  const [choice] = listOf(body["choices"]);
  if (!isObject(choice)) throw badReply("a chat completion without choices");
  // OpenRouter tells of a failure of its upstream within the choice.
  throwFault({ error: choice["error"] ?? null }, "chat completions");
  throwBrokenOff(choice["finish_reason"]);
  const message = objectOf(choice["message"]);
  const answer = readContent(message, choice);
  const refusal = textOf(message["refusal"]) || answer.refusal;
  const calls = listOf(message["tool_calls"]).length > 0 || isObject(message["function_call"]);
  return {
    text: answer.text === "" ? (refusal ?? "") : answer.text,
    reasoning: joined([readReasoning(message), answer.reasoning], "\n"),
    finishReason: refusal ? "refusal" : finishOf(choice["finish_reason"], calls),
    logprobs: readTokenLogprobs(objectOf(choice["logprobs"])["content"]) ?? readLegacyLogprobs(choice["logprobs"]),
    usage: readUsage(objectOf(body["usage"])),
    model: textOf(body["model"]),
    raw: json,
    cached: false,
  };
}

interface Content {
  readonly text: string;
  readonly reasoning: string | null;
  readonly refusal: string | null;
}

/** Content is null (a refusal, a tool call, thoughts that took all tokens), a text, or a list of parts. */
function readContent(message: JsonObject, choice: JsonObject): Content {
  const content = message["content"];
  if (!Array.isArray(content)) {
    return { ...splitThinkBlock(textOf(content) ?? textOf(choice["text"]) ?? ""), refusal: null };
  }
  const parts = content.map(objectOf);
  const texts = parts.filter((part) => part["type"] !== "thinking").map((part) => textOf(part["text"]));
  const thoughts = parts.flatMap((part) => [
    textOf(part["thinking"]),
    ...listOf(part["thinking"]).map((piece) => textOf(objectOf(piece)["text"])),
  ]);
  const split = splitThinkBlock(joined(texts) ?? "");
  return {
    text: split.text,
    reasoning: joined([joined(thoughts), split.reasoning], "\n"),
    refusal: joined(parts.map((part) => textOf(part["refusal"]))),
  };
}

/** DeepSeek, vLLM and Kimi say `reasoning_content`, OpenRouter and newer vLLM `reasoning`, others give a list. */
function readReasoning(message: JsonObject): string | null {
  const plain = textOf(message["reasoning_content"]) || textOf(message["reasoning"]) || textOf(message["thinking"]);
  if (plain) return plain;
  const details = listOf(message["reasoning_details"]).map(objectOf);
  return joined(details.map((detail) => textOf(detail["text"]) ?? textOf(detail["summary"])));
}

function finishOf(reason: Json | undefined, calls: boolean): FinishReason {
  switch (reason) {
    case "length":
    case "max_tokens":
    case "model_length":
      return "length";
    case "content_filter":
    case "refusal":
    case "sensitive":
      return "refusal";
    case "tool_calls":
    case "function_call":
      return "tool";
    case "stop":
    case "end_turn":
    case "eos":
    case "eos_token":
    case "stop_sequence":
      return calls ? "tool" : "stop";
    default:
      return calls ? "tool" : "other";
  }
}

function readUsage(usage: JsonObject) {
  const input = objectOf(usage["prompt_tokens_details"]);
  const output = objectOf(usage["completion_tokens_details"]);
  return usageOf({
    input: countOf(usage["prompt_tokens"]),
    // OpenAI's place, then DeepSeek's, then Kimi's.
    cached:
      countOf(input["cached_tokens"]) || countOf(usage["prompt_cache_hit_tokens"]) || countOf(usage["cached_tokens"]),
    output: countOf(usage["completion_tokens"]),
    reasoning: countOf(output["reasoning_tokens"]),
  });
}
