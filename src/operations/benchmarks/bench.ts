import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import * as v from "valibot";
import type { Benchmark, DataFile, Figure } from "../../benchmarks/benchmark.ts";
import { benchmarks } from "../../benchmarks/catalogue.ts";
import { type Lock, readLock } from "../../benchmarks/data/lock.ts";
import { obtain, pinOf } from "../../benchmarks/data/obtain.ts";
import type { DataPlace, FoundFile } from "../../benchmarks/data/place.ts";
import { plausibilityOf } from "../../benchmarks/plausibility.ts";
import { shotsOf } from "../../benchmarks/variant.ts";
import { readOptions } from "../../core/options.ts";
import type { Environment, Operation } from "../environment.ts";
import { type EvalOutcome, runEval } from "../eval/eval.ts";
import type { EvalInput } from "../eval/eval-input.ts";
import { type RunOutcome, worstOf } from "../eval/outcome.ts";
import { dataPlaceOf } from "./bench-data.ts";
import { withBenchmark } from "./benchmark-eval.ts";
import { findBenchmark, readGroup } from "./benchmark-file.ts";

/** What `bench list` tells of a benchmark. */
export interface BenchmarkLine {
  readonly name: string;
  readonly summary: string;
  readonly rows: number | null;
  readonly licence: string;
  /** `verified`: pinned in the catalogue; `first_use`: pinned by this machine; `none`: not used yet. */
  readonly pin: "verified" | "first_use" | "none";
  readonly gated: boolean;
  /** Whether the rows are in the cache. */
  readonly cached: boolean;
}

export async function* listBenchmarks(
  _given: Readonly<Record<never, never>>,
  environment: Environment,
): Operation<readonly BenchmarkLine[]> {
  const place = dataPlaceOf(undefined, environment);
  const lock = readLock(place.lock);
  return benchmarks.map((benchmark) => lineOf(benchmark, place, lock));
}

function lineOf(benchmark: Benchmark, place: DataPlace, lock: Lock): BenchmarkLine {
  const [file] = benchmark.files;
  const sha256 = file.sha256 ?? lock.get(`${benchmark.name}/${file.name}`);
  return {
    name: benchmark.name,
    summary: benchmark.summary,
    rows: benchmark.rows,
    licence: file.licence,
    pin: pinOf(benchmark.name, file, lock),
    gated: file.gated !== undefined,
    cached: sha256 !== undefined && existsSync(join(place.cache, sha256, file.name)),
  };
}

/** What `bench show` tells: all that is known of a benchmark beside its rows. */
export interface BenchmarkCard extends BenchmarkLine {
  readonly metric: string;
  readonly variants: readonly { readonly name: string; readonly summary: string; readonly fewShot: number }[];
  readonly generation: Benchmark["generation"];
  readonly files: readonly (DataFile & { readonly pinnedAs: string | null })[];
  readonly plausible: readonly Figure[];
  readonly flaws: readonly string[];
}

const named = v.object({ name: v.string(), data: v.optional(v.string()) });

export async function* showBenchmark(
  given: { readonly name: string },
  environment: Environment,
): Operation<BenchmarkCard> {
  const { name } = readOptions({ schema: named }, given, "bench");
  const { benchmark } = await findBenchmark(name, environment.folder, "bench show");
  const place = dataPlaceOf(undefined, environment);
  const lock = readLock(place.lock);
  return {
    ...lineOf(benchmark, place, lock),
    metric: benchmark.metric,
    variants: benchmark.variants.map((variant) => ({
      name: variant.name,
      summary: variant.summary,
      fewShot: shotsOf(variant),
    })),
    generation: benchmark.generation,
    files: benchmark.files.map((file) => ({
      ...file,
      pinnedAs: file.sha256 ?? lock.get(`${benchmark.name}/${file.name}`) ?? null,
    })),
    plausible: benchmark.plausible,
    flaws: benchmark.flaws,
  };
}

/** Gets all files of a benchmark, so that it can be run without a network. */
export async function* fetchBenchmark(
  given: { readonly name: string; readonly data?: string },
  environment: Environment,
): Operation<readonly (FoundFile & { readonly name: string })[]> {
  const { name, data } = readOptions({ schema: named }, given, "bench");
  const { benchmark, own } = await findBenchmark(name, environment.folder, "bench fetch");
  const place = dataPlaceOf(data === undefined ? undefined : resolve(environment.folder, data), environment);
  const found: (FoundFile & { readonly name: string })[] = [];
  // Rows beside a benchmark of one's own are there already.
  if (own !== null && own.path !== null) return found;
  for (const file of benchmark.files) {
    found.push({ name: file.name, ...(yield* obtain(benchmark.name, file, place)) });
  }
  return found;
}

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

const runInput = v.object({
  name: v.string(),
  model: v.optional(v.string()),
  outputs: v.optional(v.string()),
  judge: v.optional(v.string()),
  limit: v.optional(v.pipe(whole, v.minValue(1))),
  epochs: v.optional(v.pipe(whole, v.minValue(1))),
  variant: v.optional(v.string()),
  fewShot: v.optional(whole),
  temperature: v.optional(v.pipe(v.number(), v.minValue(0))),
  maxTokens: v.optional(v.pipe(whole, v.minValue(1))),
  seed: v.optional(v.pipe(v.number(), v.integer())),
  /** Each k of pass@k. */
  passAt: v.optional(v.array(v.pipe(whole, v.minValue(1)))),
  data: v.optional(v.string()),
  concurrency: v.optional(whole),
  failUnder: v.optional(v.array(v.string())),
  maxErrors: v.optional(v.string()),
  maxCalls: v.optional(whole),
  maxCost: v.optional(v.number()),
  record: v.optional(v.string()),
  unsafeNoSandbox: v.optional(v.boolean()),
  store: v.optional(v.string()),
});

export type BenchInput = v.InferInput<typeof runInput>;

/** Runs a benchmark as the eval that it is, or each of a group; and says what is known of plausible figures. */
export async function* runBenchmark(given: BenchInput, environment: Environment): Operation<EvalOutcome> {
  const input = readOptions({ schema: runInput }, given, "bench");
  const group = await readGroup(input.name, environment.folder);
  if (group === null) return yield* runOne(input, environment);
  yield* prepareAll(group, input, environment);
  const runs: RunOutcome[] = [];
  for (const name of group) {
    if (environment.signal.aborted) break;
    runs.push(...(yield* runOne({ ...input, name }, environment)).runs);
  }
  return { runs, planned: runs.length, comparison: null, ...worstOf(runs) };
}

type RunInput = v.InferOutput<typeof runInput>;

/** Finds all of a group with their data, so that a mistake in the last one is told before the first one is paid for. */
async function* prepareAll(group: readonly string[], input: RunInput, environment: Environment) {
  const { folder } = environment;
  for (const name of group) {
    const { benchmark } = await findBenchmark(name, folder, "bench run");
    const config = configOf(benchmark, { ...input, name });
    // Warnings are about what is run, and are told when it is.
    for await (const event of withBenchmark({ config, folder, shown: "eval" }, environment)) {
      if (event.type !== "warning") yield event;
    }
  }
}

async function* runOne(input: RunInput, environment: Environment): Operation<EvalOutcome> {
  const { benchmark } = await findBenchmark(input.name, environment.folder, "bench run");
  const { concurrency, failUnder, maxErrors, maxCalls, maxCost, record, unsafeNoSandbox, store, limit } = input;
  const flags = { concurrency, failUnder, maxErrors, maxCalls, maxCost, record, unsafeNoSandbox, store, limit };
  const config = configOf(benchmark, input);
  const outcome = yield* runEval(present({ ...flags, config }) as EvalInput, environment);
  for (const { summary } of outcome.runs) {
    const scorer = summary.scorers.get(benchmark.name);
    for (const text of scorer === undefined ? [] : plausibilityOf(benchmark, scorer)) yield { type: "warning", text };
  }
  return outcome;
}

/** The flags as the eval file that they stand for. */
function configOf(benchmark: Benchmark, input: RunInput): Record<string, unknown> {
  const { name, model, outputs, judge, epochs, variant, fewShot, temperature, maxTokens, seed, passAt, data } = input;
  return present({
    model,
    epochs,
    temperature,
    max_tokens: maxTokens,
    seed,
    reducers: passAt === undefined ? undefined : ["mean", ...passAt.map((k) => ({ pass_at_k: k }))],
    scorers: [
      present({
        type: "benchmark",
        name: benchmark.name,
        task: name,
        variant,
        few_shot: fewShot,
        data,
        outputs,
        judge,
      }),
    ],
  });
}

function present(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
