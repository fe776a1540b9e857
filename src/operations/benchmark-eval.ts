import { statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Benchmark, BenchmarkRow, Variant } from "../benchmarks/benchmark.ts";
import { type BenchmarkOptions, benchmarkOptions } from "../benchmarks/benchmark-verifier.ts";
import { benchmarkOf } from "../benchmarks/catalogue.ts";
import { fileHash } from "../benchmarks/data/file-hash.ts";
import { obtain } from "../benchmarks/data/obtain.ts";
import type { DataEvent, DataPlace } from "../benchmarks/data/place.ts";
import { messagesOf } from "../benchmarks/messages.ts";
import { isSource, keepRows, readRows, readShots } from "../benchmarks/prepare.ts";
import { readOutputs } from "../benchmarks/recorded-outputs.ts";
import { shotsOf, variantWithShots } from "../benchmarks/variant.ts";
import { ConfigError } from "../core/errors.ts";
import { camelCase, snakeCase } from "../core/naming.ts";
import { readOptions } from "../core/options.ts";
import type { Json } from "../core/types.ts";
import type { Environment } from "./environment.ts";

/** What an eval whose rows come from a benchmark may say beside its scorer. */
const KEPT = [
  "name",
  "model",
  "temperature",
  "maxTokens",
  "seed",
  "reasoningEffort",
  "truncated",
  "epochs",
  "reducers",
  "gates",
  "deployments",
] as const;

type Config = Readonly<Record<string, unknown>>;

/** The eval itself, or what the benchmark that it names makes of it. Mistakes are told with the file they are in. */
export async function* withBenchmark(
  { config, folder, shown }: { readonly config: Config; readonly folder: string; readonly shown: string },
  environment: Environment,
): AsyncGenerator<DataEvent, Config, void> {
  if (!scorersOf(config).some((scorer) => scorer["type"] === "benchmark")) return config;
  try {
    return yield* expandBenchmark(config, folder, environment);
  } catch (error) {
    throw error instanceof ConfigError ? error.within(shown) : error;
  }
}

/**
 * An eval with the scorer `benchmark` as a whole eval: with the rows, prompts and settings of the benchmark. Its data
 * are fetched where they are not there. Throws `ConfigError` for what cannot stand beside a benchmark.
 */
async function* expandBenchmark(
  config: Config,
  folder: string,
  environment: Environment,
): AsyncGenerator<DataEvent, Config, void> {
  const { scorer, options } = readScorer(config);
  const kept = readKept(config);
  const benchmark = benchmarkOf(options.task, "scorers[0].task");
  const fewShot = options.fewShot;
  const variant = variantWithShots(benchmark, {
    name: options.variant,
    fewShot: fewShot ?? 0,
    place: "scorers[0].variant",
  });
  refuseBothOrNone(benchmark, kept, options);
  const place = dataPlaceOf(options.data === undefined ? undefined : resolve(folder, options.data), environment);
  const { path, sha256, pins, own } = yield* rowsFile(benchmark, place);
  const rows = await readRows(benchmark, path, sha256);
  if (!own && benchmark.rows !== null && rows.length !== benchmark.rows) {
    yield { type: "warning", text: `${path} holds ${rows.length} rows, and ${benchmark.name} has ${benchmark.rows}` };
  }
  const asked = kept["model"] === undefined ? {} : yield* asking({ benchmark, variant, fewShot, place, pins }, kept);
  const outputs = options.outputs === undefined ? null : await readOutputs(options.outputs, rows, folder);
  if (outputs !== null) yield { type: "note", text: coverage(rows, outputs) };
  const epochs = numberOf(kept["epochs"]) ?? (outputs === null ? benchmark.generation.epochs : undefined);
  const most = epochs ?? Math.max(1, ...[...(outputs?.values() ?? [])].map((list) => list.length));
  return {
    name: benchmark.name,
    reducers: benchmark.reducers.filter((reducer) => needs(reducer) <= most),
    ...(benchmark.groupBy === undefined ? {} : { group_by: benchmark.groupBy }),
    ...kept,
    ...asked,
    ...(epochs === undefined ? {} : { epochs }),
    dataset: {
      path: keepRows(benchmark.name, rows, outputs, place.cache),
      ...(options.sampleLimit === undefined ? {} : { limit: options.sampleLimit }),
    },
    scorers: [
      {
        ...scorer,
        type: "benchmark",
        name: scorer["name"] ?? benchmark.name,
        variant: variant.name,
        pins: Object.fromEntries(pins),
      },
    ],
  };
}

/** Where data are, from `--data` or the environment. */
export function dataPlaceOf(given: string | undefined, { variables, folder, signal }: Environment): DataPlace {
  const home = variables["HOME"] ?? homedir();
  const cache = variables["XDG_CACHE_HOME"] ?? join(home, ".cache");
  const state = variables["XDG_STATE_HOME"] ?? join(home, ".local", "state");
  const named = given ?? variables["VERIDIC_DATA_DIR"];
  return {
    given: named === undefined || named === "" ? null : resolve(folder, named),
    cache: join(cache, "veridic"),
    lock: resolve(folder, variables["VERIDIC_DATA_LOCK"] ?? join(state, "veridic", "data-lock.json")),
    mirror: variables["VERIDIC_DATA_MIRROR"] ?? null,
    token: variables["HF_TOKEN"] ?? null,
    signal,
  };
}

function readScorer(config: Config): { readonly scorer: Config; readonly options: BenchmarkOptions } {
  const scorers = scorersOf(config);
  const index = scorers.findIndex((scorer) => scorer["type"] === "benchmark");
  if (scorers.length > 1) {
    throw new ConfigError("benchmark_alone", "a benchmark brings its own scoring and stands alone", {
      place: "scorers",
      expected: "the benchmark as the only scorer",
      got: `${scorers.length} scorers`,
      hint: "run the others afterwards on its stored outputs: veridic runs rescore",
    });
  }
  const scorer = scorers[index] ?? {};
  const { type: _type, name: _name, ...options } = scorer;
  return { scorer, options: readOptions({ schema: benchmarkOptions }, options, "scorers[0]") };
}

/** The keys that the user may set, in snake_case; the others are refused, the data set first of all. */
function readKept(config: Config): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(config)) {
    const name = camelCase(key);
    if (name === "scorers" || value === undefined || key === "$schema") continue;
    if (!(KEPT as readonly string[]).includes(name)) {
      const known = KEPT.map(snakeCase);
      throw new ConfigError("benchmark_alone", "a benchmark brings its own rows and prompts", {
        place: key,
        expected: `no ${key}; beside it may stand ${known.join(", ")}`,
        hint: "describe your own rows and prompts as a benchmark of your own, or leave the benchmark out",
      });
    }
    kept[snakeCase(name)] = value;
  }
  return kept;
}

function refuseBothOrNone(benchmark: Benchmark, kept: Config, options: BenchmarkOptions): void {
  const { model } = kept;
  if ((model === undefined) !== (options.outputs === undefined)) return;
  throw new ConfigError(
    "usage",
    model === undefined ? `${benchmark.name} has nothing to score` : "outputs come from a model and from a file",
    {
      place: "model",
      expected: "a model, or recorded outputs",
      hint: "for example --model openai:gpt-5.5, or --outputs recorded.jsonl",
    },
  );
}

/** The file with the rows: one that the user names, else the published one. */
async function* rowsFile(benchmark: Benchmark, place: DataPlace) {
  const pins = new Map<string, string>();
  const [file] = benchmark.files;
  if (place.given !== null && statSync(place.given, { throwIfNoEntry: false })?.isFile() === true) {
    const sha256 = await fileHash(place.given, place.signal);
    pins.set(place.given, sha256);
    if (sha256 !== file.sha256) {
      const text = `the rows are those of ${place.given}, not the published ones; figures of others do not apply`;
      yield { type: "warning", text } as const;
    }
    return { path: place.given, sha256, pins, own: sha256 !== file.sha256 };
  }
  const found = yield* obtain(benchmark.name, file, place);
  pins.set(file.name, found.sha256);
  return { path: found.path, sha256: found.sha256, pins, own: false };
}

interface Asking {
  readonly benchmark: Benchmark;
  readonly variant: Variant;
  readonly fewShot: number | undefined;
  readonly place: DataPlace;
  readonly pins: Map<string, string>;
}

/** Prompt and settings. What the user set wins. */
async function* asking({ benchmark, variant, fewShot, place, pins }: Asking, kept: Config) {
  const count = fewShot ?? shotsOf(variant);
  const file = isSource(variant.shots) && count > 0 ? fileNamed(benchmark, variant.shots.file) : null;
  // A file that the user named holds the rows; shots come from where the published ones are.
  const folder = place.given !== null && statSync(place.given).isFile() ? dirname(place.given) : place.given;
  const found = file === null ? null : yield* obtain(benchmark.name, file, { ...place, given: folder });
  if (file !== null && found !== null) pins.set(file.name, found.sha256);
  const shots = await readShots(variant, count, async (name) => {
    if (found === null) throw new TypeError(`${benchmark.name} has no file ${name}`);
    return found;
  });
  return {
    prompt: messagesOf(variant, shots),
    temperature: kept["temperature"] ?? benchmark.generation.temperature,
    max_tokens: kept["max_tokens"] ?? benchmark.generation.maxTokens,
    ...(variant.stop === undefined ? {} : { stop: variant.stop }),
  };
}

function fileNamed(benchmark: Benchmark, name: string) {
  const found = benchmark.files.find((file) => file.name === name);
  if (found === undefined) throw new TypeError(`${benchmark.name} has no file ${name}`);
  return found;
}

function coverage(rows: readonly BenchmarkRow[], outputs: ReadonlyMap<string, readonly unknown[]>): string {
  const answers = [...outputs.values()].reduce((sum, list) => sum + list.length, 0);
  return `${answers} recorded outputs for ${outputs.size} of ${rows.length} rows`;
}

/** How many epochs a reducer needs. */
function needs(reducer: Json): number {
  const k = typeof reducer === "string" ? Number(/_(\d+)$/.exec(reducer)?.[1] ?? 1) : Object.values(reducer ?? {})[0];
  return typeof k === "number" ? k : 1;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function scorersOf(config: Config): readonly Config[] {
  const { scorers } = config;
  if (!Array.isArray(scorers)) return [];
  return scorers.filter((scorer): scorer is Config => typeof scorer === "object" && scorer !== null);
}
