import type { Insertable, Selectable, Updateable } from "kysely";
import { encodeJson } from "../encode.ts";
import type { RunChanges, RunRecord, RunStatus } from "../types.ts";
import type { RunTable } from "./schema.ts";

export function toRunRow(run: RunRecord): Insertable<RunTable> {
  return {
    id: run.id,
    name: run.name,
    status: run.status,
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    parent: run.parent,
    outputs_of: run.outputsOf,
    samples: run.samples,
    epochs: run.epochs,
    model: run.model,
    config: encodeJson(run.config),
    fingerprint: encodeJson(run.fingerprint),
    summary: encodeJson(run.summary),
  };
}

export function toRunChanges(changes: RunChanges, updatedAt: string): Updateable<RunTable> {
  const { name, status, samples, epochs, model, config, fingerprint, summary } = changes;
  return {
    updated_at: updatedAt,
    ...(name === undefined ? {} : { name }),
    ...(status === undefined ? {} : { status }),
    ...(samples === undefined ? {} : { samples }),
    ...(epochs === undefined ? {} : { epochs }),
    ...(model === undefined ? {} : { model }),
    ...(config === undefined ? {} : { config: encodeJson(config) }),
    ...(fingerprint === undefined ? {} : { fingerprint: encodeJson(fingerprint) }),
    ...(summary === undefined ? {} : { summary: encodeJson(summary) }),
  };
}

export function fromRunRow(row: Selectable<RunTable>): RunRecord {
  return {
    id: row.id,
    name: row.name,
    status: row.status as RunStatus,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    parent: row.parent,
    outputsOf: row.outputs_of,
    samples: row.samples,
    epochs: row.epochs,
    model: row.model,
    config: JSON.parse(row.config),
    fingerprint: JSON.parse(row.fingerprint),
    summary: JSON.parse(row.summary),
  };
}
