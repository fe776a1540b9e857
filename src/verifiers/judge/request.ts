import type { Message, ModelAbilities, ModelRequest } from "../../core/model.ts";
import { broken } from "../../core/score.ts";
import { toText } from "../../core/text.ts";
import type { Attempt, Broken, Json } from "../../core/types.ts";
import { CHOOSING } from "../../prompts/choosing.ts";
import { COMPARISON } from "../../prompts/comparison.ts";
import { CORRECTNESS } from "../../prompts/correctness.ts";
import { delimiterOf, fenced, verdictTag } from "../../prompts/fence.ts";
import { GROUND_RULES } from "../../prompts/ground-rules.ts";
import { JUDGE_FIELDS, TRUSTED_FIELDS } from "../../prompts/judge-fields.ts";
import {
  judgmentForm,
  judgmentSchema,
  labelForm,
  labelJsonForm,
  labelSchema,
  pairForm,
  scoreForm,
} from "../../prompts/reply-form.ts";
import { SCORING } from "../../prompts/scoring.ts";
import { fillTemplate, parseTemplate } from "../../prompts/template.ts";
import type { JudgeSettings } from "./settings.ts";

/** One question to a judge, and the tag that its verdict may stand in. */
export interface JudgeRequest {
  readonly request: ModelRequest;
  readonly tag: string;
}

/** What is judged: one text, or two in an order. */
export interface Judged {
  readonly output: string;
  readonly pair?: readonly [first: string, second: string];
}

const TASKS = { binary: CORRECTNESS, score: SCORING, json: SCORING, choice: CHOOSING };

/** How the parts of a row are called in a prompt. */
const NAMES: Readonly<Record<string, string>> = {
  input: "question",
  target: "reference",
  output: "response",
  choices: "options",
  response_1: "response 1",
  response_2: "response 2",
  reference_response: "reference response",
};

/** How many alternatives to a score's digits are asked for; no provider gives more than 20. */
const ALTERNATIVES = 20;

/** The request for one judgment; a broken score where the row lacks a field that the prompt asks for. */
export function judgeRequest(
  settings: JudgeSettings,
  attempt: Attempt,
  judged: Judged,
  abilities: ModelAbilities,
): JudgeRequest | Broken {
  const values = valuesOf(settings, attempt, judged);
  const template =
    settings.custom ??
    parseTemplate(settings.task ?? (settings.comparative ? COMPARISON : TASKS[settings.format]), JUDGE_FIELDS, "task");
  for (const field of template.fields) {
    if (!field.startsWith("metadata.")) continue;
    const text = toText(valueAt(attempt.metadata, field.slice("metadata.".length)));
    if (text === null)
      return broken("sample", "missing_field", `the judge's prompt needs ${field}, and the row has none`);
    values.set(field, text);
  }
  // Not by the judge's name: a recording is found again under a name of its own.
  const delimiter = delimiterOf([...values.values()], "judge");
  const tag = verdictTag(delimiter);
  const place = (field: string) => {
    const text = values.get(field) ?? "";
    return TRUSTED_FIELDS.has(field) ? text : fenced(NAMES[field] ?? field, text, delimiter);
  };
  const laidOut = isLaidOut(settings, template.fields);
  const schema = laidOut || !abilities.schema ? null : schemaOf(settings);
  const form = formOf(settings, tag, schema !== null);
  const sections = laidOut
    ? []
    : sectionsOf(settings, values)
        .filter((field) => !template.fields.has(field))
        .map(place);
  const rubric = settings.rubric === null || template.fields.has("rubric") ? [] : [`Rubric:\n${settings.rubric}`];
  const content = [
    fillTemplate(template, place),
    ...rubric,
    ...sections,
    laidOut ? `Unless the task above says how to reply: ${form}` : form,
  ].join("\n\n");
  const images = attempt.images ?? [];
  const messages: readonly Message[] = [
    { role: "system", content: GROUND_RULES.replaceAll("{{delimiter}}", delimiter) },
    { role: "user", content, ...(images.length === 0 ? {} : { images }) },
  ];
  const weighs = settings.format === "score" && !settings.comparative && settings.logprobs && abilities.logprobs;
  return {
    tag,
    request: {
      messages,
      temperature: settings.temperature,
      maxTokens: settings.maxTokens,
      ...(schema === null ? {} : { schema: { name: "judgment", schema } }),
      ...(weighs ? { topLogprobs: ALTERNATIVES } : {}),
    },
  };
}

/** Whether a prompt of the user's own says where the judged text stands; then it also says how to reply. */
function isLaidOut({ custom, comparative }: JudgeSettings, fields: ReadonlySet<string>): boolean {
  return custom !== null && fields.has(comparative ? "response_1" : "output");
}

function valuesOf(settings: JudgeSettings, attempt: Attempt, { output, pair }: Judged): Map<string, string> {
  const { scale, dimensions, rubric } = settings;
  const several = attempt.targets.length > 1;
  return new Map([
    ["input", attempt.input],
    ["output", output],
    [
      "target",
      several ? attempt.targets.map((one, index) => `${index + 1}. ${one}`).join("\n") : attempt.targets.join(""),
    ],
    ["choices", (attempt.choices ?? []).join("\n")],
    ["reference_response", attempt.referenceResponse ?? ""],
    ["response_1", pair?.[0] ?? ""],
    ["response_2", pair?.[1] ?? ""],
    ["rubric", rubric ?? ""],
    ["instructions", ""],
    ["dimensions", dimensions.join(", ")],
    ["min_score", String(scale.low)],
    ["max_score", String(scale.high)],
  ]);
}

/** The data that is added to a task. In a comparison the target is one of the responses. */
function sectionsOf({ comparative }: JudgeSettings, values: ReadonlyMap<string, string>): readonly string[] {
  const optional = (field: string) => (values.get(field) === "" ? [] : [field]);
  return comparative
    ? [...optional("input"), ...optional("choices"), "response_1", "response_2"]
    : [...optional("input"), ...optional("choices"), ...optional("target"), "output"];
}

function formOf({ comparative, format, menu, scale, scoreKey, dimensions }: JudgeSettings, tag: string, json: boolean) {
  if (comparative) return pairForm(scale);
  if (format === "score") return scoreForm(scale);
  if (format === "json") return judgmentForm(scoreKey, scale, dimensions);
  return json ? labelJsonForm(menu) : labelForm(menu, tag);
}

function schemaOf({ comparative, format, menu, scoreKey, dimensions }: JudgeSettings) {
  if (comparative || format === "score") return null;
  return format === "json" ? judgmentSchema(scoreKey, dimensions) : labelSchema(menu);
}

function valueAt(root: Json, path: string): Json | undefined {
  let value: Json | undefined = root;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, Json>>)[key];
  }
  return value;
}
