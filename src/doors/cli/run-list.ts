import type { Json } from "../../core/types.ts";
import { runKind } from "../../evals/run-kind.ts";
import type { RunRecord } from "../../store/types.ts";
import { outcomeOf } from "./kept-result.ts";
import { printableAll } from "./printable.ts";
import { table } from "./table.ts";
import type { Colors } from "./terminal.ts";

export function runListText(runs: readonly RunRecord[], colors: Colors): string {
  if (runs.length === 0) return "no runs yet; start one with: veridic eval eval.yaml\n";
  const rows = runs.map((run) => [
    run.id,
    run.name,
    runKind(run.config) ?? "",
    run.status,
    run.samples === null ? "" : String(run.samples),
    run.createdAt.replace("T", " ").slice(0, 19),
    outcomeOf(run) ?? meansOf(run),
    run.parent === null ? "" : `${runKind(run.config) === "eval" ? "rescored" : "tallied again from"} ${run.parent}`,
  ]);
  const columns = [
    { title: "run" },
    { title: "name" },
    { title: "kind" },
    { title: "status" },
    { title: "samples", align: "right" as const },
    { title: "begun (UTC)" },
    { title: "result" },
    { title: "" },
  ];
  return table(columns, printableAll(rows), colors.dim);
}

export function runListJson(runs: readonly RunRecord[]): Json {
  return runs.map((run) => ({
    run_id: run.id,
    eval: run.name,
    kind: runKind(run.config),
    status: run.status,
    samples: run.samples,
    epochs: run.epochs,
    model: run.model,
    parent: run.parent,
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    means: Object.fromEntries(means(run)),
  }));
}

function meansOf(run: RunRecord): string {
  return means(run)
    .map(([name, mean]) => `${name} ${mean === null ? "–" : mean.toFixed(3)}`)
    .join(", ");
}

/** The means of the kept summary; empty where a run has none. */
function means(run: RunRecord): readonly (readonly [string, number | null])[] {
  const scorers = child(run.summary, "scorers");
  if (typeof scorers !== "object" || scorers === null || Array.isArray(scorers)) return [];
  return Object.entries(scorers as { readonly [key: string]: Json }).map(([name, scorer]) => {
    const mean = child(scorer, "mean");
    return [name, typeof mean === "number" ? mean : null] as const;
  });
}

function child(value: Json, key: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return (value as { readonly [key: string]: Json })[key] ?? null;
}
