import { ConfigError, messageOf } from "../core/errors.ts";
import {
  type FinishReason,
  type Message,
  type Model,
  ModelError,
  type ModelReply,
  type ModelRequest,
} from "../core/model.ts";
import { shorten } from "../core/text.ts";
import type { ImageSource, Json } from "../core/types.ts";
import { throwBrokenOff } from "./broken-off.ts";
import { toWireImage } from "./image-bytes.ts";
import { faultOfFailure, modelErrorOf } from "./provider-fault.ts";
import { countOf, isObject, type JsonObject, joined, listOf, objectOf, textOf, usageOf } from "./reply-json.ts";
import { splitThinkBlock } from "./think-block.ts";
import { readRetryAfter } from "./traffic/retry-after.ts";

/** As much as is used of a language model of Vercel's AI SDK, version 5 (`v2`) or 6 (`v3`). */
export interface LanguageModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: never): PromiseLike<unknown>;
}

export function isLanguageModel(value: unknown): value is LanguageModel {
  return (
    typeof value === "object" &&
    value !== null &&
    "doGenerate" in value &&
    typeof value.doGenerate === "function" &&
    "modelId" in value &&
    typeof value.modelId === "string" &&
    "provider" in value &&
    typeof value.provider === "string"
  );
}

/**
 * A language model of the AI SDK as a model. Log-probabilities are not asked for: most of the SDK's providers drop
 * them. An image on the web is handed on as its address, which the provider must be able to fetch.
 */
export function languageModel(given: LanguageModel): Model {
  const generate = given.doGenerate.bind(given) as (options: object) => PromiseLike<unknown>;
  return {
    id: `${given.provider}:${given.modelId}`,
    abilities: { images: true, schema: true, logprobs: false },
    ask: async (request, signal) => {
      signal.throwIfAborted();
      const options = toOptions(request, signal);
      let result: unknown;
      try {
        result = await generate(options);
      } catch (thrown) {
        if (signal.aborted) throw signal.reason;
        throw toModelError(thrown, given.provider);
      }
      return toReply(result);
    },
  };
}

function toOptions(request: ModelRequest, signal: AbortSignal): object {
  const { temperature, seed, maxTokens, stop, schema } = request;
  return {
    prompt: request.messages.map(toMessage),
    abortSignal: signal,
    ...(temperature === undefined ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(stop === undefined || stop.length === 0 ? {} : { stopSequences: stop }),
    ...(schema === undefined ? {} : { responseFormat: { type: "json", name: schema.name, schema: schema.schema } }),
  };
}

function toMessage({ role, content, images = [] }: Message): object {
  if (role === "system") return { role, content };
  const parts: object[] = images.map(toFile);
  return { role, content: content === "" && parts.length > 0 ? parts : [...parts, { type: "text", text: content }] };
}

function toFile(source: ImageSource): object {
  try {
    const image = toWireImage(source);
    return image.kind === "bytes"
      ? { type: "file", mediaType: image.type, data: image.base64 }
      : { type: "file", mediaType: "image/*", data: new URL(image.url) };
  } catch (thrown) {
    if (thrown instanceof ConfigError) throw new ModelError("bad_request", thrown.message, { cause: thrown });
    throw thrown;
  }
}

function toReply(result: unknown): ModelReply {
  const json = objectOf(toJson(result));
  const parts = listOf(json["content"]).map(objectOf);
  const of = (type: string) => parts.filter((part) => part["type"] === type).map((part) => textOf(part["text"]));
  if (!Array.isArray(json["content"])) {
    throw new ModelError("bad_reply", "the language model gave a result without content", { retryable: true });
  }
  const split = splitThinkBlock(joined(of("text")) ?? "");
  const response = objectOf(json["response"]);
  return {
    text: split.text,
    reasoning: joined([joined(of("reasoning")), split.reasoning], "\n"),
    finishReason: finishOf(json["finishReason"]),
    logprobs: null,
    usage: readUsage(objectOf(json["usage"])),
    model: textOf(response["modelId"]),
    raw: response["body"] ?? { content: json["content"], finishReason: json["finishReason"] ?? null },
    cached: false,
  };
}

/** Version 6 says it as `{ unified }`, version 5 as a word. */
function finishOf(reason: Json | undefined): FinishReason {
  const word = isObject(reason) ? reason["unified"] : reason;
  throwBrokenOff(word);
  switch (word) {
    case "stop":
      return "stop";
    case "length":
      return "length";
    case "content-filter":
      return "refusal";
    case "tool-calls":
      return "tool";
    default:
      return "other";
  }
}

/** Version 6 counts in groups, version 5 in one row. */
function readUsage(usage: JsonObject) {
  const { inputTokens: input, outputTokens: output } = usage;
  return usageOf({
    input: countOf(isObject(input) ? input["total"] : input),
    cached: countOf(isObject(input) ? input["cacheRead"] : usage["cachedInputTokens"]),
    output: countOf(isObject(output) ? output["total"] : output),
    reasoning: countOf(isObject(output) ? output["reasoning"] : usage["reasoningTokens"]),
  });
}

/**
 * The SDK's errors hold the request, its address and the whole answer. None of that is kept, so they are not passed on
 * as the cause.
 */
function toModelError(thrown: unknown, provider: string): ModelError {
  if (thrown instanceof ModelError) return thrown;
  const error: object = typeof thrown === "object" && thrown !== null ? thrown : {};
  const name = "name" in error ? String(error.name) : "";
  if (name === "AI_LoadAPIKeyError") return new ModelError("auth", `${provider} has no key`, { scope: "account" });
  if (name === "AI_NoSuchModelError") {
    return new ModelError("unknown_model", `${provider} has no such model`, { scope: "account" });
  }
  const retryable = "isRetryable" in error && typeof error.isRetryable === "boolean" ? error.isRetryable : null;
  if ("statusCode" in error && typeof error.statusCode === "number") {
    const body = "responseBody" in error && typeof error.responseBody === "string" ? error.responseBody : "";
    return modelErrorOf(error.statusCode, faultOfFailure(parsed(body)), {
      where: provider,
      retryAfterMs: "responseHeaders" in error ? waitIn(error.responseHeaders) : null,
      retryable,
    });
  }
  return new ModelError("transport", `no reply from ${provider}: ${shorten(messageOf(thrown), 200)}`, {
    retryable: retryable ?? false,
  });
}

function waitIn(headers: unknown): number | null {
  const texts = Object.entries(objectOf(toJson(headers))).flatMap(([name, value]) =>
    typeof value === "string" ? [[name.toLowerCase(), value] as const] : [],
  );
  return readRetryAfter(Object.fromEntries(texts), Date.now());
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // A page of a gateway: the status has to do.
    return null;
  }
}

/** Results hold dates, URLs and undefined; what has no JSON at all reads as nothing. */
function toJson(value: unknown): Json {
  try {
    return parsed(JSON.stringify(value) ?? "null");
  } catch {
    // A cycle or a bigint in what a provider added.
    return null;
  }
}
