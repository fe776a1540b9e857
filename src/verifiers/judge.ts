import * as v from "valibot";
import { defineVerifier } from "../core/define.ts";
import type { CreateTools, NeededField } from "../core/plugin.ts";
import type { Verifier } from "../core/types.ts";
import { CLOSED_QUESTION } from "../prompts/closed-question.ts";
import { GRADED_ANSWER } from "../prompts/graded-answer.ts";
import { GRADED_FACT } from "../prompts/graded-fact.ts";
import { type MenuLabel, menuOf } from "../prompts/menu.ts";
import { checkByJudge } from "./judge/check.ts";
import {
  API_TYPE_REFUSED,
  type CommonOptions,
  commonEntries,
  commonSettings,
  JUDGE_ALIASES,
  JUDGE_REFUSED,
  type JudgeDefaults,
  type JudgeOptions,
  type JudgeSettings,
  judgeOptions,
  judgeSettings,
  providerOf,
} from "./judge/settings.ts";

/**
 * A model judges the output. What the judge says is under `metadata.judge`, its last reply in `raw`. Whatever keeps it
 * from a verdict is an error of the stage `judge`, never a wrong answer. Reasons: `correct` and `incorrect` (binary),
 * `scored`, `passed` and `failed` (score, json), `choice`, `preferred`, `not_preferred` and `tie` (comparative),
 * `no_answer` (nothing to judge, and no call).
 */
function judgeOf(type: string, summary: string, defaults: JudgeDefaults) {
  return defineVerifier({
    type,
    summary,
    options: judgeOptions(defaults),
    aliases: JUDGE_ALIASES,
    refused: { ...JUDGE_REFUSED, ...API_TYPE_REFUSED },
    create: (options, tools) => judging(options, defaults, tools),
  });
}

function judging(options: JudgeOptions, defaults: JudgeDefaults, { place, usesModel }: CreateTools): Verifier {
  const settings = judgeSettings(options, defaults, place);
  usesModel?.(settings.model, `${place}.model`, neededFields(settings, place));
  return (attempt, context) => checkByJudge(settings, attempt, context);
}

/** What a prompt names of the metadata. Everything else that it may name is there, if need be empty. */
function neededFields({ custom }: JudgeSettings, place: string): readonly NeededField[] {
  return [...(custom?.fields ?? [])].flatMap((field) =>
    field.startsWith("metadata.") ? [{ field: field.slice("metadata.".length), place: `${place}.custom_prompt` }] : [],
  );
}

/** A judge with a rubric of your own; it answers in JSON with `score` or `pass`. */
export const llmJudge = judgeOf("llm_judge", "A model scores the output by your rubric.", {
  format: "json",
  scale: [0, 1],
});

const OPENAI: JudgeDefaults = {
  format: "binary",
  scale: [0, 10],
  model: "gpt-4o-2024-11-20",
  provider: "openai",
};

export const openai = defineVerifier({
  type: "openai",
  summary: "A model of OpenAI judges the output; right or wrong unless told otherwise.",
  options: v.object({
    ...judgeOptions(OPENAI).entries,
    apiType: v.pipe(
      v.optional(v.string()),
      v.description(
        "Whose a model is that is named without a provider: `openai` or `azure`; `async_` before it is the same.",
      ),
    ),
  }),
  aliases: JUDGE_ALIASES,
  refused: JUDGE_REFUSED,
  create: ({ apiType, ...options }, tools) => {
    const provider = providerOf(apiType, options.model, tools.place);
    return judging(options, provider === undefined ? OPENAI : { ...OPENAI, provider }, tools);
  },
});

export const gemini = judgeOf("gemini", "A Gemini model judges the output; right or wrong unless told otherwise.", {
  format: "binary",
  scale: [0, 10],
  model: "gemini-2.5-pro",
  provider: "google",
});

export const anthropic = judgeOf(
  "anthropic",
  "A Claude model judges the output; right or wrong unless told otherwise.",
  {
    format: "binary",
    scale: [0, 10],
    provider: "anthropic",
  },
);

const graded = {
  ...commonEntries,
  partialCredit: v.pipe(
    v.optional(v.boolean(), false),
    v.description("Whether a grade P (partly right) is offered, worth one half."),
  ),
};

const PRESET: JudgeDefaults = { format: "choice", scale: [0, 1] };

const PRESET_ALIASES = { ...JUDGE_ALIASES, template: { to: "customPrompt" } };

/** What the presets do not leave to be chosen. */
function presetSettings(
  options: CommonOptions,
  place: string,
  task: string,
  grades: readonly MenuLabel[],
): JudgeSettings {
  return {
    ...commonSettings(options, PRESET, place),
    comparative: false,
    format: "choice",
    scale: { low: 0, high: 1 },
    scoreKey: "score",
    dimensions: [],
    menu: menuOf(grades),
    logprobs: false,
    aboutTarget: true,
    task,
  };
}

/** A judge that gives letters as grades. */
function gradedBy(type: string, summary: string, task: string) {
  return defineVerifier({
    type,
    summary,
    options: v.object(graded),
    aliases: PRESET_ALIASES,
    refused: { ...JUDGE_REFUSED, ...API_TYPE_REFUSED },
    create: (options, { place, usesModel }) => {
      const settings = presetSettings(options, place, task, letters(options.partialCredit));
      usesModel?.(settings.model, `${place}.model`, neededFields(settings, place));
      return (attempt, context) => checkByJudge(settings, attempt, context);
    },
  });
}

function letters(partial: boolean): readonly MenuLabel[] {
  return [
    { label: "C", value: 1, aliases: ["correct"] },
    ...(partial ? [{ label: "P", value: 0.5, aliases: ["partial", "partially correct"] }] : []),
    { label: "I", value: 0, aliases: ["incorrect"] },
  ];
}

export const modelGradedQa = gradedBy(
  "model_graded_qa",
  "A model grades an open answer by the criterion in the target.",
  GRADED_ANSWER,
);

export const modelGradedFact = gradedBy(
  "model_graded_fact",
  "A model compares the facts of the output with an expert's answer in the target.",
  GRADED_FACT,
);

const YES_NO: readonly MenuLabel[] = [
  { label: "Yes", value: 1, aliases: ["Y"] },
  { label: "No", value: 0, aliases: ["N"] },
];

export const closedQa = defineVerifier({
  type: "closed_qa",
  summary: "A model says whether the output meets a criterion.",
  options: v.object(commonEntries),
  aliases: PRESET_ALIASES,
  refused: { ...JUDGE_REFUSED, ...API_TYPE_REFUSED },
  create: (options, { place, usesModel }) => {
    const settings = presetSettings(options, place, CLOSED_QUESTION, YES_NO);
    usesModel?.(settings.model, `${place}.model`, neededFields(settings, place));
    return (attempt, context) => checkByJudge(settings, attempt, context);
  },
});
