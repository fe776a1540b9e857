import { type BenchmarkOptions, benchmarkOptions } from "../../benchmarks/benchmark-verifier.ts";
import { ConfigError } from "../../core/errors.ts";
import { camelCase, snakeCase } from "../../core/naming.ts";
import { readOptions } from "../../core/options.ts";

export type Config = Readonly<Record<string, unknown>>;

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

/** The scorer of an eval that names a benchmark. Throws `ConfigError` where it does not stand alone. */
export function readScorer(config: Config): { readonly scorer: Config; readonly options: BenchmarkOptions } {
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

/** A benchmark within another verifier would be given rows that are not its own. Throws `ConfigError`. */
export function refuseNested(config: Config): void {
  for (const [index, scorer] of scorersOf(config).entries()) {
    const place = nestedPlace(scorer, `scorers[${index}]`);
    if (place === null) continue;
    throw new ConfigError("benchmark_alone", "a benchmark brings its own rows and stands alone", {
      place,
      expected: "a verifier that is no benchmark",
      hint: "name it as the only scorer of an eval without data: { type: benchmark, task: gsm8k }",
    });
  }
}

/** Where a benchmark is held by other verifiers, to any depth. */
function nestedPlace(outermost: Config, outermostPlace: string): string | null {
  const open: { readonly holder: Config; readonly place: string }[] = [{ holder: outermost, place: outermostPlace }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { verifier, verifiers } = next.holder;
    const held = [
      { value: verifier, place: `${next.place}.verifier` },
      ...(Array.isArray(verifiers) ? verifiers : []).map((value: unknown, at) => ({
        value,
        place: `${next.place}.verifiers[${at}]`,
      })),
    ];
    for (const { value, place } of held) {
      if (!isConfig(value)) continue;
      if (value["type"] === "benchmark") return place;
      open.push({ holder: value, place });
    }
  }
  return null;
}

/** The keys that the user may set, in snake_case; the others are refused, the data set first of all. */
export function readKept(config: Config): Record<string, unknown> {
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

/** Outputs come from one place. */
export function refuseBothOrNone(name: string, kept: Config, options: BenchmarkOptions): void {
  const { model } = kept;
  if ((model === undefined) !== (options.outputs === undefined)) return;
  throw new ConfigError(
    "usage",
    model === undefined ? `${name} has nothing to score` : "outputs come from a model and from a file",
    {
      place: "model",
      expected: "a model, or recorded outputs",
      hint: "for example --model openai:gpt-5.5, or --outputs recorded.jsonl",
    },
  );
}

export function scorersOf(config: Config): readonly Config[] {
  const { scorers } = config;
  if (!Array.isArray(scorers)) return [];
  return scorers.filter(isConfig);
}

function isConfig(value: unknown): value is Config {
  return typeof value === "object" && value !== null;
}
