import type { Json } from "../../core/types.ts";
import type { RunKind } from "../../evals/run-kind.ts";
import type { RunRecord } from "../../store/types.ts";
import { printable } from "./printable.ts";
import type { Colors } from "./terminal.ts";

/** What came of a comparison, an audit or a tracking, in a few words; null for an eval, and where there is no result. */
export function outcomeOf({ summary }: RunRecord): string | null {
  const result = child(summary, "result");
  switch (child(child(summary, "config"), "mode")) {
    case "compare": {
      const winner = child(result, "winner");
      return typeof winner === "string" ? `winner ${winner}` : `no winner (${String(child(result, "reason"))})`;
    }
    case "audit":
      return `${String(child(result, "verdict"))}, score ${figure(child(result, "overall_score"))}`;
    case "track":
      return `progress ${figure(child(result, "last"))}`;
    default:
      return null;
  }
}

/** The document that was written when it ended; of a run that was killed before, its id, name and status. */
export function keptResultJson({ id, name, status, summary }: RunRecord): Json {
  return summary ?? { run_id: id, name, status };
}

/** A run that is no eval, for people: what came of it, why, and where to go on. */
export function keptResultText(kind: Exclude<RunKind, "eval">, run: RunRecord, colors: Colors): string {
  const { id, status, summary } = run;
  const outcome = outcomeOf(run);
  const verdict = child(child(child(summary, "result"), "explanation"), "verdict");
  const whole = outcome === null ? "" : `; all of it: veridic runs show ${id} --json`;
  return [
    `${colors.bold(printable(outcome ?? "no result yet"))}\n`,
    typeof verdict === "string" ? `${printable(verdict)}\n` : "",
    colors.dim(`${kind} ${id}, ${status}${whole}\n`),
    kind !== "track" && status !== "complete" ? colors.dim(`go on with: veridic ${kind} --resume ${id}\n`) : "",
  ].join("");
}

function figure(value: Json): string {
  return typeof value === "number" ? value.toFixed(3) : "–";
}

function child(value: Json, key: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return (value as { readonly [key: string]: Json })[key] ?? null;
}
