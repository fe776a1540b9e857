import type { Budget } from "./budget.ts";

/** What a comparison found. `reason` is one of the words that the verifier documents. */
export interface Outcome {
  readonly same: boolean;
  /** False where another reading or a policy could turn the verdict. */
  readonly sure: boolean;
  readonly reason: string;
}

/** How answers are compared. */
export interface Policy {
  /** A decimal is near enough within half a unit of this decimal place. */
  readonly floatRounding: number;
  /** Whether `floatRounding` was asked for; without it, numbers below 0.001 are compared by ratio. */
  readonly roundingGiven: boolean;
  readonly relTol: number;
  readonly absTol: number;
  /** 28% is 28 as well as 0.28. */
  readonly percentLoose: boolean;
  /** An inequality may stand for the set that it describes. */
  readonly allowSetRelation: boolean;
  /** Names may differ, and a tuple may stand for a set. */
  readonly lenient: boolean;
}

/** One comparison: its policy, its work, and the seed that both texts were mixed into. */
export interface Comparison {
  readonly policy: Policy;
  readonly budget: Budget;
  readonly seed: number;
}

export const SAME: Outcome = { same: true, sure: true, reason: "match" };
export const DIFFERENT: Outcome = { same: false, sure: true, reason: "mismatch" };

export function same(reason: string, sure = false): Outcome {
  return { same: true, sure, reason };
}

export function different(reason: string, sure = false): Outcome {
  return { same: false, sure, reason };
}

/** The same verdict, without certainty. */
export function unsure(outcome: Outcome, reason = outcome.reason): Outcome {
  return outcome.sure ? { ...outcome, sure: false, reason } : outcome;
}

/** All of them the same: sure where each is; the first that differs decides. */
export function allSame(outcomes: Iterable<Outcome>): Outcome {
  let result = SAME;
  for (const outcome of outcomes) {
    if (!outcome.same) return outcome;
    if (!outcome.sure && result.sure) result = outcome;
    else if (result.reason === "match" && outcome.reason !== "match") result = outcome;
  }
  return result;
}
