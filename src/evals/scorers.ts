import type { PipelineBuilder } from "../core/builder.ts";
import { ConfigError, describe } from "../core/errors.ts";
import { camelCase } from "../core/naming.ts";
import { type Pipeline, pipelineOf } from "../core/pipeline.ts";
import type { Verifier } from "../core/types.ts";
import { refuseMisplaced } from "./misplaced-option.ts";

/** A name, a pipeline, and where the target comes from. */
export interface Scorer {
  readonly name: string;
  readonly type: string;
  /** A dotted path into the row; null means the sample's target, else the row's `label`. */
  readonly referenceField: string | null;
  /** Whether no row can be scored without a target. */
  readonly needsTarget: boolean;
  readonly pipeline: Pipeline;
}

/** Builds the declared scorers. Throws `ConfigError` with the place of the first mistake. */
export function buildScorers(
  configs: readonly unknown[],
  builder: PipelineBuilder,
  place = "scorers",
): readonly Scorer[] {
  const scorers = configs.map((config, index) => buildScorer(config, builder, `${place}[${index}]`));
  const seen = new Map<string, number>();
  for (const [index, { name }] of scorers.entries()) {
    const before = seen.get(name);
    if (before !== undefined) {
      throw new ConfigError("duplicate_name", `the name "${name}" is taken by ${place}[${before}]`, {
        place: `${place}[${index}].name`,
        expected: "a name of its own for each scorer",
        hint: `for example "${name}_2"`,
      });
    }
    seen.set(name, index);
  }
  return scorers;
}

/** The names that declared scorers go by, without building them. */
export function scorerNames(configs: readonly unknown[]): readonly string[] {
  return configs.map((config) => {
    const { name, type } = typeof config === "object" && config !== null ? commonKeys(config) : {};
    return String(name ?? type);
  });
}

function buildScorer(config: unknown, builder: PipelineBuilder, place: string): Scorer {
  if (typeof config !== "object" || config === null || Array.isArray(config)) {
    throw new ConfigError("not_an_object", "this is no scorer", {
      place,
      expected: "a map with type and name",
      got: describe(config),
    });
  }
  const { type, name, referenceField, range, timeLimit, ...options } = commonKeys(config);
  if (typeof type !== "string") {
    const parted = "extractors" in options || "verifier" in options;
    throw new ConfigError("missing_option", "the type of this scorer is missing", {
      place: `${place}.type`,
      hint: parted ? "one with extractors and a verifier has type: pipeline" : "for example type: exact_match",
    });
  }
  if (name !== undefined && (typeof name !== "string" || name === "")) {
    throw new ConfigError("wrong_type", "has a wrong value", {
      place: `${place}.name`,
      expected: "a text",
      got: describe(name),
    });
  }
  if (name === "errors") {
    throw new ConfigError("wrong_value", "a scorer cannot be called errors", {
      place: `${place}.name`,
      expected: "another name: a gate on errors counts the rows that broke",
    });
  }
  if (referenceField !== undefined && typeof referenceField !== "string") {
    throw new ConfigError("wrong_type", "has a wrong value", {
      place: `${place}.reference_field`,
      expected: "the name of a field",
      got: describe(referenceField),
    });
  }
  refuseMisplaced(type, options, place);
  const common = { name: name ?? type, type, referenceField: referenceField ?? null };
  const timeLimitMs = timeLimit === undefined ? null : readTimeLimit(timeLimit, `${place}.time_limit`);
  if (type === "pipeline") {
    if (range !== undefined) {
      throw new ConfigError("unknown_option", "a pipeline takes no range", {
        place: `${place}.range`,
        hint: "make the plug-in itself a scorer: { type: acme/mine, range: [0, 10] }",
      });
    }
    const pipeline = builder.pipeline(options, place);
    return { ...common, needsTarget: pipeline.needsTarget, pipeline: limited(pipeline, timeLimitMs) };
  }
  const plain = type === "exact_match" && options["whitespace"] === undefined && options["strip"] === undefined;
  // These keep the time themselves, to leave out how long a call waits for its turn, and what was returned with the score.
  const keeps = type === "python" || type === "reward_function";
  const kept = keeps ? { timeLimit, range } : {};
  const verifier = builder.verifier(
    // A plain scorer only trims both sides; inside a pipeline the verifier also folds inner white space.
    { type, ...options, ...(plain ? { whitespace: "trim" } : {}), ...kept },
    place,
  );
  const scaled = range === undefined || keeps ? verifier : verifier.scaled(readRange(range, `${place}.range`));
  const pipeline = pipelineOf({
    extractors: [],
    targetExtractors: [],
    verifier: scaled.score,
    needsTarget: scaled.needsTarget,
  });
  return { ...common, needsTarget: scaled.needsTarget, pipeline: limited(pipeline, timeLimitMs) };
}

/** The same pipeline with a time limit of its own for code of the user's. */
function limited(pipeline: Pipeline, timeLimitMs: number | null): Pipeline {
  if (timeLimitMs === null) return pipeline;
  const { parts, powers } = pipeline;
  const verifier: Verifier = (attempt, context) => parts.verifier(attempt, { ...context, timeLimitMs });
  return pipelineOf({ ...parts, verifier }, powers);
}

/** The keys that every scorer has, in either spelling; the rest are the verifier's. */
function commonKeys(config: object): Record<string, unknown> {
  const keys: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(config)) {
    const camel = camelCase(key);
    keys[["referenceField", "type", "name", "range", "timeLimit"].includes(camel) ? camel : key] = value;
  }
  return keys;
}

/** The longest that a timer waits, in seconds. */
const LONGEST_TIME = 2_147_483;

/** Seconds, as milliseconds. */
function readTimeLimit(given: unknown, place: string): number {
  if (typeof given === "number" && given > 0 && given <= LONGEST_TIME) return given * 1_000;
  throw new ConfigError("wrong_type", "has a wrong value", {
    place,
    expected: `seconds, more than 0 and at most ${LONGEST_TIME}`,
    got: describe(given),
  });
}

function readRange(range: unknown, place: string): readonly [number, number] {
  if (Array.isArray(range) && range.length === 2) {
    const [low, high]: unknown[] = range;
    if (typeof low === "number" && typeof high === "number" && low < high && Number.isFinite(high - low)) {
      return [low, high];
    }
  }
  throw new ConfigError("wrong_type", "has a wrong value", {
    place,
    expected: "two numbers, the lower one first",
    got: describe(range),
  });
}
