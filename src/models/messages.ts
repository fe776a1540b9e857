import type { FinishReason, Message, ModelReply, ModelRequest } from "../core/model.ts";
import type { ImageSource, Json } from "../core/types.ts";
import { toWireImage } from "./image-bytes.ts";
import { throwFault } from "./provider-fault.ts";
import { thinkingBudget } from "./reasoning-effort.ts";
import { badReply, countOf, type JsonObject, joined, listOf, objectOf, textOf, usageOf } from "./reply-json.ts";
import { splitThinkBlock } from "./think-block.ts";
import type { WireFormat } from "./wire-format.ts";

/** The format wants a limit; this is the most that every model of the family can write. */
const DEFAULT_MAX_TOKENS = 4_096;

/** Anthropic's messages, and what Kimi and MiniMax make of them. No seed and no log-probabilities. */
export const messages: WireFormat = {
  path: () => "/v1/messages",
  headers: { "anthropic-version": "2023-06-01" },
  abilities: () => ({ images: true, schema: true, logprobs: false }),
  stops: () => true,
  toBody,
  readReply,
};

function toBody(request: ModelRequest, model: string): Json {
  const system = request.messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const version = claudeVersion(model);
  const shape = schemaOf(request, version);
  // A forced tool cannot be combined with thinking; the shape of the reply matters more.
  const thoughts = "tools" in shape ? { extra: 0, fields: {}, output: {} } : thinkingOf(request, version);
  const temperature = request.temperature;
  const free = temperature !== undefined && thoughts.extra === 0 && !("thinking" in thoughts.fields) && version < 4.7;
  const output: JsonObject = { ...shape.output, ...thoughts.output };
  return {
    model,
    max_tokens: (request.maxTokens ?? DEFAULT_MAX_TOKENS) + thoughts.extra,
    ...(system.length === 0 ? {} : { system: system.join("\n\n") }),
    messages: request.messages.filter(({ role }) => role !== "system").map(toMessage),
    ...(free ? { temperature } : {}),
    ...(request.stop === undefined || request.stop.length === 0 ? {} : { stop_sequences: request.stop }),
    ...("tools" in shape ? { tools: shape.tools, tool_choice: shape.choice } : {}),
    ...thoughts.fields,
    ...(Object.keys(output).length === 0 ? {} : { output_config: output }),
  };
}

/** `claude-opus-4-7` is 4.7, `claude-sonnet-4-20250514` is 4; 0 for a model of another vendor or an older name. */
function claudeVersion(model: string): number {
  const found = /claude-[a-z]+-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/.exec(model);
  return found === null ? 0 : Number(`${found[1]}.${found[2] ?? 0}`);
}

/** Claude 4.5 and later hold to a schema by themselves; before, and elsewhere, a tool that must be called does it. */
function schemaOf({ schema }: ModelRequest, version: number) {
  if (schema === undefined) return { output: {} };
  if (version >= 4.5) return { output: { format: { type: "json_schema", schema: schema.schema } } };
  return {
    output: {},
    tools: [{ name: schema.name, description: "Gives the answer.", input_schema: schema.schema }],
    choice: { type: "tool", name: schema.name },
  };
}

interface Thoughts {
  /** Tokens on top of those for the answer. */
  readonly extra: number;
  readonly fields: JsonObject;
  readonly output: JsonObject;
}

/** From 4.7 on a budget of tokens is refused, and the effort takes its place; temperature is refused as well. */
function thinkingOf({ reasoningEffort: effort }: ModelRequest, version: number): Thoughts {
  if (effort === undefined || effort === "none") return { extra: 0, fields: {}, output: {} };
  const budget = thinkingBudget(effort);
  if (version >= 4.7) {
    const word = effort === "minimal" ? "low" : effort;
    return { extra: budget, fields: { thinking: { type: "adaptive" } }, output: { effort: word } };
  }
  return { extra: budget, fields: { thinking: { type: "enabled", budget_tokens: budget } }, output: {} };
}

function toMessage({ role, content, images = [] }: Message): Json {
  if (images.length === 0) return { role, content };
  const parts: Json[] = images.map((source) => ({ type: "image", source: toSource(source) }));
  return { role, content: content === "" ? parts : [...parts, { type: "text", text: content }] };
}

function toSource(source: ImageSource): Json {
  const image = toWireImage(source);
  return image.kind === "bytes"
    ? { type: "base64", media_type: image.type, data: image.base64 }
    : { type: "url", url: image.url };
}

function readReply(json: Json): ModelReply {
  throwFault(json, "messages");
  const body = objectOf(json);
  if (!Array.isArray(body["content"])) throw badReply("a message without content");
  const parts = listOf(body["content"]).map(objectOf);
  const texts = parts.filter((part) => part["type"] === "text").map((part) => textOf(part["text"]));
  const thoughts = parts.filter((part) => part["type"] === "thinking").map((part) => textOf(part["thinking"]));
  // The one tool that is ever offered is the shape of the answer, so its input is the answer.
  const [call] = parts.filter((part) => part["type"] === "tool_use");
  const split = splitThinkBlock(joined(texts) ?? "");
  return {
    text: call === undefined ? split.text : JSON.stringify(call["input"] ?? null),
    reasoning: joined([joined(thoughts, "\n"), split.reasoning], "\n"),
    finishReason: finishOf(body["stop_reason"], call !== undefined),
    logprobs: null,
    usage: readUsage(objectOf(body["usage"])),
    model: textOf(body["model"]),
    raw: json,
    cached: false,
  };
}

function finishOf(reason: Json | undefined, answered: boolean): FinishReason {
  switch (reason) {
    case "end_turn":
    case "stop_sequence":
      return "stop";
    case "max_tokens":
    case "model_context_window_exceeded":
      return "length";
    case "refusal":
      return "refusal";
    case "tool_use":
      return answered ? "stop" : "tool";
    default:
      return "other";
  }
}

/** Here what was read from or written to the provider's cache is not part of `input_tokens`. Thoughts are output. */
function readUsage(usage: JsonObject) {
  const cached = countOf(usage["cache_read_input_tokens"]);
  return usageOf({
    input: countOf(usage["input_tokens"]) + cached + countOf(usage["cache_creation_input_tokens"]),
    cached,
    output: countOf(usage["output_tokens"]),
    reasoning: countOf(objectOf(usage["output_tokens_details"])["thinking_tokens"]),
  });
}
