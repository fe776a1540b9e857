import type { Score, ScoreError, Stage } from "../core/types.ts";
import { shown, violation } from "./contract-violation.ts";

const WORD = /^[a-z][a-z0-9_]*$/;
const STAGES: readonly Stage[] = ["sample", "inference", "extractor", "verifier", "judge", "sandbox", "store"];

/**
 * Codes that the framework gives to what a plug-in let escape, with the rule that was broken. A declared error of a
 * plug-in has a code of its own.
 */
const ESCAPED: ReadonlyMap<string, "totality" | "shape" | "bounds"> = new Map([
  ["exception", "totality"],
  ["not_a_score", "shape"],
  ["not_json", "shape"],
  ["out_of_range", "bounds"],
]);

/** Fails where the score is not one that a statistic may read. */
export function checkScore(subject: string, score: Score, given: unknown): void {
  const wrong = (what: string) => violation("shape", subject, what, given);
  if (score.value === null) {
    if (score.error !== undefined) checkError(subject, score.error, given);
    else if (typeof score.skipped !== "string" || score.skipped === "")
      throw wrong("it was skipped and does not say why");
  } else {
    if (!(score.value >= 0 && score.value <= 1)) {
      throw violation("bounds", subject, `its value is ${shown(score.value)}, which is not in 0..1`, given);
    }
    if (score.pass !== null && typeof score.pass !== "boolean") throw wrong(`its pass is ${shown(score.pass)}`);
    if (typeof score.confident !== "boolean") throw wrong(`its confident is ${shown(score.confident)}`);
    if (typeof score.reason !== "string" || !WORD.test(score.reason)) {
      throw wrong(`its reason is ${shown(score.reason)}, not one lower-case word`);
    }
  }
  for (const [name, value] of Object.entries(score.values ?? {})) {
    // A NaN is null by now, and null compares like 0.
    if (typeof value === "number" && value >= 0 && value <= 1) continue;
    throw violation("bounds", subject, `its value "${name}" is ${shown(value)}, which is not in 0..1`, given);
  }
}

function checkError(subject: string, error: ScoreError, given: unknown): void {
  const rule = ESCAPED.get(error.code) ?? (error.code.startsWith("err_") ? "totality" : undefined);
  // Judges have an `out_of_range` of their own: the reply's, not the verifier's.
  if (rule !== undefined && error.stage === "verifier") {
    throw violation(rule, subject, `${rule === "totality" ? "it threw: " : ""}${error.message}`, given);
  }
  const whole = STAGES.includes(error.stage) && WORD.test(error.code) && error.message !== "";
  if (whole && typeof error.retryable === "boolean") return;
  throw violation("shape", subject, `its error ${shown(error)} lacks a stage, a one-word code or a message`, given);
}
