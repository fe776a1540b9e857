import { resolve } from "node:path";
import * as v from "valibot";
import { ConfigError, describe } from "../core/errors.ts";
import { readOptions } from "../core/options.ts";
import type { Json } from "../core/types.ts";
import { openDataset } from "../evals/datasets/open.ts";
import { readErrorLimit } from "../evals/gates.ts";
import { chosen, planEval, type Selection } from "../evals/plan.ts";
import { fingerprintToJson, holdsFunctions, type RunConfig, runConfigToJson } from "../evals/run-config.ts";
import { datasetWork } from "../evals/source.ts";
import { openStore } from "../store/open.ts";
import { newRunId } from "../store/run-id.ts";
import type { RunRecord } from "../store/types.ts";
import { withBenchmark } from "./benchmark-eval.ts";
import { type ConfigFile, inFile, readConfigFile } from "./config-file.ts";
import { type Environment, type Operation, storeLocation } from "./environment.ts";
import { concurrencyOf, executeRun } from "./execute.ts";
import { builderWith, loadPlugins } from "./modules.ts";
import { outcomeOf, type RunOutcome } from "./outcome.ts";
import { runModels, selfPreference } from "./run-models.ts";
import { scoringOf } from "./scoring-file.ts";

const positive = v.pipe(v.number(), v.integer(), v.minValue(1));

const evalInput = v.object({
  /** An eval file; or `config`, or `dataset` and `scorers`. */
  file: v.optional(v.string()),
  /** The content of an eval file. */
  config: v.optional(v.looseObject({})),
  dataset: v.optional(v.string()),
  /** A file with a list of scorers. */
  scorers: v.optional(v.string()),
  outputField: v.optional(v.array(v.string())),
  limit: v.optional(positive),
  sampleIds: v.optional(v.array(v.string())),
  epochs: v.optional(positive),
  concurrency: v.optional(positive),
  /** `name=0.8`, each. */
  failUnder: v.optional(v.array(v.string())),
  maxErrors: v.optional(v.string()),
  maxCalls: v.optional(positive),
  /** US dollars. */
  maxCost: v.optional(v.pipe(v.number(), v.minValue(0))),
  record: v.optional(v.string()),
  /** Wins over the file's. */
  model: v.optional(v.string()),
  store: v.optional(v.string()),
});

/** The rows and the checks of a run, and what of them is taken. Spelt out, so that its type is readable for users. */
export interface EvalInput {
  readonly file?: string;
  readonly config?: Record<string, unknown>;
  readonly dataset?: string;
  readonly scorers?: string;
  readonly outputField?: readonly string[];
  /** At most so many rows. */
  readonly limit?: number;
  readonly sampleIds?: readonly string[];
  /** How many outputs of each row count. */
  readonly epochs?: number;
  /** How many answers may be under way at once; default 16. */
  readonly concurrency?: number;
  /** Gates on means: `name=0.8`, each. */
  readonly failUnder?: readonly string[];
  /** `5%`, `0.05`, or a number of rows. */
  readonly maxErrors?: string;
  /** Requests to models, judges included; then the run ends `partial`. */
  readonly maxCalls?: number;
  /** US dollars; then the run ends `partial`. */
  readonly maxCost?: number;
  /** A file to which the replies of models are recorded, for `replay:FILE`. */
  readonly record?: string;
  /** The model to ask instead of the file's. */
  readonly model?: string;
  readonly store?: string;
}

/** Runs an eval: everything is checked first, then every row is scored, then the run is summed up. */
export async function* runEval(given: EvalInput, environment: Environment): Operation<RunOutcome> {
  const input = readOptions({ schema: evalInput }, given, "eval");
  const declared = await readSource(input, environment);
  const source = { ...declared, config: yield* withBenchmark(declared, environment) };
  const limit = input.maxErrors === undefined ? null : readErrorLimit(input.maxErrors, "--max-errors");
  const selection: Selection = { limit: input.limit ?? null, sampleIds: input.sampleIds ?? null };
  const plugins = await loadPlugins(listOf(source.config["plugins"]), source.folder);
  const plan = inFile(source.shown, () =>
    planEval(source.config, source.name, (usesModel) => builderWith(plugins.values, { usesModel }), selection),
  );

  const dataset = await openDataset(chosen(plan.config.dataset, selection), { baseFolder: source.folder });
  const work = await datasetWork(dataset, plan, environment.signal);
  const concurrency = concurrencyOf(input.concurrency);
  const access = await runModels(plan, concurrency, environment, {
    maxCalls: input.maxCalls,
    maxCostUsd: input.maxCost,
    record: input.record,
  });
  const store = await openStore(storeLocation(input.store, environment), { folder: environment.folder });
  try {
    const now = environment.now();
    const id = newRunId(now, environment.random);
    const kept: RunConfig = {
      eval: toJson(source.config, source.shown),
      folder: source.folder,
      selection,
      maxErrors: input.maxErrors ?? null,
      valuesFromCode: holdsFunctions({ ...source.config, data: null }),
    };
    const run: RunRecord = {
      id,
      name: plan.config.name,
      status: "running",
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
      parent: null,
      outputsOf: id,
      samples: work.samples,
      epochs: 1,
      model: plan.config.inference?.model ?? null,
      config: runConfigToJson(kept),
      fingerprint: fingerprintToJson({ dataset: work.fingerprint, files: [...source.files, ...plugins.files] }),
      summary: null,
    };
    await store.createRun(run);
    const warnings = [...work.warnings, selfPreference(plan)].filter((text) => text !== null);
    for (const text of warnings) yield { type: "warning", text };
    yield { type: "note", text: `run ${id}: ${plan.config.name}, ${work.samples} rows of ${dataset.name}` };
    const summary = yield* executeRun(
      {
        plan,
        store,
        run,
        work: work.items(() => false),
        total: work.answers,
        keepOutputs: true,
        concurrency,
        access,
      },
      environment,
    );
    return outcomeOf(summary, limit);
  } finally {
    await store.close();
  }
}

interface Source {
  readonly config: Readonly<Record<string, unknown>>;
  readonly folder: string;
  readonly name: string;
  /** How the user knows it, for errors. */
  readonly shown: string;
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

/** The eval from wherever it was given, with the flags merged in. */
async function readSource(input: v.InferOutput<typeof evalInput>, environment: Environment): Promise<Source> {
  const source = await baseSource(input, environment);
  const gates = { ...recordOf(source.config["gates"]), ...failUnder(input.failUnder ?? []) };
  return {
    ...source,
    config: {
      ...source.config,
      ...(input.outputField === undefined ? {} : { output_field: input.outputField }),
      ...(input.epochs === undefined ? {} : { epochs: input.epochs }),
      ...(input.model === undefined ? {} : { model: input.model }),
      ...(Object.keys(gates).length === 0 ? {} : { gates }),
    },
  };
}

async function baseSource(input: v.InferOutput<typeof evalInput>, environment: Environment): Promise<Source> {
  const ways = [input.file, input.config, input.dataset].filter((way) => way !== undefined);
  if (ways.length !== 1) {
    throw new ConfigError("usage", ways.length === 0 ? "there is no eval to run" : "the eval is given twice", {
      expected: "an eval file, or --dataset with --scorers",
      hint: "`veridic init` writes a working eval file",
    });
  }
  if (input.file !== undefined) {
    const file = await readConfigFile(input.file, environment.folder);
    return {
      config: mapOf(file.value, input.file),
      folder: file.folder,
      name: file.name,
      shown: input.file,
      files: [pin(file)],
    };
  }
  if (input.config !== undefined) {
    return { config: input.config, folder: environment.folder, name: "eval", shown: "eval", files: [] };
  }
  if (input.scorers === undefined) {
    throw new ConfigError("usage", "there is nothing to score with", {
      place: "--scorers",
      expected: "a JSON or YAML file with a list of scorers",
    });
  }
  const file = await readConfigFile(input.scorers, environment.folder);
  return {
    config: { name: file.name, ...scoringOf(file.value), dataset: resolve(environment.folder, input.dataset ?? "") },
    folder: file.folder,
    name: file.name,
    shown: input.scorers,
    files: [pin(file)],
  };
}

function pin({ path, sha256 }: ConfigFile) {
  return { path, sha256 };
}

/** `name=0.8` as a gate. */
function failUnder(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const [, name, bound] = /^(.+)=\s*(\d+(?:\.\d+)?%?)$/.exec(text.trim()) ?? [];
      if (name === undefined || bound === undefined) {
        throw new ConfigError("usage", "this gate cannot be read", {
          place: "--fail-under",
          expected: "name=number, for example answer=0.8",
          got: describe(text),
        });
      }
      if (name === "errors") {
        throw new ConfigError("usage", "errors are limited from above", {
          place: "--fail-under",
          hint: `use --max-errors ${bound}`,
        });
      }
      return [name, `>= ${bound}`];
    }),
  );
}

function mapOf(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ConfigError("not_an_object", "this is no eval", {
    place,
    expected: "a map with dataset and scorers",
    got: describe(value),
  });
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The configuration as the store keeps it: without the values that were given in code. */
function toJson(config: Readonly<Record<string, unknown>>, place: string): { readonly [key: string]: Json } {
  try {
    return JSON.parse(JSON.stringify(config));
  } catch (cause) {
    throw new ConfigError("not_json", "this eval holds something that has no JSON form", { place, cause });
  }
}
