import { incompleteBeta } from "./incomplete-beta.ts";

/**
 * The exact two-sided p-value of McNemar's test: how likely the rows on which two runs disagree would split so unevenly
 * if neither were better. `onlyA` and `onlyB` count the rows that one of them alone got right; agreement plays no part.
 * It is twice the smaller tail of the binomial distribution with chance 1/2, at most 1, and 1 where they never disagree.
 *
 * The tail P(X <= k) is I_(1/2)(n-k, k+1) (DLMF 8.17.5), which is computed in logarithms, so a million rows neither
 * overflow nor take long. Below 1e-308 the result may be 0.
 */
export function mcNemar({ onlyA, onlyB }: { readonly onlyA: number; readonly onlyB: number }): number {
  if (!(isCount(onlyA) && isCount(onlyB))) throw new RangeError(`expected two counts, got ${onlyA} and ${onlyB}`);
  if (onlyA === onlyB) return 1;
  const fewer = Math.min(onlyA, onlyB);
  const more = Math.max(onlyA, onlyB);
  return Math.min(1, 2 * incompleteBeta({ x: 0.5, a: more, b: fewer + 1 }));
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
