import type { Json } from "../../core/types.ts";
import { fromWire } from "../../core/wire.ts";
import type { RunKind } from "../../evals/run-kind.ts";
import type { RunRecord } from "../../store/types.ts";
import { auditText } from "./audit-text.ts";
import { printable } from "./printable.ts";
import { selectionText } from "./selection-text.ts";
import type { Colors } from "./terminal.ts";
import { progressText } from "./track-text.ts";

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

/** A run that is no eval, for people: what its command printed, and where to go on where it did not come to its end. */
export function keptResultText(kind: Kind, run: RunRecord, colors: Colors): string {
  const { id, status, summary } = run;
  const message = child(child(summary, "error"), "message");
  const more = status === "complete" ? "" : `go on with: veridic ${kind} --resume ${id}\n`;
  return [
    wholeText(kind, run, colors) ?? briefText(kind, run, colors),
    status === "complete" ? "" : colors.dim(`${kind} ${id}, ${status}\n`),
    // That of an interruption says no more than the status and the way on.
    typeof message === "string" && status !== "interrupted" ? `${colors.red(printable(message))}\n` : "",
    colors.dim(more),
  ].join("");
}

type Kind = Exclude<RunKind, "eval">;

/** Null where there is no result, or one of another version that has not all that is told now. */
function wholeText(kind: Kind, { id, summary }: RunRecord, colors: Colors): string | null {
  const result = child(summary, "result");
  if (result === null) return null;
  // Written by `toWire` from just this type when the run ended.
  const read = fromWire(result) as never;
  try {
    switch (kind) {
      case "compare":
        return selectionText(read, id, colors);
      case "audit":
        return auditText(read, id, colors);
      case "track":
        return progressText(read, id, colors);
      default:
        return kind satisfies never;
    }
  } catch (thrown) {
    // A field that was not kept then is undefined now, and no text can be made of it.
    if (thrown instanceof TypeError) return null;
    throw thrown;
  }
}

function briefText(kind: Kind, run: RunRecord, colors: Colors): string {
  const outcome = outcomeOf(run);
  const verdict = child(child(child(run.summary, "result"), "explanation"), "verdict");
  const whole = outcome === null ? "" : `all of it: veridic runs show ${run.id} --json\n`;
  return [
    `${colors.bold(printable(outcome ?? "no result yet"))}\n`,
    typeof verdict === "string" ? `${printable(verdict)}\n` : "",
    colors.dim(`${kind} ${run.id}\n${whole}`),
  ].join("");
}

function figure(value: Json): string {
  return typeof value === "number" ? value.toFixed(3) : "–";
}

function child(value: Json, key: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return (value as { readonly [key: string]: Json })[key] ?? null;
}
