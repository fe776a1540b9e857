import type { Json } from "../core/types.ts";

/** What a run is one of. A selection, its audit and a tracking are runs of the same store, and no evals. */
export type RunKind = "eval" | "compare" | "audit" | "track";

/** The kind of a run by the configuration that is kept with it; null where this version knows none. */
export function runKind(config: Json): RunKind | null {
  if (part(config, "eval") !== null) return "eval";
  if (part(config, "track") !== null) return "track";
  const kind = part(part(config, "selection"), "kind");
  return kind === "compare" || kind === "audit" ? kind : null;
}

/** Where else to go with a run that is no eval; undefined for one that is. */
export function elsewhere(config: Json, id: string): string | undefined {
  const kind = runKind(config);
  if (kind === null || kind === "eval") return undefined;
  if (kind === "track") {
    return `it is of \`veridic track\`: --resume ${id} goes on with it, and \`veridic runs show ${id}\` shows it`;
  }
  return `it is of \`veridic ${kind}\`: --resume ${id} goes on with it, --from ${id} tallies its votes again, and \`veridic runs show ${id}\` shows it`;
}

function part(json: Json, key: string): Json {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return null;
  return (json as { readonly [key: string]: Json })[key] ?? null;
}
