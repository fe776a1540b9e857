import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { LONG, UNDECIDABLE } from "../test/math/hostile-texts.ts";
import { loadLibrary } from "./built.ts";
import { atLeast, atMost, type Figure, noted } from "./figure.ts";

/** A pair of the shared vectors. */
interface Pair {
  readonly prediction: string;
  readonly gold: string;
  readonly expected: boolean;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** What one engine took, in milliseconds of CPU a pair, and how often it was right. */
interface Run {
  readonly agreed: number;
  readonly times: readonly number[];
}

/** Rounds over all pairs; the first ones are read before the engine is compiled, and are left out. */
const ROUNDS = 12;
const WARM = 4;

/**
 * How fast mathematical answers are compared, through the built library. With a Python that has Math-Verify in
 * VERIDIC_MATH_VERIFY_PYTHON, that package verifies the same pairs in the same run, and the ratio is told.
 */
export async function benchMath(): Promise<readonly Figure[]> {
  const path = resolve(process.env["VERIDIC_SHARED"] ?? "../shared", "vectors/math-equivalence.jsonl");
  if (!existsSync(path)) return [];
  const pairs = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line): Pair => JSON.parse(line));
  const ours = await runOurs(pairs);
  const figures: Figure[] = [
    noted(`\`math\`, pairs as expected of ${pairs.length}`, ours.agreed, ""),
    atMost("`math`, mean of a pair", mean(ours.times), 1, " ms"),
    atMost("`math`, 99th percentile", quantile(ours.times, 0.99), 5, " ms"),
    atMost("`math`, the longest of the hostile texts, CPU", await runHostile(), 250, " ms"),
  ];
  const python = process.env["VERIDIC_MATH_VERIFY_PYTHON"];
  if (python === undefined) return figures;
  const theirs = runTheirs(python, pairs);
  return [
    ...figures,
    noted(`Math-Verify, pairs as expected of ${pairs.length}`, theirs.agreed, ""),
    noted("Math-Verify, mean of a pair", mean(theirs.times), " ms"),
    noted("Math-Verify, 99th percentile", quantile(theirs.times, 0.99), " ms"),
    atLeast("`math` beside Math-Verify, by the mean", mean(theirs.times) / mean(ours.times), 30, " x"),
  ];
}

async function runOurs(pairs: readonly Pair[]): Promise<Run> {
  const { buildVerificationPipeline } = await loadLibrary();
  const pipelineOf = (options: object) => buildVerificationPipeline({ verifier: { type: "math", ...options } });
  const plain = pipelineOf({});
  const pipelines = pairs.map(({ options }) => (options === undefined ? plain : pipelineOf(options)));
  const times = new Array<number>(pairs.length).fill(Number.POSITIVE_INFINITY);
  let agreed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    agreed = 0;
    for (const [index, { prediction, gold, expected }] of pairs.entries()) {
      // A blank more each round, so that no target is taken from those that were kept.
      const groundTruth = gold + " ".repeat(round);
      const start = performance.now();
      const { isCorrect } = pipelines[index]?.verifySync({ prediction, groundTruth }) ?? { isCorrect: false };
      const took = performance.now() - start;
      // The least of the rounds: other processes only ever add time.
      if (round >= WARM) times[index] = Math.min(times[index] ?? took, took);
      if (isCorrect === expected) agreed++;
    }
  }
  return { agreed, times };
}

/** Milliseconds of CPU for the text that takes longest, as an answer and as a target. */
async function runHostile(): Promise<number> {
  const { buildVerificationPipeline } = await loadLibrary();
  const pipeline = buildVerificationPipeline({ verifier: { type: "math" } });
  const took = (prediction: string, groundTruth: string): number => {
    const before = process.cpuUsage();
    pipeline.verifySync({ prediction, groundTruth });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  let longest = 0;
  for (const [, text, target = "\\frac{1}{7}+z"] of [...UNDECIDABLE, ...LONG]) {
    longest = Math.max(longest, took(text, target), took(target, text));
  }
  return longest;
}

function runTheirs(python: string, pairs: readonly Pair[]): Run {
  const input = pairs.map((pair) => JSON.stringify(pair)).join("\n");
  const ended = spawnSync(python, [resolve("bench/math-verify.py")], { input, encoding: "utf8" });
  if (ended.status !== 0) throw new Error(`${python} ended with ${ended.status}: ${ended.stderr.slice(-400)}`);
  return JSON.parse(ended.stdout);
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
