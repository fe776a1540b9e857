import * as v from "valibot";
import { ConfigError } from "../../core/errors.ts";
import type { Alias, Refusal } from "../../core/options.ts";
import type { Retries } from "../../core/types.ts";
import { JUDGE_FIELDS } from "../../prompts/judge-fields.ts";
import { binaryMenu, type Menu, menuOf } from "../../prompts/menu.ts";
import type { Scale } from "../../prompts/score-reply.ts";
import { parseTemplate, type Template } from "../../prompts/template.ts";

export type ResponseFormat = "binary" | "score" | "json" | "choice";

/** What the types of judges differ in. */
export interface JudgeDefaults {
  readonly format: ResponseFormat;
  readonly scale: readonly [low: number, high: number];
  /** Asked where no model is named; absent where one must be. */
  readonly model?: string;
  /** The provider of a model that is named without one. */
  readonly provider?: string;
}

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const finite = v.pipe(v.number(), v.finite());
const words = v.pipe(v.string(), v.nonEmpty("must not be empty"));

/** The options that all judges have. */
export const commonEntries = {
  model: v.pipe(v.optional(words), v.description("The judge, as `provider:model` or `deployment:ID`.")),
  customPrompt: v.pipe(
    v.optional(words),
    v.description("Your own task. Without a place for the output, the texts to be judged are added to it."),
  ),
  rubric: v.pipe(
    v.optional(v.union([words, v.array(words)])),
    v.description("What the output is judged by: a text, or a list of points."),
  ),
  passThreshold: v.pipe(
    v.optional(share),
    v.description("The value, from 0 to 1, from which on the output passes; absent means as the format says."),
  ),
  temperature: v.pipe(v.optional(v.pipe(v.number(), v.minValue(0)), 0), v.description("Of the judge.")),
  maxTokens: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1024),
    v.description("The most that the judge may write. A reply that is cut is an error."),
  ),
  maxRetries: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    v.description("How often a call that failed for a passing reason is sent again; default as the run says."),
  ),
  retryDelay: v.pipe(
    v.optional(v.pipe(v.number(), v.minValue(0))),
    v.description("Seconds before the first of these; each further wait is longer."),
  ),
};

/** The options of a judge that is told how to answer. */
export function judgeOptions({ format }: JudgeDefaults) {
  return v.object({
    ...commonEntries,
    judgeType: v.pipe(
      v.optional(v.picklist(["binary", "comparative"]), "binary"),
      v.description("`comparative` sets the output against the reference response or the target, in both orders."),
    ),
    responseFormat: v.pipe(
      v.optional(v.picklist(["binary", "score", "json", "choice"]), format),
      v.description("What the judge answers with: right or wrong, a number, JSON with `score` or `pass`, or a label."),
    ),
    choices: v.pipe(
      v.optional(v.record(words, share)),
      v.description("The labels of `response_format: choice`, each with its value from 0 to 1."),
    ),
    dimensions: v.pipe(v.optional(v.array(words), []), v.description("Named parts that the judge scores too.")),
    minScore: v.pipe(v.optional(finite), v.description("The lowest score; `score_range` gives both ends.")),
    maxScore: v.pipe(v.optional(finite), v.description("The highest score.")),
    scoreRange: v.pipe(
      v.optional(v.tuple([finite, finite])),
      v.description("The lowest and the highest score, as a list of two."),
    ),
    scoreKey: v.pipe(v.optional(words, "score"), v.description("The key of the score in the judge's JSON.")),
    logprobs: v.pipe(
      v.optional(v.boolean(), true),
      v.description("Weigh a plain score by the judge's log-probabilities, where the model offers them."),
    ),
  });
}

export const JUDGE_ALIASES: Readonly<Record<string, Alias>> = {
  judgeModel: { to: "model" },
  judgePrompt: { to: "customPrompt" },
};

/** Options of other judges that would do harm here, or nothing. */
export const JUDGE_REFUSED: Readonly<Record<string, Refusal>> = {
  apiKey: {
    problem: "a key does not belong into a configuration",
    hint: "set it in the environment or in a .env file of the working folder; a deployment names its variable with api_key_env",
  },
  responseParser: {
    problem: "a function that reads replies is not taken",
    hint: "say what the judge answers with: response_format binary, score, json or choice; or write a verifier of your own that asks context.model",
  },
};

/** The same, where the type itself names no provider that could be another. */
export const API_TYPE_REFUSED: Readonly<Record<string, Refusal>> = {
  apiType: {
    problem: "the provider stands in the model's name",
    hint: "for example model: azure:gpt-4o, or deployment:ID for an endpoint of your own",
  },
};

/** Names of interfaces to OpenAI's models, and whose they are. Whether a call waits for its answer is ours to choose. */
const API_TYPES: Readonly<Record<string, string>> = {
  openai: "openai",
  async_openai: "openai",
  azure: "azure",
  async_azure: "azure",
};

/** The provider of an `api_type`; a `ConfigError` for one that is not spoken, and for one that the model contradicts. */
export function providerOf(apiType: string | undefined, model: string | undefined, place: string): string | undefined {
  if (apiType === undefined) return undefined;
  const provider = Object.hasOwn(API_TYPES, apiType) ? API_TYPES[apiType] : undefined;
  if (provider === undefined) {
    throw new ConfigError("wrong_value", "is not spoken", {
      place: `${place}.api_type`,
      expected: `one of ${Object.keys(API_TYPES).join(", ")}`,
      hint: "name a deployment for any other endpoint: model: deployment:ID",
    });
  }
  if (model !== undefined && namesProvider(model) && !model.toLowerCase().startsWith(`${provider}:`)) {
    throw new ConfigError("given_twice", "api_type and the model name different providers", {
      place: `${place}.api_type`,
      hint: "keep the one in the model's name",
    });
  }
  return provider;
}

export interface JudgeSettings {
  readonly model: string;
  readonly retries: Retries;
  readonly comparative: boolean;
  readonly format: ResponseFormat;
  readonly scale: Scale;
  readonly scoreKey: string;
  readonly dimensions: readonly string[];
  readonly menu: Menu;
  readonly threshold: number | null;
  readonly custom: Template | null;
  readonly rubric: string | null;
  readonly temperature: number;
  readonly maxTokens: number;
  readonly logprobs: boolean;
  /** Whether its task is about the target, so that without one, and without a rubric or a prompt, there is none. */
  readonly aboutTarget?: boolean;
  /** The task where no prompt is given; the one of the format where absent. */
  readonly task?: string;
}

export type JudgeOptions = v.InferOutput<ReturnType<typeof judgeOptions>>;
export type CommonOptions = Pick<JudgeOptions, keyof typeof commonEntries>;

/** Checks what the options say together. Throws a `ConfigError`; nothing of it waits for a first call. */
export function judgeSettings(options: JudgeOptions, defaults: JudgeDefaults, place: string): JudgeSettings {
  const { judgeType, responseFormat: format, choices } = options;
  const comparative = judgeType === "comparative";
  if ((format === "choice") !== (choices !== undefined)) {
    throw new ConfigError("choices_and_format", "choices and response_format choice belong together", {
      place: `${place}.choices`,
      hint: 'for example response_format: choice with choices: {"good": 1, "fair": 0.5, "bad": 0}',
    });
  }
  if (comparative && (format === "json" || format === "choice") && options.responseFormat !== defaults.format) {
    throw new ConfigError("comparative_format", `a comparison has no ${format} format`, {
      place: `${place}.response_format`,
      expected: "binary or score",
    });
  }
  const common = commonSettings(options, defaults, place);
  if (comparative && common.custom !== null) {
    const { fields } = common.custom;
    if (fields.has("response_1") !== fields.has("response_2")) {
      throw new ConfigError("one_response", "the prompt has a place for one of both responses", {
        place: `${place}.custom_prompt`,
        expected: "{response_1} and {response_2}, or neither",
      });
    }
  }
  return {
    ...common,
    comparative,
    format,
    scale: scaleOf(options, defaults, place),
    scoreKey: options.scoreKey,
    dimensions: options.dimensions,
    menu: choices === undefined ? binaryMenu() : choiceMenu(choices, `${place}.choices`),
    logprobs: options.logprobs,
  };
}

/** What all judges have in common. */
export function commonSettings(options: CommonOptions, defaults: JudgeDefaults, place: string) {
  const named = options.model ?? defaults.model;
  if (named === undefined) {
    throw new ConfigError("missing_option", "the judge's model is missing", {
      place: `${place}.model`,
      expected: "a model such as openai:gpt-5.5 or deployment:ID",
      hint: "a judge never silently is the model under test",
    });
  }
  const { rubric } = options;
  return {
    model: withProvider(named, defaults.provider),
    retries: {
      ...(options.maxRetries === undefined ? {} : { most: options.maxRetries }),
      ...(options.retryDelay === undefined ? {} : { delayMs: options.retryDelay * 1_000 }),
    },
    threshold: options.passThreshold ?? null,
    custom:
      options.customPrompt === undefined
        ? null
        : parseTemplate(options.customPrompt, JUDGE_FIELDS, `${place}.custom_prompt`),
    rubric:
      rubric === undefined ? null : typeof rubric === "string" ? rubric : rubric.map((one) => `- ${one}`).join("\n"),
    temperature: options.temperature,
    maxTokens: options.maxTokens,
  };
}

/** All names of providers and of the other kinds of models, without case and punctuation. */
const PROVIDERS: ReadonlySet<string> = new Set(
  (
    "openai openairesponses openaicompatible codex azure azureopenai anthropic claude google googlevertex gemini vertex " +
    "kimi kimicoding moonshot moonshotai minimax minimaxio zai deepseek openrouter ollama vllm deployment mock replay pi"
  ).split(" "),
);

/** Whether a model's name says whose it is. A colon alone does not: fine-tuned models have colons too. */
function namesProvider(model: string): boolean {
  const colon = model.indexOf(":");
  const before = model.slice(0, Math.max(0, colon)).toLowerCase();
  return PROVIDERS.has(before.replace(/[^\p{L}\p{N}]+/gu, ""));
}

/** A bare name belongs to the type's provider. */
function withProvider(model: string, provider: string | undefined): string {
  return provider === undefined || namesProvider(model) ? model : `${provider}:${model}`;
}

function scaleOf({ minScore, maxScore, scoreRange }: JudgeOptions, { scale }: JudgeDefaults, place: string): Scale {
  const [low, high] = [minScore ?? scoreRange?.[0] ?? scale[0], maxScore ?? scoreRange?.[1] ?? scale[1]];
  if (scoreRange !== undefined && (low !== scoreRange[0] || high !== scoreRange[1])) {
    throw new ConfigError("given_twice", "score_range and min_score or max_score differ", {
      place: `${place}.score_range`,
      hint: "keep one of them",
    });
  }
  if (!(low < high)) {
    throw new ConfigError("wrong_value", "the scale has no room", {
      place: scoreRange === undefined ? `${place}.max_score` : `${place}.score_range`,
      expected: "a highest score above the lowest",
      got: `${low} to ${high}`,
    });
  }
  return { low, high };
}

function choiceMenu(choices: Readonly<Record<string, number>>, place: string): Menu {
  const labels = Object.entries(choices).map(([label, value]) => ({ label, value }));
  if (labels.length < 2) {
    throw new ConfigError("wrong_value", "there is nothing to choose", { place, expected: "two labels or more" });
  }
  try {
    return menuOf(labels);
  } catch (cause) {
    throw new ConfigError("wrong_value", "two labels cannot be told apart", { place, cause });
  }
}
