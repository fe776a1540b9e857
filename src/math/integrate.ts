import { add, type Complex, divide, isNumber, multiply, NOTHING, real, size } from "./complex.ts";

/** Steps of the coarse and the fine reading; the fine one is kept where both agree. */
const COARSE = 4;
const FINE = 8;

/** Nodes and weights of Gauss-Legendre quadrature with five points (Abramowitz and Stegun, table 25.4). */
const POINTS: readonly (readonly [node: number, weight: number])[] = [
  [0, 0.5688888888888889],
  [-0.538469310105683, 0.47862867049936647],
  [0.538469310105683, 0.47862867049936647],
  [-0.906179845938664, 0.23692688505618908],
  [0.906179845938664, 0.23692688505618908],
];

/** A definite integral between real bounds; without value where the integrand is not smooth enough to be sure. */
export function integrate(value: (x: number) => Complex, from: Complex, to: Complex): Complex {
  if (!isNumber(from) || !isNumber(to) || from.im !== 0 || to.im !== 0) return NOTHING;
  const coarse = quadrature(value, from.re, to.re, COARSE);
  const fine = quadrature(value, from.re, to.re, FINE);
  const difference = size({ re: fine.re - coarse.re, im: fine.im - coarse.im });
  return difference <= 1e-9 * Math.max(size(fine), 1e-3) ? fine : NOTHING;
}

function quadrature(value: (x: number) => Complex, from: number, to: number, steps: number): Complex {
  const half = (to - from) / steps / 2;
  let total = real(0);
  for (let step = 0; step < steps; step++) {
    const middle = from + (2 * step + 1) * half;
    for (const [node, weight] of POINTS) total = add(total, multiply(real(weight), value(middle + node * half)));
  }
  return divide(multiply(total, real(half)), real(1));
}
