import { snakeCase } from "../../core/naming.ts";

type Config = Readonly<Record<string, unknown>>;

/** What belongs to scoring, and to the models that judges ask. */
const SCORING_KEYS: ReadonlySet<string> = new Set([
  ...["scorers", "plugins", "reducers", "gates", "group_by", "cluster_by"],
  ...["deployments", "prices", "limits", "timeout", "deadline", "max_retries", "retry_delay", "cache"],
]);

/**
 * What a file says about scoring: a list of scorers, or a map that holds `scorers` and what belongs to them, as an eval
 * file does. Where its rows come from is passed over.
 */
export function scoringOf(value: unknown): Config {
  if (Array.isArray(value)) return { scorers: value };
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([key]) => SCORING_KEYS.has(snakeCase(key))));
}

/**
 * An eval with other scoring. What is not given stays, but for gates and plug-ins, which may name what is no longer
 * there. Deployments come on top of those that are there, since limits and prices may name them.
 */
export function withScoring(before: Config, scoring: Config): Config {
  const replaced = new Set(["gates", "plugins", "scorers", ...Object.keys(scoring).map(snakeCase)]);
  const kept = Object.entries(before).filter(([key]) => !replaced.has(snakeCase(key)));
  const deployments = { ...mapOf(before["deployments"]), ...mapOf(scoring["deployments"]) };
  return {
    ...Object.fromEntries(kept),
    ...scoring,
    ...(isMap(scoring["deployments"]) ? { deployments } : {}),
  };
}

function mapOf(value: unknown): Config {
  return isMap(value) ? value : {};
}

function isMap(value: unknown): value is Config {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
