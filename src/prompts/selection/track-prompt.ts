import { delimiterOf, fenced } from "../fence.ts";
import { PROGRESS_SCALE } from "./letter-scale.ts";
import { promptOf, type ReplyForm, type SelectionPrompt, systemMessage, tagSuffix } from "./material.ts";
import { neutralText } from "./neutral.ts";
import { scoreSchema } from "./score-schema.ts";

/** The steps of someone at work on a task, in their order. */
export interface Trajectory {
  readonly task: string;
  readonly context?: string;
  readonly groundTruthNote?: string;
  readonly steps: readonly string[];
}

/**
 * The delimiter of a trajectory's prompts. It does not depend on the steps: they arrive one by one, and each prompt is
 * to begin like the one before. So the steps' author is kept from it by the seed alone, which is drawn at the start.
 */
export function trackDelimiter({ task, context = "" }: Trajectory, seed: string): string {
  return delimiterOf([task, context], `track ${seed}`);
}

/** The steps after which progress is asked for, from 1: all inner ones, or all where there are no more than two. */
export function checkpointsOf(steps: number): readonly number[] {
  const all = Array.from({ length: steps }, (_, index) => index + 1);
  return steps > 2 ? all.slice(1, -1) : all;
}

export interface TrackQuestion {
  readonly trajectory: Trajectory;
  /** From `trackDelimiter`. */
  readonly delimiter: string;
  readonly form: ReplyForm;
}

/**
 * Asks for the progress after each checkpoint in one call. A judge that sees how it ended may read that back into the
 * early steps; `trackStepPrompt` costs a call for each step and cannot.
 */
export function trackPrompt({
  trajectory,
  delimiter,
  form,
  checkpoints,
}: TrackQuestion & { readonly checkpoints: readonly number[] }): SelectionPrompt {
  const suffix = tagSuffix(delimiter);
  const names = checkpoints.map((_, index) => `c${index + 1}`);
  const listed = checkpoints.map((step, index) => `c${index + 1}: after step ${step}`).join("\n");
  const how =
    "For each checkpoint write in one sentence what had been reached by then, as observed and not as announced; later steps do not count. Then give each one letter of the scale.";
  const answer = form.schema
    ? `Reply with one JSON object and nothing else: {${names.map((name) => `"${name}_evidence": "…"`).join(", ")}, ${names.map((name) => `"${name}": "LETTER"`).join(", ")}}.`
    : `Reply in this form, and write nothing behind it:\n<evidence>\n${names.map((name) => `${name}: …`).join("\n")}\n</evidence>\n${names.map((name) => `<${name}-${suffix}>LETTER</${name}-${suffix}>`).join("\n")}`;
  return promptOf(
    systemMessage(trajectory.groundTruthNote, delimiter),
    [...opening(trajectory, delimiter), ...stepSections(trajectory.steps, delimiter), PROGRESS_SCALE],
    `Checkpoints:\n${listed}\n\n${how}\n${answer}`,
    {
      form,
      schema: scoreSchema(
        "progress",
        names.map((name) => `${name}_evidence`),
        names,
        "text",
      ),
      slots: names.map((name) => ({ field: name, tag: `${name}-${suffix}` })),
    },
  );
}

const STEP_SCHEMA = scoreSchema("progress", ["evidence"], ["score"]);

/** Asks for the progress after one step, with the steps up to it and no later one. `step` counts from 1. */
export function trackStepPrompt({
  trajectory,
  delimiter,
  form,
  step,
}: TrackQuestion & { readonly step: number }): SelectionPrompt {
  const tag = `score-${tagSuffix(delimiter)}`;
  const how =
    "First write exactly 3 concrete observations on what has been reached so far, as observed and not as announced. Then give one letter of the scale.";
  const answer = form.schema
    ? 'Reply with one JSON object and nothing else: {"evidence": ["…", "…", "…"], "score": "LETTER"}.'
    : `Reply in this form, and write nothing behind it:\n<evidence>\n1. …\n2. …\n3. …\n</evidence>\n<${tag}>LETTER</${tag}>`;
  return promptOf(
    systemMessage(trajectory.groundTruthNote, delimiter),
    // The scale stands before the steps: what grows comes last, and the next step's prompt begins with this one.
    [...opening(trajectory, delimiter), PROGRESS_SCALE, ...stepSections(trajectory.steps.slice(0, step), delimiter)],
    `How far is the task done after step ${step}?\n\n${how}\n${answer}`,
    { form, schema: STEP_SCHEMA, slots: [{ field: "score", tag }] },
  );
}

function opening({ task, context = "" }: Trajectory, delimiter: string): readonly string[] {
  return [
    "A task and the steps of someone at work on it are given. Judge how far the task is done.",
    fenced("task", neutralText(task), delimiter),
    ...(context.trim() === "" ? [] : [fenced("context", neutralText(context), delimiter)]),
  ];
}

function stepSections(steps: readonly string[], delimiter: string): readonly string[] {
  return steps.map((step, index) => fenced(`step ${index + 1}`, neutralText(step), delimiter));
}
