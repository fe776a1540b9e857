import { ConfigError, messageOf, StoreError } from "../../core/errors.ts";
import type { Json } from "../../core/types.ts";
import { toWire } from "../../core/wire.ts";
import type { Audit } from "../../select/audit-types.ts";
import type { Control } from "../../select/control.ts";
import type { Selection } from "../../select/types.ts";
import { type StoredCallLog, usageOf } from "./call-log.ts";
import type { KeptSelection } from "./kept-selection.ts";

/** A result as it leaves the process. All of it but `duration_s` is the same for the same run, however often it was cut. */
export interface Artefact {
  readonly run_id: string;
  readonly [key: string]: Json;
}

export function artefactOf(given: {
  readonly runId: string;
  readonly kept: KeptSelection;
  readonly result: Selection | Audit;
  readonly control: Control | null;
  readonly log: StoredCallLog;
  readonly durationS: number;
}): Artefact {
  const { runId, kept, result, control, log, durationS } = given;
  const { total, models } = usageOf(log.calls);
  return {
    config: configOf(kept),
    result: toWire(result),
    ...(control === null ? {} : { control: toWire(control) }),
    ok: true,
    run_id: runId,
    usage: { ...record(toWire(total)), models: toWire(models) },
    duration_s: durationS,
  };
}

/** The part of the configuration that tells what was asked; the names are those of the runner. */
function configOf({ kind, request, counting, fixed }: KeptSelection): Json {
  const { mock, backend, models, verifications, verificationsGiven, criteria, candidates } = request;
  return {
    mode: kind,
    profile: counting.profile,
    granularity: 20,
    n_verifications: verifications,
    fixed: fixed || verificationsGiven,
    criteria: criteria.map(({ id, name, weight = 1 }) => ({ id, name, weight })),
    candidate_ids: candidates.map(({ id }) => id),
    candidate_notes: candidates.map(({ id, source, truncated, evidence }) => ({
      id,
      source,
      truncated,
      evidence: evidence.map(({ label }) => label),
    })),
    mock,
    backend,
    models: models.map(({ id }) => id),
    model_weights: models.map(({ id, weight }) => ({ model: id, weight })),
  };
}

export interface FailureDocument {
  readonly ok: false;
  readonly error: { readonly code: string; readonly message: string; readonly [key: string]: Json };
  readonly [key: string]: Json;
}

/** What stands in the output file where there is no result. */
export function failureDocument(thrown: unknown): FailureDocument {
  return { ok: false, error: errorOf(thrown) };
}

function errorOf(thrown: unknown): FailureDocument["error"] {
  if (thrown instanceof ConfigError) {
    const { code, message, place, expected, got, hint } = thrown;
    return { code, message, ...record(toWire({ place, expected, got, hint })) };
  }
  if (thrown instanceof StoreError) return { code: thrown.code, message: thrown.message };
  return { code: "internal", message: messageOf(thrown) };
}

function record(json: Json): { readonly [key: string]: Json } {
  return typeof json === "object" && json !== null && !Array.isArray(json)
    ? (json as { readonly [key: string]: Json })
    : {};
}
