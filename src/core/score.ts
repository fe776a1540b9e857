import { describe } from "./errors.ts";
import type { Broken, LooseScore, Score, ScoreNotes, Skipped, Stage, Verdict } from "./types.ts";

/** The output is right. */
export function right(reason: string, confident = true, notes?: ScoreNotes): Verdict {
  return verdict(1, reason, confident, notes);
}

/** The output is wrong. `confident: false` asks a chain to look again. */
export function wrong(reason: string, confident: boolean, notes?: ScoreNotes): Verdict {
  return verdict(0, reason, confident, notes);
}

/** The output holds no answer of the kind that was asked for. It counts as wrong, but nobody should be sure. */
export function noAnswer(notes?: ScoreNotes): Verdict {
  return verdict(0, "no_answer", false, notes);
}

function verdict(value: 0 | 1, reason: string, confident: boolean, notes: ScoreNotes | undefined): Verdict {
  return notes === undefined
    ? { value, pass: value === 1, confident, reason }
    : { value, pass: value === 1, confident, reason, ...notes };
}

/** The check could not be carried out. */
export function broken(
  stage: Stage,
  code: string,
  message: string,
  more: { readonly retryable?: boolean; readonly notes?: ScoreNotes } = {},
): Broken {
  return { value: null, error: { stage, code, message, retryable: more.retryable ?? false }, ...more.notes };
}

/** The row has no target, or none that can be compared with. */
export function unusableTarget(message: string, notes?: ScoreNotes): Broken {
  return broken("sample", "unusable_target", message, notes === undefined ? {} : { notes });
}

export function missingTarget(): Broken {
  return broken(
    "sample",
    "missing_target",
    "the sample has no target, or only a blank one, and this verifier needs one",
  );
}

export function skip(why: string): Skipped {
  return { value: null, skipped: why };
}

/** True where a later verifier of a chain should be asked: not sure, or broken. */
export function isUnsure(score: Score): boolean {
  return score.value === null || !score.confident;
}

/** Right or not, where no threshold is declared from 0.5 on. */
export function isPass(score: Verdict): boolean {
  return score.pass ?? score.value >= 0.5;
}

/**
 * Completes what a plug-in returned. A boolean or a number becomes a score; absent `confident` counts as true, absent
 * `reason` as `custom`. What is not a score at all, or lies outside 0..1, is a broken check: never clamped, never 0.
 */
export function toScore(loose: unknown, stage: Stage): Score {
  if (typeof loose === "boolean") return { value: loose ? 1 : 0, pass: loose, confident: true, reason: "custom" };
  if (typeof loose === "number") return finished({ value: loose }, stage);
  if (typeof loose !== "object" || loose === null || !("value" in loose)) {
    return broken(stage, "not_a_score", `expected a score, a number in 0..1 or a boolean, got ${describe(loose)}`);
  }
  if (loose.value === null) {
    const said = loose as { readonly error?: unknown; readonly skipped?: unknown };
    if (isScoreError(said.error) || typeof said.skipped === "string") return loose as Broken | Skipped;
    return broken(stage, "not_a_score", "a score with value null must say why: `error` or `skipped` is missing");
  }
  return finished(loose as Partial<Verdict> & { value: unknown }, stage);
}

function finished(part: Omit<Partial<Verdict>, "value"> & { readonly value: unknown }, stage: Stage): Score {
  const { value } = part;
  if (typeof value !== "number" || !(value >= 0 && value <= 1)) {
    return broken(stage, "out_of_range", `expected a value in 0..1, got ${describe(value)}`);
  }
  if (part.pass !== undefined && typeof part.confident === "boolean" && typeof part.reason === "string") {
    return part as Verdict;
  }
  return {
    ...part,
    value,
    pass: part.pass ?? null,
    confident: part.confident ?? true,
    reason: part.reason ?? "custom",
  };
}

function isScoreError(error: unknown): boolean {
  return typeof error === "object" && error !== null && "stage" in error && "code" in error && "message" in error;
}

/** For the type checker: what a plug-in returns is a loose score until `toScore` has seen it. */
export type { LooseScore };
