import type { FinishReason, Model, ModelRequest, TokenLogprob } from "../../src/core/model.ts";
import type { Attempt, Context } from "../../src/core/types.ts";

/** A reply of the script: a text, a text with more, or an error to throw. */
export type Scripted =
  | string
  | Error
  | { readonly text: string; readonly finishReason?: FinishReason; readonly logprobs?: readonly TokenLogprob[] };

export interface ScriptedJudge extends Model {
  readonly asked: ModelRequest[];
}

/** A model that answers from a script, by the request where it is a function; the last reply of a list repeats. */
export function scriptedJudge(
  script: readonly Scripted[] | ((request: ModelRequest) => Scripted),
  abilities: Partial<Model["abilities"]> = {},
): ScriptedJudge {
  const asked: ModelRequest[] = [];
  return {
    id: "scripted:judge",
    abilities: { images: true, schema: false, logprobs: false, ...abilities },
    asked,
    async ask(request) {
      asked.push(request);
      const said = typeof script === "function" ? script(request) : script[Math.min(asked.length, script.length) - 1];
      if (said instanceof Error) throw said;
      const reply = typeof said === "string" || said === undefined ? { text: said ?? "" } : said;
      return {
        text: reply.text,
        reasoning: null,
        finishReason: reply.finishReason ?? "stop",
        logprobs: reply.logprobs ?? null,
        usage: { calls: 1, inputTokens: 10, cachedTokens: 0, outputTokens: 2, reasoningTokens: 0, costUsd: 0.5 },
        model: null,
        raw: null,
        cached: false,
      };
    },
  };
}

export function contextOf(model: Model): Context {
  return { signal: new AbortController().signal, model: async () => model };
}

export function judgedAttempt(output: string, more: Partial<Attempt> = {}): Attempt {
  return { input: "How many?", output, answer: output === "" ? null : output, targets: [], metadata: {}, ...more };
}
