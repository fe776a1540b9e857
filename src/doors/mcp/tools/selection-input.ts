import * as v from "valibot";
import { ConfigError } from "../../../core/errors.ts";
import { readOptions } from "../../../core/options.ts";
import { compareOptions } from "../../../operations/selection/compare.ts";
import { withoutNulls } from "../../../select/input/given.ts";
import {
  candidateOptions,
  checkOptions,
  criterionOptions,
  evidenceOptions,
  selectionOptions,
  weightOptions,
} from "../../../select/input/schema.ts";
import { type JsonSchema, listOf, type Told, toolSchema } from "../tool-schema.ts";

const { schema: questionSchema, aliases } = selectionOptions;

/** What the doing takes. Left out are the store and the second names of what the question has already. */
const doing = v.omit(compareOptions, ["input", "output", "store", "calibration", "modelWeights"]);

const ours = v.object({
  dryRun: v.optional(v.boolean()),
  votes: v.optional(v.boolean()),
});

/** The question and the doing in one map: an agent writes both, and none is required where a run or a file brings it. */
const compareSchema = v.object({ ...v.partial(questionSchema).entries, ...doing.entries, ...ours.entries });
const auditSchema = v.omit(compareSchema, ["control", "allowMany"]);

const QUESTION: ReadonlySet<string> = new Set(Object.keys(questionSchema.entries));

export interface SelectionInput {
  /** As an input file holds it. */
  readonly question: Readonly<Record<string, unknown>>;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly dryRun: boolean;
  readonly votes: boolean;
}

/** Takes a call apart. A key that is neither is refused here, with the nearest of all. */
export function readSelectionInput(kind: "compare" | "audit", given: unknown): SelectionInput {
  const spec = { schema: kind === "compare" ? compareSchema : auditSchema, aliases };
  const { dryRun = false, votes = false, ...options } = readOptions(spec, withoutNulls(given), kind);
  const question: Record<string, unknown> = {};
  const flags: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(options)) (QUESTION.has(key) ? question : flags)[key] = value;
  if (flags["from"] === undefined && flags["resume"] === undefined) return { question, flags, dryRun, votes };
  // A run brings its own question; what may be said beside it are other weights and another file for the result.
  const { modelWeights, outputPath, ...rest } = question;
  if (modelWeights !== undefined) flags["modelWeights"] = weightMap(modelWeights);
  if (outputPath !== undefined) flags["output"] = outputPath;
  return { question: rest, flags, dryRun, votes };
}

/** The other form of weights, a list of `{model, weight}`, as the map that counting anew takes. */
function weightMap(weights: unknown): unknown {
  if (!Array.isArray(weights)) return weights;
  const pairs = weights.map((one: unknown, index) => readOptions(weightOptions, one, `model_weights[${index}]`));
  const names = pairs.map(({ model }) => model);
  const double = names.find((name, index) => names.indexOf(name) !== index);
  if (double !== undefined) throw new ConfigError("duplicate_weight", `${double} has two weights`);
  return Object.fromEntries(pairs.map(({ model, weight }) => [model, weight]));
}

const evidence = listOf({ anyOf: [{ type: "string" }, toolSchema(evidenceOptions.schema)] });
const paths = listOf({ type: "string" });

const candidate = toolSchema(candidateOptions.schema, {
  evidence: { items: evidence["items"] },
  evidencePaths: { items: paths["items"] },
  checks: { items: toolSchema(checkOptions.schema) },
});

const TOLD: Told = {
  criteria: { items: toolSchema(criterionOptions.schema), minItems: 1, maxItems: 6 },
  candidates: { items: candidate, minItems: 1 },
  evidence: { items: evidence["items"] },
  evidencePaths: { items: paths["items"] },
  models: { items: { type: "string" }, minItems: 1, maxItems: 8 },
  modelWeights: {
    anyOf: [
      listOf(toolSchema(weightOptions.schema)),
      { type: "object", additionalProperties: { type: "number", minimum: 0 } },
    ],
  },
  file: "A JSON or YAML file with the input; what stands beside it here goes over it.",
  profile: "How votes are counted; default `default`.",
  concurrency: "Calls under way at once; default 8.",
  maxCalls: "Ends with what there is after so many requests to models.",
  maxCost: "Ends with what there is when models have cost so many US dollars.",
  runChecks: "Runs the commands that candidates carry. Only where the server was started with --run-checks.",
  manipulationPenalty: "What an attempt to steer the judge costs a candidate; default 0.04.",
  fixed: "Makes all looks, also where the outcome is clear.",
  criterionWeights: "With `from`: other weights by id of the criterion.",
  resume: "A run to go on with: its id, the beginning of one, or `latest`. It brings its own input.",
  from: "A run whose votes are counted again, without any call.",
  control: "Puts an empty answer to the judges too, and says whether they fall for it.",
  allowMany: "Allows more than 6 candidates: a tournament, not every pair.",
  dryRun: "Tells calls, tokens and price, and asks nobody.",
  votes: "Answers with every vote, interval and breakdown, which is long. The file at `output_path` has them always.",
};

export const compareInputSchema: JsonSchema = toolSchema(compareSchema, TOLD);
export const auditInputSchema: JsonSchema = toolSchema(auditSchema, TOLD);
