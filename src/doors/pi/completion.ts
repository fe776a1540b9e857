import * as v from "valibot";
import type { Json } from "../../core/types.ts";
import type { PiModel, PiReply, PiTurn, PiUsage } from "./host.ts";

const request = v.object({
  /** Pi's provider, a slash, and the id of its model, which may hold slashes. */
  model: v.pipe(v.string(), v.regex(/^[^/]+\/./)),
  messages: v.array(v.object({ role: v.picklist(["system", "user", "assistant"]), content: v.string() })),
  temperature: v.optional(v.number()),
  max_tokens: v.optional(v.number()),
  max_completion_tokens: v.optional(v.number()),
  reasoning_effort: v.optional(v.picklist(["minimal", "low", "medium", "high"])),
});

/** A chat completion as it is asked for. */
export interface Asked {
  readonly provider: string;
  readonly model: string;
  readonly messages: v.InferOutput<typeof request>["messages"];
  readonly temperature: number | undefined;
  readonly maxTokens: number | undefined;
  readonly effort: "minimal" | "low" | "medium" | "high" | undefined;
}

/** Null for what is no chat completion of text. */
export function askedOf(text: string): Asked | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The caller answers that it cannot be read.
    return null;
  }
  const read = v.safeParse(request, json);
  if (!read.success) return null;
  const { model, messages, temperature, reasoning_effort: effort } = read.output;
  const slash = model.indexOf("/");
  return {
    provider: model.slice(0, slash),
    model: model.slice(slash + 1),
    messages,
    temperature,
    maxTokens: read.output.max_tokens ?? read.output.max_completion_tokens,
    effort,
  };
}

/** The conversation in Pi's form, which has one system prompt and marks its own turns with the model. */
export function conversationOf(
  { messages }: Asked,
  { api, provider, id: model }: PiModel,
): { readonly systemPrompt?: string; readonly messages: PiTurn[] } {
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const turns = messages.flatMap(({ role, content }): PiTurn[] => {
    if (role === "system") return [];
    if (role === "user") return [{ role, content, timestamp: 0 }];
    const said = [{ type: "text" as const, text: content }];
    return [{ role, content: said, api, provider, model, usage: NO_USAGE, stopReason: "stop", timestamp: 0 }];
  });
  return { ...(system.length === 0 ? {} : { systemPrompt: system.join("\n\n") }), messages: turns };
}

const NO_USAGE: PiUsage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

const FINISH = { stop: "stop", length: "length", toolUse: "tool_calls", error: "error", aborted: "aborted" } as const;

export function completionOf({ content, usage, stopReason, model, responseModel }: PiReply): Json {
  const text = content.flatMap((part) => (part.type === "text" ? [part.text ?? ""] : [])).join("");
  const thinking = content.flatMap((part) => (part.type === "thinking" ? [part.thinking ?? ""] : [])).join("\n");
  const input = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    object: "chat.completion",
    model: responseModel ?? model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: text,
          ...(thinking.trim() === "" ? {} : { reasoning_content: thinking }),
        },
        finish_reason: FINISH[stopReason],
      },
    ],
    usage: {
      prompt_tokens: input,
      completion_tokens: usage.output,
      total_tokens: input + usage.output,
      prompt_tokens_details: { cached_tokens: usage.cacheRead },
    },
  };
}
