import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { benchmarkVerifier } from "../../benchmarks/benchmark-verifier.ts";
import { catalog } from "../../catalog.ts";
import { type BuilderOptions, createBuilder, isPlugin, type PipelineBuilder, withPlugins } from "../../core/builder.ts";
import { ConfigError, messageOf } from "../../core/errors.ts";
import type { Json } from "../../core/types.ts";
import { missingFile } from "../../evals/datasets/files.ts";
import { sha256Of } from "../hash.ts";
import type { PluginEntry } from "../isolated/plugins.ts";

/**
 * A plug-in's `import "veridic"` means the veridic that loads it, also where that one is installed globally and the
 * plug-in's folder has none.
 */
export function ourselves(): Record<string, string> {
  const entry = (name: string) => {
    const built = new URL(`./${name}.mjs`, import.meta.url);
    return fileURLToPath(existsSync(built) ? built : new URL(`../../${name}.ts`, import.meta.url));
  };
  return { "veridic/eval": entry("eval"), "veridic/stats": entry("stats"), veridic: entry("index") };
}

/** Loads a TypeScript or JavaScript module of the user. It runs with the rights of this process, as any import does. */
export async function loadModule(full: string, shown: string): Promise<Readonly<Record<string, unknown>>> {
  const { createJiti } = await import("jiti");
  try {
    return await createJiti(import.meta.url, { alias: ourselves() }).import<Record<string, unknown>>(full);
  } catch (cause) {
    throw new ConfigError("module_failed", `this module cannot be loaded: ${messageOf(cause)}`, {
      place: shown,
      cause,
    });
  }
}

export interface Plugins {
  readonly values: readonly unknown[];
  /** What the files held, so that a resumed run can tell whether they changed. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  /** The files as a configuration names them, with full paths, for one that is kept beside another folder's. */
  readonly entries: readonly Json[];
}

/** Loads plug-in files; values are passed on. Every export that is a plug-in counts. */
export async function loadPlugins(plugins: readonly unknown[], folder: string, place = "plugins"): Promise<Plugins> {
  const values: unknown[] = [];
  const files: { path: string; sha256: string }[] = [];
  const entries: Json[] = [];
  for (const [index, plugin] of plugins.entries()) {
    const at = `${place}[${index}]`;
    const entry = typeof plugin === "string" ? { file: plugin, isolate: false } : await entryOf(plugin, at);
    if (entry === null) {
      values.push(plugin);
      continue;
    }
    const { file } = entry;
    const full = resolve(folder, file);
    let content: Buffer;
    try {
      content = readFileSync(full);
    } catch (cause) {
      throw missingFile(file, folder, cause, at);
    }
    files.push({ path: full, sha256: sha256Of(content) });
    entries.push("heapMb" in entry ? { ...entry, file: full } : full);
    const found =
      "heapMb" in entry && entry.isolate
        ? await isolated(entry, full, content, at)
        : Object.values(await loadModule(full, file)).filter(isPlugin);
    if (found.length === 0) {
      throw new ConfigError("not_a_plugin", `${file} exports no plug-in`, {
        place: at,
        expected: "an export made with defineVerifier or defineExtractor",
      });
    }
    values.push(...new Set(found));
  }
  return { values, files, entries };
}

/** Null for what is no map that names a file: a value of the user's, which is checked elsewhere. */
async function entryOf(plugin: unknown, place: string): Promise<PluginEntry | null> {
  if (typeof plugin !== "object" || plugin === null || !("file" in plugin)) return null;
  const { readPluginEntry } = await import("../isolated/plugins.ts");
  return readPluginEntry(plugin, place);
}

/** A thread that is replaced runs the text that was hashed, whatever stands in the file by then. */
async function isolated(entry: PluginEntry, full: string, content: Buffer, place: string): Promise<readonly unknown[]> {
  const { isolatedPlugins } = await import("../isolated/plugins.ts");
  return isolatedPlugins({ file: full, source: content.toString("utf8"), alias: ourselves() }, entry, place);
}

/** A builder that knows the plug-ins, and lets patterns backtrack within their time budget. */
export function builderWith(
  plugins: readonly unknown[],
  told: Omit<BuilderOptions, "backtracking"> = {},
): PipelineBuilder {
  const { extractors, verifiers } = withPlugins(catalog, plugins, "plugins");
  // Benchmarks stand above the floor of plug-ins, so the catalogue cannot hold them.
  const known = { extractors, verifiers: new Map(verifiers).set("benchmark", benchmarkVerifier) };
  return createBuilder(known, { backtracking: true, ...told });
}
