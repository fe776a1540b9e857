/** Twenty letters, A the best: a single token each, and finer than a judge's words. */
export const LETTERS = "ABCDEFGHIJKLMNOPQRST";

const STEPS = LETTERS.length - 1;

/** The score of a letter in 0..1: A is 1, T is 0, K is 9/19. Null for what is no letter of the scale. */
export function letterScore(letter: string): number | null {
  // Plain letters alone: the long s has a capital S too.
  const index = /^[A-Ta-t]$/.test(letter) ? LETTERS.indexOf(letter.toUpperCase()) : -1;
  return index < 0 ? null : (STEPS - index) / STEPS;
}

/** The letter that stands nearest to a score in 0..1; of two equally near ones the lower. */
export function nearestLetter(score: number): string {
  const index = Math.round(STEPS - STEPS * Math.min(1, Math.max(0, score)));
  return LETTERS.charAt(index);
}

/** What the letters mean to a judge of quality. */
export const QUALITY_SCALE = `Scale, from A (best) to T (worst):
A: meets the criterion in full, with evidence for it
B to D: meets it, with flaws that hardly matter
E to G: meets the main part of it
H to J: rather meets it than not
K to M: rather misses it than not
N to P: misses the main part of it
Q to S: misses nearly all of it
T: does not meet it at all`;

/**
 * What the letters mean to a judge of progress. A is the finish here too; published prompts turn their progress scale
 * around, and two directions in one product would be a trap.
 */
export const PROGRESS_SCALE = `Scale, from A (done) to T (nothing done):
A: the task is done, and what was observed shows it
B to D: nearly done, small parts or a last check are missing
E to G: the main part is done
H to J: rather more than half of the way
K to M: rather less than half of the way
N to P: a beginning that will be of use
Q to S: hardly anything of use
T: nothing, or the way back was longer than the way ahead`;
