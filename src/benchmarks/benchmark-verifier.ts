import * as v from "valibot";
import { defineVerifier } from "../core/define.ts";
import { ConfigError } from "../core/errors.ts";
import { benchmarkOf } from "./catalogue.ts";
import { declaredScoring } from "./declared-scoring.ts";
import { variantOf } from "./variant.ts";

const positive = v.pipe(v.number(), v.integer(), v.minValue(1));

/** What the scorer `benchmark` may be given; also the part of a command's flags that the benchmark itself needs. */
export const benchmarkOptions = v.object({
  task: v.pipe(v.string(), v.description("The benchmark: a name of the catalogue, or a file of your own.")),
  sampleLimit: v.pipe(v.optional(positive), v.description("At most so many rows.")),
  variant: v.pipe(v.optional(v.string()), v.description("How it is asked; `veridic bench show` lists the ways.")),
  fewShot: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    v.description("How many examples are shown before the question."),
  ),
  data: v.pipe(v.optional(v.string()), v.description("A folder that holds the data, or a file to use as the rows.")),
  judge: v.pipe(v.optional(v.string()), v.description("The model that grades, of a benchmark that needs one.")),
  outputs: v.pipe(v.optional(v.string()), v.description("A file with recorded outputs, instead of a model.")),
  scoring: v.pipe(
    v.optional(v.looseObject({})),
    v.description("How answers are read and compared, of a benchmark of your own; written by a run."),
  ),
  pins: v.pipe(
    v.optional(v.record(v.string(), v.string())),
    v.description("The SHA-256 of each file that was used; written by a run."),
  ),
});

export type BenchmarkOptions = v.InferOutput<typeof benchmarkOptions>;

/**
 * The scoring of a benchmark. An eval with this scorer gets its rows and prompts from the benchmark; given stored
 * outputs of one, it scores them anew.
 */
export const benchmarkVerifier = defineVerifier({
  type: "benchmark",
  summary: "A benchmark of the catalogue, with its own rows, prompts and scoring.",
  options: benchmarkOptions,
  create: ({ task, variant, scoring, judge }, { place, usesSandbox, build }) => {
    if (scoring !== undefined)
      return declaredScoring(scoring, { variant: variant ?? "", build, place: `${place}.scoring` });
    const benchmark = benchmarkOf(task, `${place}.task`);
    if (benchmark.runsCode === true) usesSandbox?.();
    if (judge !== undefined && benchmark.asksJudge !== true) {
      throw new ConfigError("wrong_value", `${benchmark.name} is graded by rules`, {
        place: `${place}.judge`,
        expected: "no judge",
      });
    }
    return benchmark.scoring({ variant: variantOf(benchmark, variant, `${place}.variant`).name, judge, build, place });
  },
});
