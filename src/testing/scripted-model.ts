import { type Model, type ModelAbilities, ModelError, type ModelReply, type ModelRequest } from "../core/model.ts";

/** A text, parts of a reply over a plain one, or an error to fail with. */
export type ScriptedReply = string | Partial<ModelReply> | Error;

/**
 * Replies one after the other, by the text of the last message of the user, or by a function. A list or a map that
 * has no reply left is a `no_recording` error, so a call too many never goes unseen.
 */
export type Script =
  | readonly ScriptedReply[]
  | Readonly<Record<string, ScriptedReply>>
  | ((request: ModelRequest, index: number, signal: AbortSignal) => ScriptedReply | Promise<ScriptedReply>);

export interface ScriptedModelOptions {
  /** Default `mock:script`. */
  readonly id?: string;
  /** By default everything. */
  readonly abilities?: ModelAbilities;
}

export interface ScriptedModel extends Model {
  /** What it was asked, in order. */
  readonly requests: readonly ModelRequest[];
}

/**
 * A model that says what the test wrote, and remembers what it was asked.
 *
 * @example
 * const model = scriptedModel(["Yes", new ModelError("overloaded", "busy", { retryable: true }), "No"]);
 */
export function scriptedModel(script: Script, options: ScriptedModelOptions = {}): ScriptedModel {
  const requests: ModelRequest[] = [];
  const pick = pickerOf(script);
  return {
    id: options.id ?? "mock:script",
    abilities: options.abilities ?? { images: true, schema: true, logprobs: true },
    requests,
    ask: async (request, signal) => {
      signal.throwIfAborted();
      const index = requests.length;
      requests.push(request);
      const scripted = await pick(request, index, signal);
      signal.throwIfAborted();
      if (scripted instanceof Error) throw scripted;
      return replyOf(scripted);
    },
  };
}

type Picker = (request: ModelRequest, index: number, signal: AbortSignal) => ScriptedReply | Promise<ScriptedReply>;

function pickerOf(script: Script): Picker {
  if (typeof script === "function") return script;
  if (isList(script)) {
    return (_request, index) =>
      script[index] ?? missing(`the script has ${script.length} replies, and this is one more`);
  }
  return (request) => {
    const prompt = request.messages.findLast(({ role }) => role === "user")?.content ?? "";
    const known = Object.hasOwn(script, prompt) ? script[prompt] : undefined;
    return known ?? missing(`the script has no reply to ${JSON.stringify(prompt.slice(0, 80))}`);
  };
}

/** `Array.isArray` does not narrow a list that is read-only. */
function isList(script: Script): script is readonly ScriptedReply[] {
  return Array.isArray(script);
}

function missing(why: string): ModelError {
  return new ModelError("no_recording", why);
}

function replyOf(scripted: string | Partial<ModelReply>): ModelReply {
  const parts = typeof scripted === "string" ? { text: scripted } : scripted;
  const text = parts.text ?? "";
  return {
    text,
    reasoning: null,
    finishReason: "stop",
    logprobs: null,
    usage: { calls: 1, inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0, costUsd: null },
    model: null,
    raw: text,
    cached: false,
    ...parts,
  };
}
