const SCORING_KEYS = ["scorers", "plugins", "reducers", "gates", "group_by", "cluster_by"] as const;

/**
 * What a file says about scoring: a list of scorers, or a map that holds `scorers` and what belongs to them, as an eval
 * file does. Where its rows come from is passed over.
 */
export function scoringOf(value: unknown): Readonly<Record<string, unknown>> {
  if (Array.isArray(value)) return { scorers: value };
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([key]) => SCORING_KEYS.includes(key as never)));
}
