/** Of `n` scored answers to one sample, `right` are right. */
export interface Draws {
  readonly n: number;
  readonly right: number;
  readonly k: number;
}

/**
 * pass@k: the chance that at least one of k answers drawn from the n is right, 1 - C(n-c, k) / C(n, k) (Chen et al.
 * 2021), the unbiased estimate for a model that answers k times. As a product it cannot overflow. Null for n < k, where
 * nothing can be said: it is not 1.
 */
export function passAtK({ n, right, k }: Draws): number | null {
  check({ n, right, k });
  if (n < k) return null;
  if (n - right < k) return 1;
  // Exact where people check by hand: 1 - 0.8 is not 0.2.
  if (k === 1) return right / n;
  // Both products are the same number; the shorter one is taken.
  return 1 - (right < k ? drawAll({ n, right: n - k, k: right }) : drawAll({ n, right: n - right, k }));
}

/** pass^k: the chance that all of k answers drawn from the n are right, C(c, k) / C(n, k). Null for n < k. */
export function passPowerK({ n, right, k }: Draws): number | null {
  check({ n, right, k });
  if (n < k) return null;
  return right < k ? 0 : drawAll({ n, right, k });
}

/**
 * 1 where at least k answers are right, 0 where that is ruled out. Null where fewer than k were scored, and where the
 * `unscored` ones would decide it: an answer that could not be checked is not a wrong one.
 */
export function atLeastK({ n, right, k, unscored }: Draws & { readonly unscored: number }): number | null {
  check({ n, right, k });
  if (right >= k) return 1;
  return n < k || right + unscored >= k ? null : 0;
}

/** C(right, k) / C(n, k), for k of at most `right`. */
function drawAll({ n, right, k }: Draws): number {
  let share = 1;
  for (let drawn = 0; drawn < k; drawn++) share *= (right - drawn) / (n - drawn);
  return share;
}

function check({ n, right, k }: Draws): void {
  if (!(Number.isSafeInteger(n) && Number.isSafeInteger(right) && right >= 0 && right <= n)) {
    throw new RangeError(`expected 0 to n right answers of n, got ${right} of ${n}`);
  }
  if (!(Number.isSafeInteger(k) && k >= 1)) throw new RangeError(`expected a k of 1 or more, got ${k}`);
}
