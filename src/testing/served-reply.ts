import type { FinishReason, TokenLogprob } from "../core/model.ts";
import type { Json } from "../core/types.ts";
import { type JsonObject, objectOf, type ServedRequest, textOf } from "./served-request.ts";

/** What the server says, in no format. */
export interface ServedAnswer {
  readonly text: string;
  readonly reasoning?: string;
  /** Default `stop`. */
  readonly finishReason?: FinishReason;
  /** Sent where they are asked for; by default each word is nearly certain. */
  readonly logprobs?: readonly TokenLogprob[];
  /** How many of the prompt's tokens came from the provider's own cache; default 0. */
  readonly cachedTokens?: number;
}

/** An answer as the format of the request writes it. */
export function replyBody(request: ServedRequest, answer: ServedAnswer): JsonObject {
  switch (request.format) {
    case "chat_completions":
      return chatCompletion(request, answer);
    case "responses":
      return response(request, answer);
    case "generate_content":
      return generatedContent(request, answer);
    case "messages":
      return message(request, answer);
  }
}

function chatCompletion(request: ServedRequest, answer: ServedAnswer): JsonObject {
  const { text, reasoning, finishReason = "stop" } = answer;
  const refused = finishReason === "refusal";
  const finish = { stop: "stop", length: "length", refusal: "stop", tool: "tool_calls", other: "unknown" };
  const asked = request.body["logprobs"] === true;
  const { input, cached, output, thought } = tokensOf(request, answer);
  return {
    id: `chatcmpl-${request.index}`,
    object: "chat.completion",
    created: 1_767_600_000,
    model: request.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: refused ? null : text,
          refusal: refused ? text : null,
          ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
          ...(finishReason === "tool" ? { tool_calls: [toolCall()] } : {}),
        },
        finish_reason: finish[finishReason],
        logprobs: asked ? { content: openaiLogprobs(request, answer), refusal: null } : null,
      },
    ],
    usage: {
      prompt_tokens: input,
      completion_tokens: output + thought,
      total_tokens: input + output + thought,
      prompt_tokens_details: { cached_tokens: cached },
      completion_tokens_details: { reasoning_tokens: thought },
    },
  };
}

function toolCall(): Json {
  return { id: "call_0", type: "function", function: { name: "tool", arguments: "{}" } };
}

function response(request: ServedRequest, answer: ServedAnswer): JsonObject {
  const { text, reasoning, finishReason = "stop" } = answer;
  const asked =
    Array.isArray(request.body["include"]) && request.body["include"].includes("message.output_text.logprobs");
  const said: Json =
    finishReason === "refusal"
      ? { type: "refusal", refusal: text }
      : { type: "output_text", text, annotations: [], logprobs: asked ? openaiLogprobs(request, answer) : [] };
  const cut = finishReason === "length" || finishReason === "other";
  const { input, cached, output, thought } = tokensOf(request, answer);
  return {
    id: `resp_${request.index}`,
    object: "response",
    created_at: 1_767_600_000,
    status: cut ? "incomplete" : "completed",
    incomplete_details: cut ? { reason: finishReason === "length" ? "max_output_tokens" : "unknown" } : null,
    error: null,
    model: request.model,
    output: [
      ...(reasoning === undefined
        ? []
        : [{ id: "rs_0", type: "reasoning", summary: [{ type: "summary_text", text: reasoning }] }]),
      ...(finishReason === "tool"
        ? [{ id: "fc_0", type: "function_call", call_id: "call_0", name: "tool", arguments: "{}" }]
        : []),
      { id: "msg_0", type: "message", role: "assistant", status: "completed", content: [said] },
    ],
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: cached },
      output_tokens: output + thought,
      output_tokens_details: { reasoning_tokens: thought },
      total_tokens: input + output + thought,
    },
  };
}

function generatedContent(request: ServedRequest, answer: ServedAnswer): JsonObject {
  const { text, reasoning, finishReason = "stop" } = answer;
  const finish = { stop: "STOP", length: "MAX_TOKENS", refusal: "SAFETY", tool: "STOP", other: "OTHER" };
  const parts: Json[] = [
    ...(reasoning === undefined ? [] : [{ text: reasoning, thought: true }]),
    ...(finishReason === "tool" ? [{ functionCall: { name: "tool", args: {} } }] : []),
    { text },
  ];
  const asked = objectOf(request.body["generationConfig"])["responseLogprobs"] === true;
  const { input, cached, output, thought } = tokensOf(request, answer);
  return {
    candidates: [
      {
        index: 0,
        // A filter leaves nothing of the answer.
        ...(finishReason === "refusal" ? {} : { content: { role: "model", parts } }),
        finishReason: finish[finishReason],
        ...(asked ? { logprobsResult: googleLogprobs(request, answer) } : {}),
      },
    ],
    usageMetadata: {
      promptTokenCount: input,
      cachedContentTokenCount: cached,
      candidatesTokenCount: output,
      thoughtsTokenCount: thought,
      totalTokenCount: input + output + thought,
    },
    modelVersion: request.model,
    responseId: `resp-${request.index}`,
  };
}

function message(request: ServedRequest, answer: ServedAnswer): JsonObject {
  const { text, reasoning, finishReason = "stop" } = answer;
  const stop = { stop: "end_turn", length: "max_tokens", refusal: "refusal", tool: "tool_use", other: "pause_turn" };
  const forced = forcedTool(request, text);
  const { input, cached, output, thought } = tokensOf(request, answer);
  return {
    id: `msg_${request.index}`,
    type: "message",
    role: "assistant",
    model: request.model,
    content: [
      ...(reasoning === undefined ? [] : [{ type: "thinking", thinking: reasoning, signature: "" }]),
      forced ?? { type: "text", text },
    ],
    stop_reason: forced === null ? stop[finishReason] : "tool_use",
    stop_sequence: null,
    usage: {
      input_tokens: input - cached,
      cache_read_input_tokens: cached,
      cache_creation_input_tokens: 0,
      output_tokens: output + thought,
    },
  };
}

/** A tool that must be called is how this format holds a model to a schema: the answer becomes its input. */
function forcedTool(request: ServedRequest, text: string): Json | null {
  const choice = objectOf(request.body["tool_choice"]);
  if (choice["type"] !== "tool") return null;
  try {
    return { type: "tool_use", id: "toolu_0", name: textOf(choice["name"]), input: JSON.parse(text) as Json };
  } catch {
    // An answer that is no JSON is what a test of a disobedient model wants: it is said as text.
    return null;
  }
}

/** A token is taken to be four characters. */
function tokensOf(request: ServedRequest, answer: ServedAnswer) {
  const count = (text: string) => Math.ceil(text.length / 4);
  const input = Math.max(1, count(request.prompt));
  return {
    input,
    cached: Math.min(input, answer.cachedTokens ?? 0),
    output: count(answer.text),
    thought: count(answer.reasoning ?? ""),
  };
}

/** Words with the blanks before them, each nearly certain, with as many alternatives as are asked for. */
function logprobsOf(answer: ServedAnswer, alternatives: number): readonly TokenLogprob[] {
  if (answer.logprobs !== undefined) return answer.logprobs;
  const tokens = answer.text.match(/\s*\S+|\s+$/g) ?? [];
  return tokens.map((token) => {
    const others = Array.from({ length: Math.max(0, alternatives - 1) }, (_, rank) => ({
      token: `other${rank + 1}`,
      logprob: -5 - rank,
    }));
    return { token, logprob: -0.01, top: alternatives === 0 ? [] : [{ token, logprob: -0.01 }, ...others] };
  });
}

function numberOf(value: Json | undefined): number {
  return typeof value === "number" && value > 0 ? Math.min(20, Math.floor(value)) : 0;
}

function openaiLogprobs(request: ServedRequest, answer: ServedAnswer): readonly Json[] {
  const entry = (token: string, logprob: number) => ({ token, logprob, bytes: null });
  return logprobsOf(answer, numberOf(request.body["top_logprobs"])).map(({ token, logprob, top }) => ({
    ...entry(token, logprob),
    top_logprobs: top.map((other) => entry(other.token, other.logprob)),
  }));
}

function googleLogprobs(request: ServedRequest, answer: ServedAnswer): Json {
  const tokens = logprobsOf(answer, numberOf(objectOf(request.body["generationConfig"])["logprobs"]));
  const candidate = ({ token, logprob }: { readonly token: string; readonly logprob: number }) => ({
    token,
    logProbability: logprob,
  });
  return {
    chosenCandidates: tokens.map(candidate),
    topCandidates: tokens.map(({ top }) => ({ candidates: top.map(candidate) })),
  };
}
