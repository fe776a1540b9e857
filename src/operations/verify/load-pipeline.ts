import { ConfigError, describe } from "../../core/errors.ts";
import type { Pipeline, Powers } from "../../core/pipeline.ts";
import type { Prepares, ReadFile, UsesModel } from "../../core/plugin.ts";
import { lazyPowers, processPowers } from "../powers/lazy-powers.ts";
import type { PipelineModels } from "./pipeline-file.ts";

export interface LoadOptions {
  /** Where plug-in files are looked for; default the working folder. */
  readonly folder?: string;
  /** What verifiers may reach; default the models that the pipeline names, and those that this process has keys for. */
  readonly powers?: Powers;
  /** Told each model that will be asked. */
  readonly usesModel?: UsesModel;
  /** Told where a verifier will run programs. */
  readonly usesSandbox?: () => void;
  /** Reads files that the pipeline names; by default from the folder. */
  readonly readFile?: ReadFile;
  /** Told what must be done before the first row; by default it is done before the pipeline is returned. */
  readonly prepares?: Prepares;
}

/**
 * Builds a pipeline whose `plugins` may be files, and which may say how its judges are reached (`deployments`). Patterns that need backtracking run within their time budget.
 *
 * @example
 * const pipeline = await loadPipeline({ plugins: ["./acme.ts"], verifier: { type: "acme/word_count", most: 50 } });
 */
export async function loadPipeline(config: unknown, options: LoadOptions = {}): Promise<Pipeline> {
  const { builderWith, loadPlugins } = await import("../config/modules.ts");
  const { withFullPaths } = await import("../config/config-parts.ts");
  const { declaredNeeds } = await import("../powers/declared-needs.ts");
  const { readPipelineFile } = await import("./pipeline-file.ts");
  const { folder = process.cwd(), powers: given, ...told } = options;
  const { parts, models } = readPipelineFile(config, folder);
  if (given !== undefined && models !== null) {
    throw new ConfigError("usage", "the pipeline names models of its own, and powers were given", {
      expected: "one of them",
    });
  }
  const powers = given ?? (models === null ? processPowers() : powersWith(models, folder));
  const { plugins, ...rest } = parts;
  if (plugins !== undefined && !Array.isArray(plugins)) {
    throw new ConfigError("wrong_type", "has a wrong value", {
      place: "plugins",
      expected: "a list of files",
      got: describe(plugins),
    });
  }
  const loaded = await loadPlugins(plugins ?? [], folder);
  const needs = declaredNeeds(folder);
  const { readFile, prepares } = needs.told;
  const pipeline = builderWith(loaded.values, { powers, readFile, prepares, ...told }).pipeline(
    // They are called by their name alone, wherever the powers come from.
    withFullPaths(rest, folder, ["reward_function"]),
  );
  await needs.prepare(powers, new AbortController().signal);
  return pipeline;
}

/** Of this process, with the models that a pipeline names. */
function powersWith(models: PipelineModels, folder: string): Powers {
  return lazyPowers(() => ({ folder: process.cwd(), evalFolder: folder, variables: process.env, ...models })).powers;
}
