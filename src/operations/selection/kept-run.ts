import { ConfigError } from "../../core/errors.ts";
import type { Json } from "../../core/types.ts";
import { newRunId } from "../../store/run-id.ts";
import type { RunRecord, Store } from "../../store/types.ts";
import type { Environment } from "../environment.ts";

/** A run of judges that is about to begin. */
export interface NewRun {
  readonly name: string;
  readonly request: { readonly mock: boolean; readonly models: readonly { readonly id: string }[] };
  /** All that is needed to go on without the input, under a key of its own. */
  readonly config: Readonly<Record<string, unknown>>;
  /** A run whose votes it has. */
  readonly parent: RunRecord | null;
}

export async function beginRun(store: Store, begun: NewRun, environment: Environment): Promise<RunRecord> {
  const { name, request, config, parent } = begun;
  const now = environment.now();
  const id = newRunId(now, environment.random);
  return await store.createRun({
    id,
    name,
    status: "running",
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    parent: parent?.id ?? null,
    outputsOf: parent?.outputsOf ?? id,
    samples: null,
    epochs: 1,
    model: request.mock ? "mock" : request.models.map((model) => model.id).join(", "),
    config: jsonOf(config),
    fingerprint: null,
    summary: null,
  });
}

/** What a run keeps under a key, if that has the part; a `ConfigError` says that the run is none of `kind`. */
export function keptUnder(key: string, part: string, run: RunRecord, kind: string): object & Record<string, unknown> {
  const { id, name, config } = run;
  const kept = isMap(config) ? config[key] : undefined;
  if (isMap(kept) && part in kept) return kept;
  throw otherRun(id, name, kind);
}

export function otherRun(id: string, name: string, kind: string): ConfigError {
  const hint = "`veridic runs list` shows what there is";
  return new ConfigError("other_run", `run ${id} is no ${kind}`, { got: name, hint });
}

/** Plain data all through: what is undefined is left out. */
export function jsonOf(value: unknown): Json {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
