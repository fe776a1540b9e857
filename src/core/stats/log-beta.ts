/** ln sqrt(2 pi) */
const halfLogTwoPi = 0.9189385332046727;

/** From here on the series below is good to the last digit. */
const large = 10;

/** ln B(a, b), for positive a and b up to about 1e12, by Stirling's series (DLMF 5.11.1) with a relative error of 1e-14. */
export function logBeta(a: number, b: number): number {
  const less = Math.min(a, b);
  const more = Math.max(a, b);
  const sum = less + more;
  if (more < large) return logGamma(less) + logGamma(more) - logGamma(sum);
  // The large logarithms are cancelled on paper: taken as differences they would cost six digits at a million.
  const change = stirlingRest(more) - stirlingRest(sum);
  const shrink = Math.log1p(-less / sum);
  if (less < large) return logGamma(less) + change + less - less * Math.log(sum) + (more - 0.5) * shrink;
  const ratio = (less - 0.5) * Math.log(less / sum) + more * shrink;
  return halfLogTwoPi - 0.5 * Math.log(more) + stirlingRest(less) + change + ratio;
}

/** ln of the gamma function of a positive number. */
function logGamma(x: number): number {
  // gamma(x + 1) = x gamma(x) lifts a small argument to where the series is good.
  let product = 1;
  let lifted = x;
  for (; lifted < large; lifted++) product *= lifted;
  return (lifted - 0.5) * Math.log(lifted) - lifted + halfLogTwoPi + stirlingRest(lifted) - Math.log(product);
}

/** What Stirling's formula lacks, for x of 10 and more. */
function stirlingRest(x: number): number {
  const inverse = 1 / x;
  const square = inverse * inverse;
  const coefficients = [-691 / 360_360, 1 / 1_188, -1 / 1_680, 1 / 1_260, -1 / 360, 1 / 12];
  return inverse * coefficients.reduce((sum, next) => sum * square + next, 0);
}
