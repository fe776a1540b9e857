import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError } from "../../core/errors.ts";
import type { SolverFunction } from "../../core/solver.ts";
import { missingFile } from "../../evals/datasets/files.ts";
import type { EvalPlan } from "../../evals/plan.ts";
import { loadModule } from "../config/modules.ts";
import { sha256Of } from "../hash.ts";

interface Source {
  readonly path: string;
  readonly exported: string;
}

/** Loads the function of a solver, as plug-ins are loaded. Throws a `ConfigError` where there is none. */
export async function loadSolver({ path, exported }: Source, folder: string): Promise<SolverFunction> {
  contentOf(path, folder);
  const module = await loadModule(resolve(folder, path), path);
  const found = Object.hasOwn(module, exported) ? module[exported] : undefined;
  // What it returns is checked with each answer.
  if (typeof found === "function") return found as SolverFunction;
  throw ConfigError.unknownName("not_a_solver", `function of ${path}`, exported, functionsOf(module), "solver");
}

function functionsOf(module: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(module).filter((name) => typeof module[name] === "function");
}

/** The module of a solver, so that a run that goes on can tell whether it changed. */
export function solverFiles(
  plan: EvalPlan,
  folder: string,
): readonly { readonly path: string; readonly sha256: string }[] {
  const { solver } = plan.config.inference ?? {};
  if (solver?.kind !== "function" || solver.source === null || typeof solver.source === "function") return [];
  const { path } = solver.source;
  return [{ path: resolve(folder, path), sha256: sha256Of(contentOf(path, folder)) }];
}

function contentOf(path: string, folder: string): Buffer {
  try {
    return readFileSync(resolve(folder, path));
  } catch (cause) {
    throw missingFile(path, folder, cause, "solver");
  }
}
