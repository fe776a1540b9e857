import { toText } from "../../core/text.ts";
import type { Json, Score } from "../../core/types.ts";
import { scoreFromWire } from "../../core/wire.ts";
import type { StoredSample } from "../../store/types.ts";
import { isRow } from "../datasets/jsonl.ts";

/** A score as exports show it: everything is text or a number, and what is absent is null. */
export type StoredScore = StoredNotes & (StoredVerdict | StoredFault | StoredSkip);

interface StoredNotes {
  readonly answer: string | null;
  readonly trace: string | null;
  readonly explanation: string | null;
}

interface StoredVerdict {
  readonly state: "scored";
  readonly value: number;
  readonly pass: boolean | null;
  readonly confident: boolean;
  readonly reason: string;
}

interface StoredFault {
  readonly state: "broken";
  /** `stage:code`, as a summary counts it. */
  readonly kind: string;
  readonly message: string;
}

interface StoredSkip {
  readonly state: "skipped";
  readonly why: string;
}

/**
 * What a scorer said of an answer. A score that is not there is a broken check, as in the summary. A number is given as
 * it is stored, also one off the scale: an export shows what the store holds.
 */
export function storedScore(sample: StoredSample, scorer: string): StoredScore {
  const { scores } = sample;
  const wire = scores !== null && Object.hasOwn(scores, scorer) ? (scores[scorer] ?? null) : null;
  if (wire === null) {
    const message = "the run has no score for this answer";
    return { ...notesOf(null), state: "broken", kind: "store:missing_score", message };
  }
  return { ...notesOf(wire), ...outcomeOf(wire) };
}

/** The broken check in one line: `stage:code: message`. */
export function faultLine(fault: { readonly kind: string; readonly message: string }): string {
  return `${fault.kind}: ${fault.message}`;
}

function outcomeOf(wire: Json): StoredVerdict | StoredFault | StoredSkip {
  if (isRow(wire)) {
    const { value, pass, confident, reason } = wire;
    if (typeof value === "number" && Number.isFinite(value)) {
      return {
        state: "scored",
        value,
        pass: typeof pass === "boolean" ? pass : null,
        confident: typeof confident === "boolean" ? confident : true,
        reason: toText(reason) ?? "custom",
      };
    }
  }
  const score: Score = scoreFromWire(wire);
  if (score.skipped !== undefined) return { state: "skipped", why: score.skipped };
  const { stage, code, message } = score.error ?? { stage: "store", code: "not_a_score", message: "" };
  // From a store, so not even a declared text is sure to be one.
  return { state: "broken", kind: `${toText(stage)}:${toText(code)}`, message: toText(message) ?? "" };
}

function notesOf(wire: Json): StoredNotes {
  const { answer, raw, explanation } = isRow(wire) ? wire : {};
  return { answer: toText(answer), trace: toText(raw), explanation: toText(explanation) };
}
