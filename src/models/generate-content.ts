import { type FinishReason, type Message, ModelError, type ModelReply, type ModelRequest } from "../core/model.ts";
import type { ImageSource, Json } from "../core/types.ts";
import { toWireImage } from "./image-bytes.ts";
import { throwFault } from "./provider-fault.ts";
import { thinkingBudget } from "./reasoning-effort.ts";
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
import { readChosenCandidates } from "./token-logprobs.ts";
import type { WireFormat } from "./wire-format.ts";

/** Google's generateContent, of the Gemini API and of Vertex alike. */
export const generateContent: WireFormat = {
  // Google's own lists call a model `models/NAME`.
  path: (model) => `/models/${encodeURIComponent(model.replace(/^models\//, ""))}:generateContent`,
  headers: {},
  abilities: () => ({ images: true, schema: true, logprobs: true }),
  stops: () => true,
  toBody,
  readReply,
};

function toBody(request: ModelRequest, model: string): Json {
  const { temperature, seed, maxTokens, stop, schema, topLogprobs } = request;
  const system = request.messages.filter((message) => message.role === "system");
  const generationConfig: JsonObject = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(stop === undefined || stop.length === 0 ? {} : { stopSequences: stop }),
    ...(schema === undefined ? {} : { responseMimeType: "application/json", responseJsonSchema: schema.schema }),
    ...(topLogprobs === undefined ? {} : { responseLogprobs: true }),
    // Without alternatives the count is left out: the API takes 1 and more.
    ...(topLogprobs === undefined || topLogprobs === 0 ? {} : { logprobs: topLogprobs }),
    ...thinkingConfig(request, model),
  };
  return {
    contents: request.messages.filter((message) => message.role !== "system").map(toContent),
    ...(system.length === 0 ? {} : { systemInstruction: { parts: system.map(({ content }) => ({ text: content })) } }),
    ...(Object.keys(generationConfig).length === 0 ? {} : { generationConfig }),
  };
}

/** Gemini 3 and later take a level, Gemini 2.5 a budget of tokens. */
function thinkingConfig({ reasoningEffort: effort }: ModelRequest, model: string): JsonObject {
  if (effort === undefined) return {};
  const level = /gemini-(?:[3-9]|\d\d)/.test(model);
  const asked = level
    ? { thinkingLevel: effort === "none" ? "minimal" : effort }
    : { thinkingBudget: thinkingBudget(effort) };
  return { thinkingConfig: effort === "none" ? asked : { ...asked, includeThoughts: true } };
}

function toContent({ role, content, images = [] }: Message): Json {
  const parts: Json[] = images.map(toPart);
  return {
    role: role === "assistant" ? "model" : "user",
    parts: parts.length > 0 && content === "" ? parts : [...parts, { text: content }],
  };
}

function toPart(source: ImageSource): Json {
  const image = toWireImage(source);
  if (image.kind === "bytes") return { inlineData: { mimeType: image.type, data: image.base64 } };
  const type = typeByName(image.url);
  if (type === null) {
    throw new ModelError("bad_request", "the type of an image on the web cannot be told from its address", {
      cause: new TypeError("generateContent wants the type of every image: give the bytes or a path"),
    });
  }
  return { fileData: { mimeType: type, fileUri: image.url } };
}

function typeByName(url: string): string | null {
  const ending = /\.(png|jpe?g|gif|webp|heic|heif|avif)$/i.exec(url.replace(/[?#].*$/s, ""))?.[1]?.toLowerCase();
  if (ending === undefined) return null;
  return `image/${ending === "jpg" ? "jpeg" : ending}`;
}

function readReply(json: Json): ModelReply {
  throwFault(json, "generateContent");
  const body = objectOf(json);
  const [candidate] = listOf(body["candidates"]);
  const blocked = textOf(objectOf(body["promptFeedback"])["blockReason"]);
  if (!isObject(candidate) && blocked === null) throw badReply("a generateContent reply without candidates");
  const { content, finishReason, logprobsResult } = objectOf(candidate);
  const parts = listOf(objectOf(content)["parts"]).map(objectOf);
  const thoughts = parts.filter((part) => part["thought"] === true);
  const said = parts.filter((part) => part["thought"] !== true);
  return {
    text: joined(said.map((part) => textOf(part["text"]))) ?? "",
    reasoning: joined(thoughts.map((part) => textOf(part["text"]))),
    finishReason: finishOf(
      finishReason,
      blocked !== null,
      said.some((part) => isObject(part["functionCall"])),
    ),
    logprobs: readChosenCandidates(logprobsResult),
    usage: readUsage(objectOf(body["usageMetadata"])),
    model: textOf(body["modelVersion"]),
    raw: json,
    cached: false,
  };
}

function finishOf(reason: Json | undefined, blocked: boolean, calls: boolean): FinishReason {
  switch (reason) {
    case "STOP":
      return calls ? "tool" : "stop";
    case "MAX_TOKENS":
      return "length";
    case "SAFETY":
    case "RECITATION":
    case "BLOCKLIST":
    case "PROHIBITED_CONTENT":
    case "SPII":
    case "LANGUAGE":
    case "IMAGE_SAFETY":
      return "refusal";
    case "MALFORMED_FUNCTION_CALL":
    case "UNEXPECTED_TOOL_CALL":
      return "tool";
    default:
      return blocked ? "refusal" : calls ? "tool" : "other";
  }
}

/** Google counts the tokens of thoughts apart from those of the answer; here output includes them. */
function readUsage(usage: JsonObject) {
  const reasoning = countOf(usage["thoughtsTokenCount"]);
  return usageOf({
    input: countOf(usage["promptTokenCount"]) + countOf(usage["toolUsePromptTokenCount"]),
    cached: countOf(usage["cachedContentTokenCount"]),
    output: countOf(usage["candidatesTokenCount"]) + reasoning,
    reasoning,
  });
}
