import { dirname, extname, resolve } from "node:path";
import * as v from "valibot";
import type { Benchmark } from "../../benchmarks/benchmark.ts";
import { benchmarkOf } from "../../benchmarks/catalogue.ts";
import { readOwnBenchmark } from "../../benchmarks/own-benchmark.ts";
import { readOptions } from "../../core/options.ts";
import { findFile } from "../../evals/datasets/files.ts";
import { inFile, readConfigFile } from "../config/config-file.ts";

/** A benchmark, and where it is the user's own, its parts with full paths. */
export interface FoundBenchmark {
  readonly benchmark: Benchmark;
  readonly own: {
    readonly path: string | null;
    readonly scoring: Readonly<Record<string, unknown>>;
    readonly plugins: readonly unknown[];
  } | null;
}

const ENDINGS: readonly string[] = [".yaml", ".yml", ".json", ".ts", ".mts", ".js", ".mjs"];

/** Whether a task names a file and not a benchmark of the catalogue. */
function isBenchmarkFile(task: string): boolean {
  return ENDINGS.includes(extname(task).toLowerCase());
}

/** The benchmark of that name, or in that file. Throws `ConfigError`. */
export async function findBenchmark(task: string, folder: string, place: string): Promise<FoundBenchmark> {
  if (!isBenchmarkFile(task)) return { benchmark: benchmarkOf(task, place), own: null };
  const file = await readConfigFile(task, folder);
  const { benchmark, path, scoring, plugins } = inFile(task, () => readOwnBenchmark(file.value, file.name));
  const full = (one: string) => resolve(dirname(file.path), one);
  return {
    benchmark,
    own: {
      path: path === null ? null : inFile(task, () => findFile(path, { baseFolder: dirname(file.path) })),
      scoring,
      plugins: plugins.map((plugin) => (typeof plugin === "string" ? full(plugin) : plugin)),
    },
  };
}

/**
 * The benchmarks that a file names as a group: `{benchmarks: [gsm8k, ./mine.yaml]}`, with paths that count from it. Null
 * where it is one benchmark. Throws `ConfigError`.
 */
export async function readGroup(task: string, folder: string): Promise<readonly string[] | null> {
  if (!isBenchmarkFile(task)) return null;
  const file = await readConfigFile(task, folder);
  const { value } = file;
  if (typeof value !== "object" || value === null || !("benchmarks" in value)) return null;
  const { benchmarks } = readOptions({ schema: groupSchema }, value, task);
  // A name stays a name; a path counts from the file that holds it.
  return benchmarks.map((one) => (isBenchmarkFile(one) ? resolve(dirname(file.path), one) : one));
}

const groupSchema = v.object({
  name: v.optional(v.string()),
  benchmarks: v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.minLength(1)),
});
