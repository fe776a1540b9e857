/** Bounds on work. Steps are counted, not timed, so a verdict does not depend on how busy the machine is. */

export interface Budget {
  left: number;
}

/** What one comparison may cost: parsing, arithmetic, evaluation and matching together. */
const STEPS = 100_000;
/** How deep brackets and powers may nest; the parser and the evaluators are recursive. */
export const DEEPEST = 120;
/** Longer answers are not read: nobody means 20,000 characters as one mathematical answer. */
export const LONGEST_ANSWER = 20_000;
export const MOST_TOKENS = 4_000;
export const MOST_CELLS = 400;
export const MOST_MEMBERS = 200;
export const MOST_TERMS = 2_000;
/** Digits of a number that is written out. */
export const LONGEST_NUMBER = 3_000;

/** Thrown where a bound is met, and caught where a comparison begins: a verdict says `limit`, nothing else sees it. */
export class OverBudget extends Error {
  override readonly name = "OverBudget";
}

export function newBudget(): Budget {
  return { left: STEPS };
}

/** Counts work. Throws `OverBudget` when there is none left. */
export function spend(budget: Budget, steps = 1): void {
  budget.left -= steps;
  if (budget.left < 0) throw new OverBudget("too much work");
}
