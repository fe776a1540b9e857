import { letterScore, nearestLetter } from "../prompts/selection/letter-scale.ts";

const SUCCESS = [
  "pass",
  "passed",
  "success",
  "succeeded",
  "fixed",
  "verified",
  "green",
  "expected output",
  "report generated",
];
const ERROR = [
  "error",
  "failed",
  "failure",
  "traceback",
  "exception",
  "command not found",
  "no such file",
  "segmentation fault",
  "not created",
];
const PARTIAL = ["partial", "some tests", "not verified", "uncertain", "partial progress"];

/** The words of a candidate, counted. Nothing is judged: task, criterion, evidence and order play no part. */
export interface MockScore {
  readonly success: number;
  readonly error: number;
  readonly partial: number;
  /** 0.55 + 0.06 success - 0.08 error - 0.03 partial, within 0.05..0.95. */
  readonly heuristic: number;
  readonly letter: string;
  /** Of the letter, in 0..1. */
  readonly score: number;
}

/** Goes with every result whose votes are counted words. */
export const MOCK_WARNING =
  'mock smoke test: no model was asked, the scores count words such as "passed" and "error" and say nothing of quality';

/**
 * The reference's score of its mock mode. Hints are found within words too, and overlapping hints count each: "passed"
 * is two. In hundredths, so that the half letter at 0.50 is the same everywhere.
 */
export function mockScore({
  content,
  summary = "",
}: {
  readonly content: string;
  readonly summary?: string;
}): MockScore {
  const text = `${content}\n${summary}`.toLowerCase();
  const [success, error, partial] = [SUCCESS, ERROR, PARTIAL].map((hints) =>
    hints.reduce((sum, hint) => sum + occurrences(text, hint), 0),
  ) as [number, number, number];
  const hundredths = Math.min(95, Math.max(5, 55 + 6 * success - 8 * error - 3 * partial));
  const letter = nearestLetter(hundredths / 100);
  return { success, error, partial, heuristic: hundredths / 100, letter, score: letterScore(letter) ?? 0 };
}

function occurrences(text: string, hint: string): number {
  return text.split(hint).length - 1;
}
