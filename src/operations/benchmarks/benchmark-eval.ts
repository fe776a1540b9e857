import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Benchmark, BenchmarkRow, Variant } from "../../benchmarks/benchmark.ts";
import { fileHash } from "../../benchmarks/data/file-hash.ts";
import { obtain } from "../../benchmarks/data/obtain.ts";
import type { DataEvent, DataPlace } from "../../benchmarks/data/place.ts";
import { messagesOf } from "../../benchmarks/messages.ts";
import { isSource, keepRows, readRows, readShots } from "../../benchmarks/prepare.ts";
import { readOutputs } from "../../benchmarks/recorded-outputs.ts";
import { shotsOf, variantWithShots } from "../../benchmarks/variant.ts";
import { ConfigError } from "../../core/errors.ts";
import type { Json } from "../../core/types.ts";
import type { Environment } from "../environment.ts";
import { dataPlaceOf } from "./bench-data.ts";
import { type Config, readKept, readScorer, refuseBothOrNone, refuseNested, scorersOf } from "./benchmark-config.ts";
import { findBenchmark } from "./benchmark-file.ts";

/** The eval itself, or what the benchmark that it names makes of it. Mistakes are told with the file they are in. */
export async function* withBenchmark(
  { config, folder, shown }: { readonly config: Config; readonly folder: string; readonly shown: string },
  environment: Environment,
): AsyncGenerator<DataEvent, Config, void> {
  try {
    refuseNested(config);
    if (!scorersOf(config).some((scorer) => scorer["type"] === "benchmark")) return config;
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
  const { benchmark, own: mine } = await findBenchmark(options.task, folder, "scorers[0].task");
  const fewShot = options.fewShot;
  const variant = variantWithShots(benchmark, {
    name: options.variant,
    fewShot: fewShot ?? 0,
    place: "scorers[0].variant",
  });
  refuseBothOrNone(benchmark.name, kept, options);
  const place = dataPlaceOf(options.data === undefined ? undefined : resolve(folder, options.data), environment);
  const { path, sha256, pins, own } = yield* rowsFile(benchmark, mine?.path ?? null, place);
  const rows = await readRows(benchmark, path, sha256);
  if (!own && benchmark.rows !== null && rows.length !== benchmark.rows) {
    yield { type: "warning", text: `${path} holds ${rows.length} rows, and ${benchmark.name} has ${benchmark.rows}` };
  }
  const asked = kept["model"] === undefined ? {} : yield* asking({ benchmark, variant, fewShot, place, pins }, kept);
  const outputs = options.outputs === undefined ? null : await readOutputs(options.outputs, rows, folder);
  if (outputs !== null) yield coverage(rows, outputs);
  const epochs = numberOf(kept["epochs"]) ?? (outputs === null ? benchmark.generation.epochs : undefined);
  const most = epochs ?? Math.max(1, ...[...(outputs?.values() ?? [])].map((list) => list.length));
  return {
    name: benchmark.name,
    reducers: benchmark.reducers.filter((reducer) => needs(reducer) <= most),
    ...(mine === null || mine.plugins.length === 0 ? {} : { plugins: mine.plugins }),
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
        ...(mine === null ? {} : { scoring: mine.scoring }),
        pins: Object.fromEntries(pins),
      },
    ],
  };
}

/** The file with the rows: one that the user names, else the published one. */
async function* rowsFile(benchmark: Benchmark, path: string | null, place: DataPlace) {
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
  if (path !== null) {
    const sha256 = await fileHash(path, place.signal);
    return { path, sha256, pins: pins.set(path, sha256), own: true };
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

function coverage(rows: readonly BenchmarkRow[], outputs: ReadonlyMap<string, readonly unknown[]>): DataEvent {
  const answers = [...outputs.values()].reduce((sum, list) => sum + list.length, 0);
  const text = `${answers} recorded outputs for ${outputs.size} of ${rows.length} rows`;
  if (2 * outputs.size >= rows.length) return { type: "note", text };
  // Most likely another benchmark's outputs, or a part of them: the mean would speak of a few rows.
  return { type: "warning", text: `${text}; the other rows are errors, and the mean is of the few that are left` };
}

/** How many epochs a reducer needs. */
function needs(reducer: Json): number {
  const k = typeof reducer === "string" ? Number(/_(\d+)$/.exec(reducer)?.[1] ?? 1) : Object.values(reducer ?? {})[0];
  return typeof k === "number" ? k : 1;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
