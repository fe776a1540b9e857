import { ConfigError, describe } from "../core/errors.ts";
import { camelCase } from "../core/naming.ts";
import { nearest } from "../core/nearest.ts";

const RULE = /^(>=|<=|>|<|==)?\s*((?:\d+(?:\.\d+)?|\.\d+)(?:e-?\d+)?)\s*(%?)$/i;
/** Statistics that are numbers of samples; all others lie between 0 and 1. */
const NUMBERS: ReadonlySet<string> = new Set(["count", "error_count", "skipped_count", "no_answer"]);
const STATISTICS = [
  "mean",
  "median",
  "std",
  "min",
  "max",
  "pass_rate",
  "count",
  "error_count",
  "skipped_count",
  "no_answer",
] as const;

/** A rule that a run must keep. */
export interface Gate {
  /** As the user wrote it: a scorer, a scorer with a statistic (`quality.median`), or `errors`. */
  readonly name: string;
  /** Null for `errors`. */
  readonly scorer: string | null;
  /** `mean`, another statistic, or a metric such as `pass_at_5`. */
  readonly statistic: string;
  readonly operator: ">=" | "<=" | ">" | "<" | "==";
  readonly bound: number;
  readonly rule: string;
}

export interface GateResult {
  readonly name: string;
  readonly rule: string;
  readonly value: number | null;
  readonly passed: boolean;
}

/** The statistics that a gate may read. */
export interface Gated {
  readonly count: number;
  readonly errorCount: number;
  readonly metrics?: ReadonlyMap<string, { readonly value: number | null }>;
}

/**
 * Reads gates: `>= 0.8`, `0.8` (at least), `<= 5%`. A scorer's name may itself hold a dot, so the whole name is tried
 * before a statistic is split off.
 */
export function readGates(
  given: Readonly<Record<string, string | number>>,
  scorers: readonly string[],
  metrics: readonly string[],
  place = "gates",
): readonly Gate[] {
  return Object.entries(given).map(([name, rule]) => {
    const at = `${place}.${name}`;
    const match = RULE.exec(String(rule).trim());
    if (match === null) {
      throw new ConfigError("invalid_gate", "this rule cannot be read", {
        place: at,
        expected: 'a comparison such as ">= 0.8" or "<= 5%"',
        got: describe(rule),
      });
    }
    const [, operator, number = "0", percent] = match;
    const target = readTarget(name, scorers, metrics, at);
    const bound = Number(number) / (percent === "%" ? 100 : 1);
    // A gate that nothing can miss, or nothing can keep, is a slip: `errors: 5` would let every row break.
    if (bound > 1 && !NUMBERS.has(target.statistic)) {
      throw new ConfigError("invalid_gate", "this bound is out of reach", {
        place: at,
        expected: "a share between 0 and 1, or up to 100%",
        got: describe(rule),
        ...(percent === "%" || bound > 100
          ? {}
          : { hint: `did you mean ${operator === undefined ? "" : `${operator} `}${number}%?` }),
      });
    }
    return {
      name,
      ...target,
      operator: (operator ?? (target.scorer === null ? "<=" : ">=")) as Gate["operator"],
      bound,
      rule: String(rule),
    };
  });
}

function readTarget(name: string, scorers: readonly string[], metrics: readonly string[], place: string) {
  if (scorers.includes(name)) return { scorer: name, statistic: "mean" };
  if (name === "errors") return { scorer: null, statistic: "errors" };
  const dot = name.lastIndexOf(".");
  const scorer = dot < 0 ? name : name.slice(0, dot);
  const statistic = dot < 0 ? "mean" : name.slice(dot + 1);
  if (!scorers.includes(scorer)) {
    throw ConfigError.unknownName("unknown_scorer", "scorer", scorer, [...scorers, "errors"], place);
  }
  const known = [...new Set<string>([...STATISTICS, ...metrics])];
  if (!known.includes(statistic)) {
    const guess = nearest(statistic, known);
    throw new ConfigError("unknown_statistic", `unknown statistic "${statistic}"`, {
      place,
      expected: `one of ${known.join(", ")}`,
      ...(guess === undefined ? {} : { hint: `did you mean "${scorer}.${guess}"?` }),
    });
  }
  return { scorer, statistic };
}

/** Reads the gates of a run that is done. A value that is not known keeps no rule. */
export function checkGates(
  gates: readonly Gate[],
  scorers: ReadonlyMap<string, Gated>,
  errorShare: number | null,
): readonly GateResult[] {
  return gates.map(({ name, scorer, statistic, operator, bound, rule }) => {
    const summary = scorer === null ? undefined : scorers.get(scorer);
    const value = scorer === null ? errorShare : summary === undefined ? null : read(summary, statistic);
    return { name, rule, value, passed: value !== null && holds(value, operator, bound) };
  });
}

function read(summary: Gated, statistic: string): number | null {
  const metric = summary.metrics?.get(statistic);
  if (metric !== undefined) return metric.value;
  const value = (summary as unknown as Readonly<Record<string, unknown>>)[camelCase(statistic)];
  return typeof value === "number" ? value : null;
}

function holds(value: number, operator: Gate["operator"], bound: number): boolean {
  switch (operator) {
    case ">=":
      return value >= bound;
    case "<=":
      return value <= bound;
    case ">":
      return value > bound;
    case "<":
      return value < bound;
    case "==":
      return value === bound;
    default:
      return operator satisfies never;
  }
}

/** How many errors a run may have: a share (`5%`, `0.05`) or a number of rows (`3`). */
export function readErrorLimit(text: string, place: string): { readonly share: number } | { readonly rows: number } {
  const match = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text.trim());
  const number = Number(match?.[1]);
  if (match === null || (match[2] === "%" && number > 100)) {
    throw new ConfigError("invalid_limit", "this limit cannot be read", {
      place,
      expected: "a share such as 5% or 0.05, or a number of rows such as 3",
      got: describe(text),
    });
  }
  if (match[2] === "%") return { share: number / 100 };
  return number > 0 && number < 1 ? { share: number } : { rows: number };
}
