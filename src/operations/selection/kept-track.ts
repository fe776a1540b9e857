import type { Json } from "../../core/types.ts";
import type { TrackRequest } from "../../select/input/read-track.ts";
import type { RunRecord, Store } from "../../store/types.ts";
import type { Environment } from "../environment.ts";
import { beginRun, keptUnder } from "./kept-run.ts";

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

export function beginTrack(store: Store, kept: KeptTrack, environment: Environment): Promise<RunRecord> {
  const { request } = kept;
  return beginRun(store, { name: "track", request, config: { track: kept }, parent: null }, environment);
}

/** The tracking of a run; a `ConfigError` for a run that is none, or of a version that kept too little to go on. */
export function readKeptTrack(run: RunRecord): KeptTrack {
  // Written by `beginTrack`.
  return keptUnder("track", "folder", run, "track that can go on") as unknown as KeptTrack;
}
