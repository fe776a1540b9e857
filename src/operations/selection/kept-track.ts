import { ConfigError } from "../../core/errors.ts";
import type { Json } from "../../core/types.ts";
import type { TrackRequest } from "../../select/input/read-track.ts";
import { newRunId } from "../../store/run-id.ts";
import type { RunRecord, Store } from "../../store/types.ts";
import type { Environment } from "../environment.ts";

/** What the store keeps of a tracking, so that it goes on without its file. */
export interface KeptTrack {
  readonly request: TrackRequest;
  /** Of the delimiter: with another one no prompt would be the one that was paid for. */
  readonly seed: string;
  readonly deployments: Json;
  readonly prices: Json;
  readonly folder: string;
  /** Where the input wants the result; null for nowhere. */
  readonly output: string | null;
}

export async function beginTrack(store: Store, kept: KeptTrack, environment: Environment): Promise<RunRecord> {
  const now = environment.now();
  const id = newRunId(now, environment.random);
  const { request } = kept;
  return await store.createRun({
    id,
    name: "track",
    status: "running",
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    parent: null,
    outputsOf: id,
    samples: null,
    epochs: 1,
    model: request.mock ? "mock" : request.models.map((model) => model.id).join(", "),
    // Plain data all through: what is undefined is left out.
    config: JSON.parse(JSON.stringify({ track: kept })),
    fingerprint: null,
    summary: null,
  });
}

/** The tracking of a run; a `ConfigError` for a run that is none. */
export function readKeptTrack({ id, name, config }: RunRecord): KeptTrack {
  const kept = typeof config === "object" && config !== null && "track" in config ? config.track : null;
  if (typeof kept !== "object" || kept === null || !("folder" in kept)) {
    throw new ConfigError("other_run", `run ${id} is no track that can go on`, {
      got: name,
      hint: "`veridic runs list` shows what there is",
    });
  }
  // Written by `beginTrack`.
  return kept as unknown as KeptTrack;
}
