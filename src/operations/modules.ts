import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { benchmarkVerifier } from "../benchmarks/benchmark-verifier.ts";
import { catalog } from "../catalog.ts";
import { type BuilderOptions, createBuilder, isPlugin, type PipelineBuilder, withPlugins } from "../core/builder.ts";
import { ConfigError, messageOf } from "../core/errors.ts";
import { missingFile } from "../evals/datasets/files.ts";
import { sha256Of } from "./hash.ts";

/**
 * A plug-in's `import "veridic"` means the veridic that loads it, also where that one is installed globally and the
 * plug-in's folder has none.
 */
export function ourselves(): Record<string, string> {
  const entry = (name: string) => {
    const built = new URL(`./${name}.mjs`, import.meta.url);
    return fileURLToPath(existsSync(built) ? built : new URL(`../${name}.ts`, import.meta.url));
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
}

/** Loads plug-in files; values are passed on. Every export that is a plug-in counts. */
export async function loadPlugins(plugins: readonly unknown[], folder: string, place = "plugins"): Promise<Plugins> {
  const values: unknown[] = [];
  const files: { path: string; sha256: string }[] = [];
  for (const [index, plugin] of plugins.entries()) {
    if (typeof plugin !== "string") {
      values.push(plugin);
      continue;
    }
    const full = resolve(folder, plugin);
    let content: Buffer;
    try {
      content = readFileSync(full);
    } catch (cause) {
      throw missingFile(plugin, folder, cause, `${place}[${index}]`);
    }
    files.push({ path: full, sha256: sha256Of(content) });
    const found = Object.values(await loadModule(full, plugin)).filter(isPlugin);
    if (found.length === 0) {
      throw new ConfigError("not_a_plugin", `${plugin} exports no plug-in`, {
        place: `${place}[${index}]`,
        expected: "an export made with defineVerifier or defineExtractor",
      });
    }
    values.push(...new Set(found));
  }
  return { values, files };
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
