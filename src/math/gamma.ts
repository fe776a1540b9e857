/** Lanczos coefficients for g = 7, n = 9 (Godfrey 2001), good to about 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** The gamma function of a real number. Infinite beyond the reach of doubles, not a number at its poles. */
export function gamma(x: number): number {
  if (Number.isInteger(x)) return x < 1 ? Number.NaN : factorial(x - 1);
  if (x < 0.5) return Math.PI / (Math.sin(Math.PI * x) * gamma(1 - x));
  const shifted = x - 1;
  const t = shifted + 7.5;
  let sum: number = LANCZOS[0];
  for (let index = 1; index < LANCZOS.length; index++) sum += (LANCZOS[index] ?? 0) / (shifted + index);
  return Math.sqrt(2 * Math.PI) * t ** (shifted + 0.5) * Math.exp(-t) * sum;
}

function factorial(n: number): number {
  if (n > 170) return Number.POSITIVE_INFINITY;
  let value = 1;
  for (let factor = 2; factor <= n; factor++) value *= factor;
  return value;
}
