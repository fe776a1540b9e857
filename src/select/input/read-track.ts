import * as v from "valibot";
import { ConfigError } from "../../core/errors.ts";
import { readOptions } from "../../core/options.ts";
import { MOCK_WARNING } from "../mock-heuristic.ts";
import { BACKENDS, readBackend } from "./backends.ts";
import { checkCount, textList, wholeNumber, withoutNulls } from "./given.ts";
import { type ModelId, readPanel } from "./panel.ts";
import type { JudgeModel } from "./request.ts";

/** What progress is asked for, complete and checked. */
export interface TrackRequest {
  readonly task: string;
  readonly context: string;
  readonly groundTruthNote: string | null;
  readonly steps: readonly string[];
  readonly models: readonly JudgeModel[];
  readonly modelsGiven: boolean;
  readonly verifications: number;
  /** A call for each step, with no later step in sight; else one call for all. */
  readonly stepwise: boolean;
  /** Steps, from 1; null for all inner ones. */
  readonly checkpoints: readonly number[] | null;
  /** Whether log-probabilities are preferred to JSON. */
  readonly weigh: boolean;
  readonly mock: boolean;
  readonly warnings: readonly string[];
}

const trackSchema = v.object({
  task: v.pipe(v.string(), v.description("What the steps are to reach.")),
  context: v.optional(v.string()),
  groundTruthNote: v.optional(v.string()),
  steps: v.pipe(v.array(v.unknown()), v.description("Texts in their order.")),
  checkpoints: v.pipe(v.optional(v.array(v.number())), v.description("Steps, from 1; default all inner ones.")),
  stepwise: v.optional(v.boolean(), false),
  nVerifications: v.optional(v.number()),
  backend: v.optional(v.string()),
  model: v.optional(v.string()),
  models: v.optional(v.array(v.unknown())),
  modelWeights: v.optional(v.unknown()),
  mock: v.optional(v.boolean(), false),
});

const MOST_STEPS = 500;
const MOST_VERIFICATIONS = 8;

/** Reads the input of `track` in either spelling. Throws a `ConfigError` for all that is missing, unknown or out of bounds. */
export function readTrack(
  given: unknown,
  { place, modelId }: { readonly place: string; readonly modelId: ModelId },
): TrackRequest {
  const aliases = { verifications: { to: "nVerifications" }, repetitions: { to: "nVerifications" } };
  const options = readOptions({ schema: trackSchema, aliases }, withoutNulls(given), place);
  const task = options.task.trim();
  if (task === "") throw new ConfigError("empty_task", "the task is blank", { place: `${place}.task` });
  const steps = textList(options.steps, `${place}.steps`);
  checkCount(steps.length, "steps", { low: 1, high: MOST_STEPS, place: `${place}.steps` }, "step_count");
  const checkpoints = options.checkpoints?.map((step, index) =>
    wholeNumber(step, 1, { low: 1, high: steps.length, place: `${place}.checkpoints[${index}]` }),
  );
  if (checkpoints !== undefined && new Set(checkpoints).size < checkpoints.length) {
    throw new ConfigError("duplicate_checkpoint", "a step is named twice", { place: `${place}.checkpoints` });
  }
  const backend = options.backend === undefined ? "zai-coding-plan" : readBackend(options.backend, `${place}.backend`);
  const named = options.models !== undefined && options.models.length > 1 && options.backend === undefined;
  const panel = readPanel(
    {
      model: options.model,
      models: options.models,
      modelWeights: options.modelWeights,
      backend: named ? "pi-model-ensemble" : backend,
    },
    place,
    modelId,
  );
  const verifications = wholeNumber(options.nVerifications, panel.models.length, {
    low: 1,
    high: MOST_VERIFICATIONS,
    place: `${place}.n_verifications`,
  });
  return {
    task,
    context: options.context?.trim() ?? "",
    groundTruthNote: options.groundTruthNote?.trim() || null,
    steps,
    models: panel.models,
    modelsGiven: panel.modelsGiven,
    verifications,
    stepwise: options.stepwise,
    checkpoints: checkpoints === undefined ? null : [...checkpoints].sort((one, other) => one - other),
    weigh: BACKENDS[backend].weigh,
    mock: options.mock,
    warnings: options.mock ? [MOCK_WARNING] : [],
  };
}
