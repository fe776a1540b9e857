import { resolve } from "node:path";
import { ConfigError, describe } from "../../core/errors.ts";
import { type ConfigFile, readConfigFile } from "../config/config-file.ts";
import { scoringOf } from "../config/scoring-file.ts";
import type { Environment } from "../environment.ts";
import type { EvalOptions } from "./eval-input.ts";

/** An eval as it was written, with the flags of the command merged in. */
export interface EvalSource {
  readonly config: Readonly<Record<string, unknown>>;
  readonly folder: string;
  readonly name: string;
  /** How the user knows it, for errors. */
  readonly shown: string;
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

/** The eval from wherever it was given, with the flags merged in. */
export async function readSource(input: EvalOptions, environment: Environment): Promise<EvalSource> {
  const source = await baseSource(input, environment);
  const gates = { ...recordOf(source.config["gates"]), ...failUnder(input.failUnder ?? []) };
  return {
    ...source,
    config: {
      ...source.config,
      ...(input.outputField === undefined ? {} : { output_field: input.outputField }),
      ...(input.epochs === undefined ? {} : { epochs: input.epochs }),
      ...(input.model === undefined ? {} : { model: input.model }),
      ...(input.cache === undefined ? {} : { cache: input.cache }),
      ...(Object.keys(gates).length === 0 ? {} : { gates }),
    },
  };
}

async function baseSource(input: EvalOptions, environment: Environment): Promise<EvalSource> {
  const ways = [input.file, input.config, input.dataset].filter((way) => way !== undefined);
  if (ways.length !== 1) {
    throw new ConfigError("usage", ways.length === 0 ? "there is no eval to run" : "the eval is given twice", {
      expected: "an eval file, or --dataset with --scorers",
      hint: "`veridic init` writes a working eval file",
    });
  }
  if (input.file !== undefined) {
    const file = await readConfigFile(input.file, environment.folder);
    return {
      config: mapOf(file.value, input.file),
      folder: file.folder,
      name: file.name,
      shown: input.file,
      files: [pin(file)],
    };
  }
  if (input.config !== undefined) {
    return { config: input.config, folder: environment.folder, name: "eval", shown: "eval", files: [] };
  }
  if (input.scorers === undefined) {
    throw new ConfigError("usage", "there is nothing to score with", {
      place: "--scorers",
      expected: "a JSON or YAML file with a list of scorers",
    });
  }
  const file = await readConfigFile(input.scorers, environment.folder);
  return {
    config: { name: file.name, ...scoringOf(file.value), dataset: resolve(environment.folder, input.dataset ?? "") },
    folder: file.folder,
    name: file.name,
    shown: input.scorers,
    files: [pin(file)],
  };
}

function pin({ path, sha256 }: ConfigFile) {
  return { path, sha256 };
}

/** `name=0.8` as a gate. */
function failUnder(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const [, name, bound] = /^(.+)=\s*(\d+(?:\.\d+)?%?)$/.exec(text.trim()) ?? [];
      if (name === undefined || bound === undefined) {
        throw new ConfigError("usage", "this gate cannot be read", {
          place: "--fail-under",
          expected: "name=number, for example answer=0.8",
          got: describe(text),
        });
      }
      if (name === "errors") {
        throw new ConfigError("usage", "errors are limited from above", {
          place: "--fail-under",
          hint: `use --max-errors ${bound}`,
        });
      }
      return [name, `>= ${bound}`];
    }),
  );
}

function mapOf(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new ConfigError("not_an_object", "this is no eval", {
    place,
    expected: "a map with dataset and scorers",
    got: describe(value),
  });
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
