import { ConfigError } from "../core/errors.ts";
import { aime2024, aime2025 } from "./aime.ts";
import { arcChallenge } from "./arc-challenge.ts";
import type { Benchmark } from "./benchmark.ts";
import { humanevalPlus, mbppPlus } from "./evalplus.ts";
import { gpqaDiamond } from "./gpqa-diamond.ts";
import { gsm8k } from "./gsm8k.ts";
import { humaneval } from "./humaneval.ts";
import { ifeval } from "./ifeval.ts";
import { math500 } from "./math-500.ts";
import { mbpp } from "./mbpp.ts";
import { mmlu } from "./mmlu.ts";
import { mmluPro } from "./mmlu-pro.ts";
import { simpleqa } from "./simpleqa.ts";
import { truthfulqaMc } from "./truthfulqa-mc.ts";

/** Every benchmark that veridic brings. A new one is a file and a line here. */
export const benchmarks: readonly Benchmark[] = [
  gsm8k,
  humaneval,
  math500,
  mmluPro,
  mmlu,
  gpqaDiamond,
  aime2024,
  aime2025,
  mbpp,
  ifeval,
  simpleqa,
  humanevalPlus,
  mbppPlus,
  truthfulqaMc,
  arcChallenge,
];

/** The benchmark of that name. Throws `ConfigError` with the nearest known one. */
export function benchmarkOf(name: string, place: string): Benchmark {
  const refused = refusals.get(name.toLowerCase());
  if (refused !== undefined) throw new ConfigError("not_supported", refused, { place });
  const found = benchmarks.find((benchmark) => benchmark.name === name);
  if (found !== undefined) return found;
  throw ConfigError.unknownName(
    "unknown_benchmark",
    "benchmark",
    name,
    benchmarks.map((benchmark) => benchmark.name),
    place,
  );
}

const LIKELIHOOD =
  "ranks its choices by the log-likelihood of each, which chat endpoints do not give; multiple choice is scored here from generated answers";

/** Benchmarks that people will ask for, and why they are not here. */
const refusals: ReadonlyMap<string, string> = new Map([
  ["hellaswag", `hellaswag ${LIKELIHOOD}`],
  ["truthfulqa-mc1", `truthfulqa-mc1 ${LIKELIHOOD}; see truthfulqa-mc`],
  ["truthfulqa-mc2", `truthfulqa-mc2 ${LIKELIHOOD}; see truthfulqa-mc`],
]);
