import * as v from "valibot";
import { asExtractor, asVerifier } from "./define.ts";
import { ConfigError, describe } from "./errors.ts";
import { readOptions } from "./options.ts";
import { type Pipeline, type Powers, pipelineOf } from "./pipeline.ts";
import type {
  Builder,
  BuiltExtractor,
  BuiltVerifier,
  ExtractorPlugin,
  Prepares,
  ReadFile,
  UsesModel,
  VerifierPlugin,
} from "./plugin.ts";

export interface Catalog {
  readonly extractors: ReadonlyMap<string, ExtractorPlugin<never>>;
  readonly verifiers: ReadonlyMap<string, VerifierPlugin<never>>;
}

export interface BuilderOptions {
  /** Whether patterns that need backtracking may run without an option that says so; default false. */
  readonly backtracking?: boolean;
  /** What verifiers may reach, such as models. */
  readonly powers?: Powers;
  /** Told each model that a verifier will ask. */
  readonly usesModel?: UsesModel;
  /** Told where a verifier will run programs. */
  readonly usesSandbox?: () => void;
  /** Reads files beside the configuration. */
  readonly readFile?: ReadFile;
  /** Told what must be done before the first row. */
  readonly prepares?: Prepares;
}

export interface PipelineBuilder extends Builder {
  pipeline(config: unknown, place?: string): Pipeline;
}

/** The shape of a pipeline in a configuration; parts may be given as values or by `type`. */
export const pipelineSchema = v.object({
  extractors: v.pipe(
    v.optional(v.array(v.unknown()), []),
    v.description("Run one after the other on the output, each on what the one before found."),
  ),
  targetExtractors: v.pipe(
    v.optional(v.array(v.unknown()), []),
    v.description("The same for each target; default none."),
  ),
  verifier: v.pipe(v.unknown(), v.description("Compares what was found with the targets.")),
  plugins: v.pipe(
    v.optional(v.array(v.unknown()), []),
    v.description("Own extractors and verifiers: files, or values in code."),
  ),
});

/** Turns configurations into parts and pipelines. Nothing is registered globally: plug-ins live in their catalogue. */
export function createBuilder(catalog: Catalog, options: BuilderOptions = {}): PipelineBuilder {
  const { backtracking = false, ...told } = options;
  const builder: PipelineBuilder = {
    extractor: (config, place = "extractor") =>
      asExtractor(config) ??
      named<BuiltExtractor>(config, place, { known: catalog.extractors, others: catalog.verifiers }, "extractor", {
        build: builder,
        place,
        backtracking,
        ...told,
      }),
    verifier: (config, place = "verifier") =>
      asVerifier(config) ??
      named<BuiltVerifier>(config, place, { known: catalog.verifiers, others: catalog.extractors }, "verifier", {
        build: builder,
        place,
        backtracking,
        ...told,
      }),
    pipeline: (config, place = "") => {
      const path = (name: string) => (place === "" ? name : `${place}.${name}`);
      const parts = readOptions({ schema: pipelineSchema }, config, place === "" ? "pipeline" : place);
      const build = createBuilder(withPlugins(catalog, parts.plugins, path("plugins")), options);
      if (parts.verifier === undefined) {
        throw new ConfigError("missing_option", "is missing", {
          place: path("verifier"),
          expected: "a verifier",
          hint: 'for example { "type": "exact_match" }',
        });
      }
      const verifier = build.verifier(parts.verifier, path("verifier"));
      return pipelineOf(
        {
          extractors: parts.extractors.map((one, index) => build.extractor(one, path(`extractors[${index}]`)).run),
          targetExtractors: parts.targetExtractors.map(
            (one, index) => build.extractor(one, path(`target_extractors[${index}]`)).run,
          ),
          verifier: verifier.score,
          needsTarget: verifier.needsTarget,
        },
        told.powers,
      );
    },
  };
  return builder;
}

interface Types<Built> {
  readonly known: ReadonlyMap<string, { build(options: unknown, tools: never): Built }>;
  /** The types of the other kind of part, which are taken for these. */
  readonly others: ReadonlyMap<string, unknown>;
}

function named<Built>(
  config: unknown,
  place: string,
  { known, others }: Types<Built>,
  what: "extractor" | "verifier",
  tools: object,
): Built {
  if (typeof config !== "object" || config === null || Array.isArray(config)) {
    throw new ConfigError("not_an_object", `this is no ${what}`, {
      place,
      expected: `a map with a type`,
      got: describe(config),
      ...(typeof config === "string" && known.has(config) ? { hint: `write it as { type: ${config} }` } : {}),
    });
  }
  const { type, ...options } = config as { readonly type?: unknown };
  if (typeof type !== "string") {
    throw new ConfigError("missing_option", `the type of this ${what} is missing`, {
      place: `${place}.type`,
      expected: `one of ${[...known.keys()].join(", ")}`,
      ...(type === undefined ? {} : { got: describe(type) }),
    });
  }
  const plugin = known.get(type);
  if (plugin === undefined && others.has(type)) {
    const other = what === "verifier" ? "an extractor" : "a verifier";
    throw new ConfigError("unknown_type", `${type} is ${other}, and no ${what}`, {
      place: `${place}.type`,
      expected: `one of ${[...known.keys()].sort().join(", ")}`,
    });
  }
  if (plugin === undefined)
    throw ConfigError.unknownName("unknown_type", what, type, [...known.keys()], `${place}.type`);
  return plugin.build(options, tools as never);
}

/** The catalogue with plug-ins added. A plug-in's type must hold a slash, so it can never hide one of ours. */
export function withPlugins(catalog: Catalog, plugins: readonly unknown[], place: string): Catalog {
  if (plugins.length === 0) return catalog;
  const extractors = new Map(catalog.extractors);
  const verifiers = new Map(catalog.verifiers);
  for (const [index, plugin] of plugins.entries()) {
    const at = `${place}[${index}]`;
    if (typeof plugin === "string") {
      throw new ConfigError("plugin_file", `"${plugin}" is a file, and files can only be loaded asynchronously`, {
        place: at,
        hint: "use loadPipeline, or give the plug-in as a value",
      });
    }
    if (!isPlugin(plugin)) {
      throw new ConfigError("not_a_plugin", "this is no plug-in", {
        place: at,
        expected: "what defineVerifier or defineExtractor returns",
        got: describe(plugin),
      });
    }
    const { type } = plugin.definition;
    if (!type.includes("/")) {
      throw new ConfigError("plugin_type", `the plug-in's type "${type}" has no namespace`, {
        place: at,
        expected: "a type with a slash",
        hint: `for example "acme/${type}"`,
      });
    }
    if (plugin.kind === "verifier_plugin") verifiers.set(type, plugin);
    else extractors.set(type, plugin);
  }
  return { extractors, verifiers };
}

/** What `defineVerifier` and `defineExtractor` return. */
export function isPlugin(value: unknown): value is VerifierPlugin<never> | ExtractorPlugin<never> {
  return (
    typeof value === "function" &&
    "kind" in value &&
    (value.kind === "verifier_plugin" || value.kind === "extractor_plugin") &&
    "definition" in value
  );
}
