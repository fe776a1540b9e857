import type { Json } from "../../../core/types.ts";

type JsonMap = { readonly [key: string]: Json };

/** What an agent reads first: what came of it, why, and what is doubtful. */
const FIRST = [
  "mode",
  "winner",
  "verdict",
  "reason",
  "confidence",
  "overall_score",
  "explanation",
  "warnings",
] as const;

/**
 * What is told nowhere in a brief answer: of six candidates and six criteria it is six sevenths of the whole, and an agent
 * pays for every word of it. The explanation says in words what of it mattered.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(["repetitions", "ci", "model_breakdown", "candidate_notes"]);
/** Of a single criterion: what follows from its scores and votes, or says little without the others. */
const LEFT_OUT_OF_CRITERION: ReadonlySet<string> = new Set([
  "margin",
  "vote_margin",
  "disagreement",
  "confidence",
  "swap_consistency",
  "looks",
]);

/** The artefact of a comparison, an audit or a tracking for an agent: the outcome first, figures to four places, no votes. */
export function briefArtefact(artefact: JsonMap): JsonMap {
  const { ok, error, run_id, result, config, ...rest } = artefact;
  const told = mapOf(result ?? null);
  return {
    ...present({ ok, error, run_id }),
    ...(told === null ? {} : { result: ordered(briefMap(told)) }),
    ...briefMap(rest),
    ...briefMap(present({ config })),
    votes_left_out: votesIn(result ?? null),
  };
}

/** The same of what a store kept; null where it kept none. */
export function keptArtefact(kept: Json): JsonMap | null {
  const artefact = mapOf(kept);
  return artefact === null ? null : briefArtefact(artefact);
}

function ordered(result: JsonMap): JsonMap {
  const first = FIRST.filter((key) => key in result).map((key) => [key, result[key] ?? null]);
  return { ...Object.fromEntries(first), ...result };
}

function brief(value: Json): Json {
  if (typeof value === "number") return Math.round(value * 10_000) / 10_000;
  if (Array.isArray(value)) return value.map((item: Json) => brief(item));
  const map = mapOf(value);
  return map === null ? value : briefMap(map);
}

function briefMap(map: JsonMap): JsonMap {
  const criterion = mapOf(map["criterion"] ?? null);
  const kept = Object.entries(map).filter(
    ([key]) => !LEFT_OUT.has(key) && (criterion === null || !LEFT_OUT_OF_CRITERION.has(key)),
  );
  const shown = Object.fromEntries(kept.map(([key, item]) => [key, brief(item)]));
  // Its name and description are the caller's own words.
  return criterion === null ? shown : { ...shown, criterion: criterion["id"] ?? null };
}

function votesIn(value: Json): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item: Json) => sum + votesIn(item), 0);
  return Object.entries(mapOf(value) ?? {}).reduce(
    (sum, [key, item]) => sum + (key === "repetitions" && Array.isArray(item) ? item.length : votesIn(item)),
    0,
  );
}

function present(map: { readonly [key: string]: Json | undefined }): JsonMap {
  return Object.fromEntries(Object.entries(map).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

function mapOf(value: Json): JsonMap | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonMap) : null;
}
