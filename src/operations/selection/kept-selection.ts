import type { Json } from "../../core/types.ts";
import type { SelectionRequest } from "../../select/input/request.ts";
import type { RunRecord, Store } from "../../store/types.ts";
import type { Environment } from "../environment.ts";
import { beginRun, keptUnder, otherRun } from "./kept-run.ts";
import type { Counting } from "./material.ts";

/** What the store keeps of a selection, so that it can be resumed and tallied again without its files. */
export interface KeptSelection {
  readonly kind: "compare" | "audit";
  readonly request: SelectionRequest;
  readonly counting: Counting;
  readonly fixed: boolean;
  readonly control: boolean;
  readonly deployments: Json;
  readonly prices: Json;
  readonly folder: string;
}

export function beginSelection(
  store: Store,
  kept: KeptSelection,
  parent: RunRecord | null,
  environment: Environment,
): Promise<RunRecord> {
  const { kind, request } = kept;
  return beginRun(store, { name: kind, request, config: { selection: kept }, parent }, environment);
}

/** The selection of a run; a `ConfigError` for a run that is none, or of the other kind. */
export function readKept(run: RunRecord, kind: KeptSelection["kind"]): KeptSelection {
  // Written by `beginSelection`.
  const kept = keptUnder("selection", "kind", run, kind) as unknown as KeptSelection;
  if (kept.kind !== kind) throw otherRun(run.id, run.name, kind);
  return kept;
}
