import { dirname } from "node:path";
import { ConfigError } from "../../core/errors.ts";
import type { VerifyRequest, VerifyResult } from "../../core/verify-result.ts";
import { inFile, readConfigFile } from "../config/config-file.ts";
import type { Environment } from "../environment.ts";
import { lazyPowers } from "../powers/lazy-powers.ts";
import type { ModelAccessOptions } from "../powers/model-access.ts";
import { loadPipeline } from "./load-pipeline.ts";
import { readPipelineFile } from "./pipeline-file.ts";

export interface PipelineSource extends Pick<ModelAccessOptions, "deployments" | "prices"> {
  /** A pipeline file, or `config`, what such a file holds. */
  readonly file?: string | undefined;
  readonly config?: unknown;
  readonly store?: string | undefined;
}

/**
 * Verifies one answer and lets go of all that was opened for it, for processes that live on: a command may leave its
 * models and programs to the end of the process. Rejects with a `ConfigError` for a pipeline that cannot be built.
 */
export async function verifyOnce(
  request: VerifyRequest,
  source: PipelineSource,
  environment: Environment,
): Promise<VerifyResult> {
  const { file, config, store, prices } = source;
  const { folder: workingFolder, variables, signal } = environment;
  const read = file === undefined ? { value: config, path: null } : await readConfigFile(file, workingFolder);
  const folder = read.path === null ? workingFolder : dirname(read.path);
  const split = () => readPipelineFile(read.value, folder);
  const { parts, models } = file === undefined ? split() : inFile(file, split);
  // What a file names itself comes on top of what there is for every call.
  const deployments = isMap(source.deployments)
    ? { ...source.deployments, ...models?.deployments }
    : (source.deployments ?? models?.deployments);
  const own = { ...models, deployments, prices: models?.prices ?? prices };
  const options = { folder: workingFolder, evalFolder: folder, variables, ...own };
  const { powers, close } = lazyPowers(() => options, undefined, store);
  try {
    const named: { readonly name: string; readonly place: string }[] = [];
    const usesModel = (name: string, place: string) => void named.push({ name, place });
    const pipeline = await loadPipeline(parts, { folder, powers, usesModel });
    for (const { name, place } of named) await lookUp(name, place, powers.model);
    for await (const result of pipeline.verifyMany([request], { signal })) return result;
    throw new ConfigError("interrupted", "the check was ended before it was done");
  } catch (thrown) {
    throw file !== undefined && thrown instanceof ConfigError ? thrown.within(file) : thrown;
  } finally {
    await close();
  }
}

async function lookUp(
  name: string,
  place: string,
  model: ((id: string) => Promise<unknown>) | undefined,
): Promise<void> {
  try {
    await model?.(name);
  } catch (thrown) {
    throw thrown instanceof ConfigError && thrown.place === undefined ? thrown.within(place) : thrown;
  }
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
