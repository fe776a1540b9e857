import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { BuilderOptions } from "../../core/builder.ts";
import type { Powers } from "../../core/pipeline.ts";
import { missingFile } from "../../evals/datasets/files.ts";
import { sha256Of } from "../hash.ts";

/** What the parts of a configuration said that they need, gathered while they were built. */
export interface DeclaredNeeds {
  /** To be given to the builder. */
  readonly told: Required<Pick<BuilderOptions, "usesSandbox" | "readFile" | "prepares">>;
  /** Files that were read, as they were. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  /**
   * Tries the sandbox where one is needed, and loads code of the user's. What does not work would be an error of every
   * row, so it is a `ConfigError` before the first.
   */
  prepare(powers: Powers, signal: AbortSignal): Promise<void>;
}

/** Paths count from the folder of the configuration. */
export function declaredNeeds(folder: string): DeclaredNeeds {
  const files = new Map<string, string>();
  const works: ((powers: Powers, signal: AbortSignal) => Promise<unknown>)[] = [];
  return {
    told: {
      usesSandbox: () => works.push(async ({ sandbox }) => sandbox?.()),
      prepares: (work) => works.push(work),
      readFile: (path, place) => {
        const full = resolve(folder, path);
        try {
          const content = readFileSync(full);
          files.set(full, sha256Of(content));
          return content.toString("utf8");
        } catch (cause) {
          throw missingFile(path, folder, cause, place);
        }
      },
    },
    get files() {
      return [...files].map(([path, sha256]) => ({ path, sha256 }));
    },
    prepare: async (powers, signal) => {
      for (const work of works) await work(powers, signal);
    },
  };
}
