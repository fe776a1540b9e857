import { ConfigError } from "../../core/errors.ts";
import type { Json } from "../../core/types.ts";
import type { SelectionRequest } from "../../select/input/request.ts";
import { newRunId } from "../../store/run-id.ts";
import type { RunRecord, Store } from "../../store/types.ts";
import type { Environment } from "../environment.ts";
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

export async function beginSelection(
  store: Store,
  kept: KeptSelection,
  parent: RunRecord | null,
  environment: Environment,
): Promise<RunRecord> {
  const now = environment.now();
  const id = newRunId(now, environment.random);
  const { request } = kept;
  return await store.createRun({
    id,
    name: kept.kind,
    status: "running",
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    parent: parent?.id ?? null,
    outputsOf: parent?.outputsOf ?? id,
    samples: null,
    epochs: 1,
    model: request.mock ? "mock" : request.models.map((model) => model.id).join(", "),
    // Plain data all through: what is undefined is left out.
    config: JSON.parse(JSON.stringify({ selection: kept })),
    fingerprint: null,
    summary: null,
  });
}

/** The selection of a run; a `ConfigError` for a run that is none, or of the other kind. */
export function readKept(run: RunRecord, kind: KeptSelection["kind"]): KeptSelection {
  const { config } = run;
  const kept = typeof config === "object" && config !== null && "selection" in config ? config.selection : null;
  if (typeof kept !== "object" || kept === null || !("kind" in kept) || kept.kind !== kind) {
    throw new ConfigError("other_run", `run ${run.id} is no ${kind}`, {
      got: run.name,
      hint: "`veridic runs list` shows what there is",
    });
  }
  // Written by `beginSelection`.
  return kept as unknown as KeptSelection;
}
