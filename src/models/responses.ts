import type { FinishReason, Message, ModelReply, ModelRequest } from "../core/model.ts";
import type { Json } from "../core/types.ts";
import { toImageUrl } from "./image-bytes.ts";
import { isReasoningModel } from "./openai-models.ts";
import { throwFault } from "./provider-fault.ts";
import { badReply, countOf, type JsonObject, joined, listOf, objectOf, textOf, usageOf } from "./reply-json.ts";
import { isStrictSchema } from "./schema-strictness.ts";
import { readTokenLogprobs } from "./token-logprobs.ts";
import type { WireFormat } from "./wire-format.ts";

/** OpenAI's responses. The format has neither a seed nor stop sequences. */
export const responses: WireFormat = {
  path: () => "/responses",
  headers: {},
  abilities: (model) => ({ images: true, schema: true, logprobs: !isReasoningModel(model) }),
  stops: () => false,
  toBody,
  readReply,
};

function toBody(request: ModelRequest, model: string): Json {
  const reasons = isReasoningModel(model);
  const { temperature, maxTokens, schema, topLogprobs, reasoningEffort } = request;
  return {
    model,
    input: request.messages.map(toMessage),
    // Nothing of what is evaluated is kept by the provider for later turns.
    store: false,
    ...(temperature === undefined || reasons ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...(schema === undefined
      ? {}
      : {
          text: {
            format: {
              type: "json_schema",
              name: schema.name,
              schema: schema.schema,
              strict: isStrictSchema(schema.schema),
            },
          },
        }),
    ...(topLogprobs === undefined || reasons
      ? {}
      : { include: ["message.output_text.logprobs"], top_logprobs: topLogprobs }),
    ...(reasoningEffort === undefined ? {} : { reasoning: { effort: reasoningEffort } }),
  };
}

function toMessage({ role, content, images = [] }: Message): Json {
  if (images.length === 0) return { role, content };
  const parts: Json[] = images.map((image) => ({ type: "input_image", image_url: toImageUrl(image) }));
  const text = { type: role === "assistant" ? "output_text" : "input_text", text: content };
  return { role, content: content === "" ? parts : [...parts, text] };
}

function readReply(json: Json): ModelReply {
  throwFault(json, "responses");
  const body = objectOf(json);
  if (!Array.isArray(body["output"])) throw badReply("a response without output");
  const status = textOf(body["status"]);
  if (status !== null && status !== "completed" && status !== "incomplete") {
    throw badReply(`a response with the status "${status.slice(0, 40)}"`);
  }
  const items = listOf(body["output"]).map(objectOf);
  const parts = items.filter((item) => item["type"] === "message").flatMap((item) => listOf(item["content"]));
  const contents = parts.map(objectOf);
  const text = joined(contents.map((part) => textOf(part["text"])));
  const refusal = joined(contents.map((part) => textOf(part["refusal"])));
  const logprobs = contents.flatMap((part) => readTokenLogprobs(part["logprobs"]) ?? []);
  return {
    text: text ?? refusal ?? "",
    reasoning: readReasoning(items),
    finishReason: finishOf(body, refusal !== null, items),
    // An empty list is written where none were asked for.
    logprobs: logprobs.length === 0 ? null : logprobs,
    usage: readUsage(objectOf(body["usage"])),
    model: textOf(body["model"]),
    raw: json,
    cached: false,
  };
}

/** Summaries of closed models, full thoughts of open ones. */
function readReasoning(items: readonly JsonObject[]): string | null {
  const thoughts = items.filter((item) => item["type"] === "reasoning");
  const pieces = thoughts.flatMap((item) => [...listOf(item["summary"]), ...listOf(item["content"])]);
  return joined(
    pieces.map((piece) => textOf(objectOf(piece)["text"])),
    "\n",
  );
}

function finishOf(body: JsonObject, refused: boolean, items: readonly JsonObject[]): FinishReason {
  if (refused) return "refusal";
  if (body["status"] === "incomplete") {
    const why = objectOf(body["incomplete_details"])["reason"];
    if (why === "max_output_tokens") return "length";
    return why === "content_filter" ? "refusal" : "other";
  }
  if (items.some((item) => item["type"] === "function_call" || item["type"] === "custom_tool_call")) return "tool";
  return body["status"] === "completed" ? "stop" : "other";
}

function readUsage(usage: JsonObject) {
  return usageOf({
    input: countOf(usage["input_tokens"]),
    cached: countOf(objectOf(usage["input_tokens_details"])["cached_tokens"]),
    output: countOf(usage["output_tokens"]),
    reasoning: countOf(objectOf(usage["output_tokens_details"])["reasoning_tokens"]),
  });
}
