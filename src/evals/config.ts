import * as v from "valibot";
import { ConfigError, describe } from "../core/errors.ts";
import { snakeCase } from "../core/naming.ts";
import { readOptions } from "../core/options.ts";
import { readSolver, type SolverChoice } from "../models/solver/choice.ts";
import { type DatasetChoice, fieldsSchema, readDatasetChoice } from "./dataset-choice.ts";
import { readMapping } from "./datasets/fields.ts";
import { described } from "./described.ts";
import { readFewShot } from "./few-shot.ts";
import { readFewShotChoice } from "./few-shot-choice.ts";
import type { InferencePlan } from "./inference.ts";
import { noPrompt, readPrompt } from "./prompt.ts";
import { readTraffic, type TrafficConfig, trafficEntries } from "./traffic-config.ts";

/** The shape of an eval file. Editor completion and the field table of the docs are made from it. */
export const evalSchema = v.object({
  name: described(v.optional(v.pipe(v.string(), v.minLength(1))), "The name under which runs are listed."),
  dataset: described(
    v.optional(v.union([v.pipe(v.string(), v.minLength(1)), v.looseObject({})])),
    "A file (JSONL, JSON, CSV, TSV, parquet, YAML; also .gz), or `{path, format, fields, limit, shuffle_seed}`.",
  ),
  data: described(
    v.optional(v.array(v.unknown(), "a file of rows stands under dataset")),
    "The rows themselves, instead of a file.",
  ),
  fields: v.optional(fieldsSchema),
  model: described(
    v.optional(v.union([v.pipe(v.string(), v.minLength(1)), v.array(v.string())])),
    "The model that is asked for the answers, as `provider:model`; of a list, a run each. Without one the outputs come from the rows.",
  ),
  solver: described(
    v.optional(v.unknown()),
    "What is asked in place of a model: `./bot.ts#answer`, `{command: [python3, bot.py]}`, or `{url: …}`.",
  ),
  prompt: described(
    v.optional(v.union([v.string(), v.array(v.unknown())])),
    "What it is asked: a text, or a list of `{role, content}`, with `{{field}}` for fields of the row. Default `{{input}}`.",
  ),
  system: described(v.optional(v.string()), "A system message before the prompt."),
  fewShot: described(
    v.optional(v.union([v.number(), v.string(), v.array(v.unknown()), v.looseObject({})])),
    "Examples before the question: a number of the eval's own rows, a file, a list of `{input, output}`, or a map.",
  ),
  temperature: v.optional(v.pipe(v.number(), v.minValue(0))),
  maxTokens: described(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), "The most tokens of an answer."),
  seed: described(v.optional(v.pipe(v.number(), v.integer())), "Where the provider takes one; each epoch adds 1."),
  stop: v.optional(v.array(v.string())),
  reasoningEffort: v.optional(v.picklist(["none", "minimal", "low", "medium", "high"])),
  truncated: described(
    v.optional(v.picklist(["wrong", "error"])),
    "What an answer is that the token limit cut: scored as it is (`wrong`, the default), or an `error` of its row.",
  ),
  outputField: described(
    v.optional(v.union([v.pipe(v.string(), v.minLength(1)), v.pipe(v.array(v.string()), v.minLength(1))])),
    "The field with the recorded output, as a dotted path; a list of fields, or a field that holds a list, is several epochs.",
  ),
  epochs: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    "How many outputs of each row count; default all that a row carries.",
  ),
  reducers: described(
    v.optional(v.array(v.unknown())),
    "Epochs to one score: mean, median, mode, max, {at_least_k: 1}, {pass_at_k: 5}, {pass_k: 5}. The first one counts.",
  ),
  groupBy: described(v.optional(v.string()), "A field of the row; statistics are also given per value of it."),
  clusterBy: described(
    v.optional(v.string()),
    "A field of the row; rows with the same value are not taken for independent in the interval.",
  ),
  scorers: described(v.array(v.unknown()), "What is checked: `{type, name, reference_field, …options}`."),
  gates: described(
    v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
    'Rules that a run must keep: `{answer_accuracy: ">= 0.8", errors: "<= 5%"}`.',
  ),
  plugins: described(v.optional(v.array(v.unknown())), "Files with own verifiers and extractors."),
  deployments: described(
    v.optional(v.record(v.string(), v.looseObject({}))),
    "Named endpoints for judges: `{my_judge: {provider: openai-compatible, base_url, model, api_key_env}}`.",
  ),
  ...trafficEntries,
});

export interface EvalConfig {
  readonly name: string;
  readonly dataset: DatasetChoice;
  /** Dotted paths; null means the row's own `output` or `outputs`. */
  readonly outputFields: readonly string[] | null;
  readonly epochs: number | null;
  /** Null where the outputs come from the rows. */
  readonly inference: InferencePlan | null;
  readonly reducers: readonly unknown[];
  readonly groupBy: string | null;
  readonly clusterBy: string | null;
  readonly scorers: readonly unknown[];
  readonly gates: Readonly<Record<string, string | number>>;
  readonly plugins: readonly unknown[];
  readonly deployments: Readonly<Record<string, unknown>>;
  readonly traffic: TrafficConfig;
}

/** Reads an eval file's content. `name` is used where it has none. Throws `ConfigError`. */
export function readEvalConfig(given: unknown, name: string): EvalConfig {
  // The schema would take a list for a map with the names 0, 1 and so on.
  if (typeof given === "object" && given !== null && "dataset" in given && Array.isArray(given.dataset)) {
    throw new ConfigError("wrong_type", "has a wrong value", {
      place: "eval.dataset",
      expected: "one file",
      got: describe(given.dataset),
      hint: "put the rows into one file, or run an eval for each",
    });
  }
  const config = readOptions(
    { schema: evalSchema, aliases: { evalName: { to: "name" } } },
    withoutSchema(given),
    "eval",
  );
  if (config.scorers.length === 0) {
    throw new ConfigError("no_scorers", "there is nothing to score with", {
      place: "scorers",
      expected: "one scorer or more",
      hint: "for example { type: exact_match, name: answer }",
    });
  }
  const outputs = config.outputField;
  const dataset = readDatasetChoice(config);
  return {
    name: config.name ?? name,
    dataset,
    outputFields: outputs === undefined ? null : typeof outputs === "string" ? [outputs] : outputs,
    epochs: config.epochs ?? null,
    inference: readInference(config, dataset),
    reducers: config.reducers ?? [],
    groupBy: fieldOf(config.groupBy, dataset),
    clusterBy: fieldOf(config.clusterBy, dataset),
    scorers: config.scorers,
    gates: config.gates ?? {},
    plugins: config.plugins ?? [],
    deployments: config.deployments ?? {},
    traffic: readTraffic(config, config.deployments ?? {}),
  };
}

/** What only means something where answers are asked for. */
const INFERENCE_KEYS = [
  "prompt",
  "system",
  "fewShot",
  "temperature",
  "maxTokens",
  "seed",
  "stop",
  "reasoningEffort",
  "truncated",
] as const;

/** What a solver is not told: it is no model, or hides its own. */
const MODEL_KEYS = ["temperature", "maxTokens", "stop", "reasoningEffort"] as const;

function readInference(config: v.InferOutput<typeof evalSchema>, dataset: DatasetChoice): InferencePlan | null {
  const { model, prompt, system, truncated = "wrong" } = config;
  if (model === undefined && config.solver === undefined) {
    const [key] = INFERENCE_KEYS.filter((name) => config[name] !== undefined);
    if (key === undefined) return null;
    throw new ConfigError("missing_option", "is missing", {
      place: "model",
      expected: "the model that is asked, for example openai:gpt-5.5",
      hint: `or remove ${snakeCase(key)} to score the outputs of the rows`,
    });
  }
  if (model !== undefined && config.solver !== undefined) {
    throw new ConfigError("given_twice", "the outputs come from a model and from a solver", {
      place: "solver",
      hint: "keep one of model and solver",
    });
  }
  if (Array.isArray(model)) {
    throw new ConfigError("wrong_type", "this is several evals", {
      place: "model",
      expected: "one model; lists are run one by one",
      got: describe(model),
    });
  }
  if (config.outputField !== undefined) {
    const asked = model === undefined ? "solver" : "model";
    throw new ConfigError("given_twice", `the outputs come from a ${asked} and from the rows`, {
      place: "output_field",
      hint: `keep one of ${asked} and output_field`,
    });
  }
  const solver = model === undefined ? readSolver(config.solver, { timeout: config.timeout }) : null;
  if (solver !== null) {
    const [key] = MODEL_KEYS.filter((name) => config[name] !== undefined);
    if (key !== undefined) {
      throw new ConfigError("wrong_value", "is for models, and a solver is asked", {
        place: snakeCase(key),
        hint: "remove it; what a solver should know may be written into the prompt, or into the body of its endpoint",
      });
    }
  }
  const { temperature, maxTokens, seed, stop, reasoningEffort, fewShot } = config;
  const wanted =
    solver === null || conversationOf(solver) || [prompt, system, fewShot].some((one) => one !== undefined);
  const read = wanted ? readPrompt(prompt ?? "{{input}}", system) : noPrompt;
  return {
    model: solver?.name ?? model ?? "",
    solver,
    prompt: read,
    fewShot: fewShot === undefined ? null : readFewShot(readFewShotChoice(fewShot), read, readMapping(dataset.fields)),
    truncated,
    temperature,
    maxTokens,
    seed,
    stop,
    reasoningEffort,
  };
}

/** Whether the body of an endpoint has a place for it; the others are told of one where there is one. */
function conversationOf(solver: SolverChoice): boolean {
  return solver.kind === "endpoint" && solver.body?.conversation === true;
}

/** Where a field stands in the rows: what `fields` says of its name, else the name is the path. */
function fieldOf(name: string | undefined, { fields = {} }: DatasetChoice): string | null {
  if (name === undefined) return null;
  return Object.hasOwn(fields, name) ? (fields[name] ?? name) : name;
}

/** A JSON file names its schema for editors in a key of its own. */
function withoutSchema(given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([key]) => key !== "$schema"));
}
