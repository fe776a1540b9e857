import { resolve } from "node:path";
import * as v from "valibot";
import { pipelineSchema } from "../../core/builder.ts";
import { ConfigError, describe } from "../../core/errors.ts";
import { camelCase } from "../../core/naming.ts";
import { readOptions } from "../../core/options.ts";
import { readTraffic, trafficEntries } from "../../evals/traffic-config.ts";
import { readDeployments } from "../../models/deployments.ts";
import type { ModelAccessOptions } from "../powers/model-access.ts";

// Replies are kept in a store, and a pipeline has none.
const { cache: _cache, ...traffic } = trafficEntries;

/** What a pipeline file says of the models that its judges ask, as an eval file says it. */
const modelEntries = {
  deployments: v.pipe(
    v.optional(v.record(v.string(), v.looseObject({}))),
    v.description(
      "Named endpoints for judges: `{my_judge: {provider: openai-compatible, base_url, model, api_key_env}}`.",
    ),
  ),
  ...traffic,
};

/** A whole pipeline file. */
export const pipelineFileSchema = v.object({ ...pipelineSchema.entries, ...modelEntries });

export interface PipelineFile {
  /** What the builder takes. */
  readonly parts: Readonly<Record<string, unknown>>;
  /** How its models are reached; null where it says nothing of them. */
  readonly models: PipelineModels | null;
}

export interface PipelineModels
  extends Pick<ModelAccessOptions, "prices" | "limits" | "timeoutMs" | "deadlineMs" | "retries"> {
  readonly deployments: Readonly<Record<string, unknown>>;
}

/** Parts the models of a pipeline from the pipeline. Paths count from the folder. Throws `ConfigError`. */
export function readPipelineFile(given: unknown, folder: string): PipelineFile {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new ConfigError("not_an_object", "this is no pipeline", {
      expected: "a map with extractors and a verifier",
      got: describe(given),
    });
  }
  if ("scorers" in given && !("verifier" in given)) {
    throw new ConfigError("usage", "this is an eval, and no pipeline", {
      place: "scorers",
      expected: "a map with extractors and a verifier",
      hint: "run it with: veridic eval FILE",
    });
  }
  const isModels = ([key]: readonly [string, unknown]) => Object.hasOwn(modelEntries, camelCase(key));
  const entries = Object.entries(given);
  const parts = Object.fromEntries(entries.filter((entry) => !isModels(entry)));
  const { deployments = {}, ...rest } = readOptions({ schema: pipelineFileSchema }, given, "pipeline");
  if (!entries.some(isModels)) return { parts, models: null };
  readDeployments(deployments);
  const { cache: _never, prices, ...called } = readTraffic(rest, deployments);
  return {
    parts,
    models: { ...called, deployments, prices: typeof prices === "string" ? resolve(folder, prices) : prices },
  };
}
