import type { Json } from "../../../core/types.ts";

type JsonMap = { readonly [key: string]: Json };

/** Where single votes stand in a result: hundreds of them, and an agent reads every word it is given. */
const VOTES = "repetitions";

/** An artefact with the number of single votes in place of the votes. What they came to is all there. */
export function withoutVotes(artefact: JsonMap): JsonMap {
  return mapOf(stripped(artefact)) ?? {};
}

/** The artefact that a store kept, without its votes; null where it kept none. */
export function shownArtefact(kept: Json): JsonMap | null {
  return mapOf(stripped(kept));
}

function stripped(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => stripped(item));
  const map = mapOf(value);
  if (map === null) return value;
  return Object.fromEntries(
    Object.entries(map).map(([key, item]) =>
      key === VOTES && Array.isArray(item) ? ["votes_left_out", item.length] : [key, stripped(item)],
    ),
  );
}

function mapOf(value: Json): JsonMap | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonMap) : null;
}
