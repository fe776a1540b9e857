import { ConfigError, describe } from "../core/errors.ts";
import { snakeCase } from "../core/naming.ts";
import { atLeastK, type Draws, passAtK, passPowerK } from "../core/stats/pass-at-k.ts";
import { statisticsOf } from "../core/stats/statistics.ts";
import { Tally } from "../core/stats/tally.ts";
import { shorten } from "../core/text.ts";

/** One epoch of a sample: a score, or its value alone. A value of null is an epoch that could not be scored. */
export type Epoch = number | null | { readonly value: number | null; readonly pass?: boolean | null | undefined };

/** `too_few_scored`: fewer than k. `undecided`: the epochs that could not be scored would decide it. */
export type Reduction =
  | { readonly value: number }
  | { readonly value: null; readonly reason: "nothing_scored" | "too_few_scored" | "undecided" };

/** Makes one value of the epochs of one sample. It takes them in any order. */
export interface Reducer {
  /** The name of its metric: `mean`, `pass_at_5`. */
  readonly name: string;
  /** How many epochs it needs. */
  readonly needs: number;
  reduce(epochs: readonly Epoch[]): Reduction;
}

const plain: Readonly<Record<string, (values: readonly number[]) => number | null>> = {
  mean: (values) => statisticsOf(values).mean,
  median: (values) => statisticsOf(values).median,
  mode,
  max: (values) => statisticsOf(values).max,
};

const counting: Readonly<Record<string, (draws: Draws & { readonly unscored: number }) => number | null>> = {
  at_least_k: atLeastK,
  pass_at_k: passAtK,
  pass_k: passPowerK,
};

const names = [...Object.keys(plain), ...Object.keys(counting)];

/**
 * Reads `reducers` of a configuration: a list (or one) of `mean`, `median`, `mode`, `max`, `{ pass_at_k: 5 }` or
 * `pass_at_5`, and the same of `at_least_k` and `pass_k`. The first makes the sample's score; nothing, or an empty list,
 * means the mean. Throws a `ConfigError` that names the place; also for a k above the number of `epochs`, where that is
 * known.
 */
export function readReducers(
  config: unknown,
  { place = "reducers", epochs }: { readonly place?: string; readonly epochs?: number } = {},
): readonly Reducer[] {
  const items = Array.isArray(config) ? config : config === undefined || config === null ? [] : [config];
  const reducers = new Map<string, Reducer>();
  for (const [index, item] of items.entries()) {
    const at = Array.isArray(config) ? `${place}[${index}]` : place;
    const reducer = readReducer(item, at);
    if (epochs !== undefined && reducer.needs > epochs) {
      throw new ConfigError("too_few_epochs", `${reducer.name} can never be computed`, {
        place: at,
        expected: `at least ${reducer.needs} epochs`,
        got: `${epochs}`,
        hint: "raise epochs, or lower k",
      });
    }
    // Named twice it is one metric.
    if (!reducers.has(reducer.name)) reducers.set(reducer.name, reducer);
  }
  return reducers.size === 0 ? [plainReducer("mean")] : [...reducers.values()];
}

function readReducer(item: unknown, place: string): Reducer {
  if (typeof item === "string") return fromText(item.trim(), place);
  const entries = typeof item === "object" && item !== null && !Array.isArray(item) ? Object.entries(item) : [];
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) {
    throw new ConfigError("wrong_type", "this is no reducer", {
      place,
      expected: "a name, or a map of one name to its k",
      got: entry === undefined ? describe(item) : `a map of ${entries.length} names`,
      hint: "for example mean, or { pass_at_k: 5 }",
    });
  }
  const [key, k] = entry;
  const name = fullName(snakeCase(key));
  if (Object.hasOwn(counting, name)) return countingReducer(name, k, `${place}.${key}`);
  // `- mean:` in YAML is a map of mean to nothing.
  if (k === null) return fromText(key, place);
  if (!Object.hasOwn(plain, name)) throw unknown(key, place);
  throw new ConfigError("wrong_value", `${name} takes no number`, { place: `${place}.${key}`, got: describe(k) });
}

function fromText(text: string, place: string): Reducer {
  if (Object.hasOwn(plain, text)) return plainReducer(text);
  const cut = text.lastIndexOf("_");
  const suffix = text.slice(cut + 1);
  const stem = fullName(text.slice(0, Math.max(0, cut)));
  if (/^\d+$/.test(suffix) && Object.hasOwn(counting, stem)) return countingReducer(stem, Number(suffix), place);
  if (Object.hasOwn(counting, fullName(text))) return countingReducer(fullName(text), undefined, place);
  throw unknown(text, place);
}

/** `pass_at` -> `pass_at_k`. */
function fullName(name: string): string {
  return Object.hasOwn(counting, `${name}_k`) ? `${name}_k` : name;
}

function unknown(name: string, place: string): ConfigError {
  return ConfigError.unknownName("unknown_reducer", "reducer", shorten(name), names, place);
}

function plainReducer(name: string): Reducer {
  const reduceValues = plain[name];
  return {
    name,
    needs: 1,
    reduce: (epochs) => {
      const values = valuesOf(epochs);
      const [first] = values;
      // By far the most samples have one epoch, and every plain reducer leaves it as it is.
      const value = values.length === 1 ? first : reduceValues?.(values);
      return value === undefined || value === null ? { value: null, reason: "nothing_scored" } : { value };
    },
  };
}

function countingReducer(name: string, k: unknown, place: string): Reducer {
  if (typeof k !== "number" || !Number.isSafeInteger(k) || k < 1) {
    throw new ConfigError(k === undefined ? "missing_option" : "wrong_value", `${name} needs a number of epochs`, {
      place,
      expected: "a whole number from 1 on",
      got: describe(k),
      hint: `for example { ${name}: 5 }, or ${metricName(name, 5)}`,
    });
  }
  const reduceCounts = counting[name];
  return {
    name: metricName(name, k),
    needs: k,
    reduce: (epochs) => {
      const n = valuesOf(epochs).length;
      const right = epochs.filter(isRight).length;
      const value = reduceCounts?.({ n, right, k, unscored: epochs.length - n }) ?? null;
      if (value !== null) return { value };
      return { value, reason: n === 0 ? "nothing_scored" : n < k ? "too_few_scored" : "undecided" };
    },
  };
}

/** `pass_k` keeps its letter: `pass_5` would read as pass@5, which it is not. */
function metricName(name: string, k: number): string {
  return name === "pass_k" ? `pass_k_${k}` : name.replace(/k$/, `${k}`);
}

function valuesOf(epochs: readonly Epoch[]): readonly number[] {
  return epochs.map(valueIn).filter((value) => value !== null);
}

function valueIn(epoch: Epoch): number | null {
  return typeof epoch === "object" && epoch !== null ? epoch.value : epoch;
}

function isRight(epoch: Epoch): boolean {
  const value = valueIn(epoch);
  if (value === null) return false;
  return (typeof epoch === "object" && epoch !== null ? epoch.pass : null) ?? value >= 0.5;
}

/** The most frequent value. Of several the lowest: it is the same in any order, and flatters no model. */
function mode(values: readonly number[]): number | null {
  const sorted = Tally.of(values).sorted();
  const most = sorted.counts.reduce((best, count) => Math.max(best, count), 0);
  return sorted.values[sorted.counts.indexOf(most)] ?? null;
}
