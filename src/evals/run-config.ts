import { ConfigError } from "../core/errors.ts";
import type { Json } from "../core/types.ts";
import type { Selection } from "./plan.ts";
import { elsewhere } from "./run-kind.ts";

/** What the store keeps of an eval, so that a run can be resumed, rescored and shown without its file. */
export interface RunConfig {
  /** The eval as the user wrote it, with the flags of the command merged in. */
  readonly eval: { readonly [key: string]: Json };
  /** The folder that its paths are relative to. */
  readonly folder: string;
  readonly selection: Selection;
  readonly maxErrors: string | null;
  /** Whether verifiers or plug-ins were given as values, which no store can keep. */
  readonly valuesFromCode: boolean;
}

/** What must be the same when a run is resumed. */
export interface Fingerprint {
  readonly dataset: { readonly name: string; readonly sha256: string; readonly rows: number } | null;
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

export function runConfigToJson(config: RunConfig): Json {
  return {
    eval: config.eval,
    folder: config.folder,
    selection: { limit: config.selection.limit, sample_ids: config.selection.sampleIds },
    max_errors: config.maxErrors,
    ...(config.valuesFromCode ? { values_from_code: true } : {}),
  };
}

export function runConfigFromJson(json: Json, runId: string): RunConfig {
  const config = record(json);
  const selection = record(config?.["selection"] ?? null);
  const given = record(config?.["eval"] ?? null);
  const folder = config?.["folder"];
  if (config === null || given === null || selection === null || typeof folder !== "string") {
    const hint = elsewhere(json, runId);
    throw new ConfigError("not_an_eval", `run ${runId} holds no eval that this version can read`, {
      ...(hint === undefined ? {} : { hint }),
    });
  }
  const { limit, sample_ids: ids } = selection;
  const maxErrors = config["max_errors"];
  return {
    eval: given,
    folder,
    selection: {
      limit: typeof limit === "number" ? limit : null,
      sampleIds: Array.isArray(ids) ? ids.map(String) : null,
    },
    maxErrors: typeof maxErrors === "string" ? maxErrors : null,
    valuesFromCode: config["values_from_code"] === true,
  };
}

export function fingerprintToJson(fingerprint: Fingerprint): Json {
  return { dataset: fingerprint.dataset, files: fingerprint.files.map(({ path, sha256 }) => ({ path, sha256 })) };
}

export function fingerprintFromJson(json: Json): Fingerprint {
  const fingerprint = record(json);
  const dataset = record(fingerprint?.["dataset"] ?? null);
  const files = fingerprint?.["files"];
  return {
    dataset:
      dataset === null
        ? null
        : { name: String(dataset["name"]), sha256: String(dataset["sha256"]), rows: Number(dataset["rows"]) },
    files: (Array.isArray(files) ? files : []).map((file: Json) => {
      const one = record(file);
      return { path: String(one?.["path"]), sha256: String(one?.["sha256"]) };
    }),
  };
}

function record(json: Json): { readonly [key: string]: Json } | null {
  return typeof json === "object" && json !== null && !Array.isArray(json)
    ? (json as { readonly [key: string]: Json })
    : null;
}

/** Whether a verifier, an extractor or a plug-in anywhere in the configuration is a value and not a name. */
export function holdsFunctions(value: unknown): boolean {
  if (typeof value === "function") return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsFunctions);
}
