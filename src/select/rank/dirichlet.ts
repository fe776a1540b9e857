import type { Random } from "../../core/random.ts";

/** Shares that add up to 1, drawn from a Dirichlet distribution: gamma variables over their sum. Shapes are above 0. */
export function drawShares(shapes: readonly number[], random: Random): readonly number[] {
  const drawn = shapes.map((shape) => drawGamma(shape, random));
  const total = drawn.reduce((sum, part) => sum + part, 0);
  // Very small shapes may all underflow to 0.
  return total > 0 ? drawn.map((part) => part / total) : shapes.map(() => 1 / shapes.length);
}

/** Marsaglia and Tsang (2000), with their power of a uniform variable for shapes below 1. */
function drawGamma(shape: number, random: Random): number {
  if (shape < 1) return drawGamma(shape + 1, random) * (1 - random.fraction()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = drawNormal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random.fraction()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** Box and Muller (1958). */
function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction());
}
