import type { Complex } from "./complex.ts";
import * as complex from "./complex.ts";
import { differenceAt as differenceOf, endOf } from "./described-set.ts";
import { evaluate, type Place } from "./evaluate.ts";
import { rootsOf } from "./membership.ts";
import { freeNames, holds, isUnknown, type Node } from "./node.ts";
import { type Comparison, DIFFERENT, different, type Outcome, SAME, same } from "./outcome.ts";
import { ratioVaries } from "./proof.ts";
import { haveSameRoots } from "./same-roots.ts";
import { compareAtPoints, needsWhole, type Point } from "./same-value.ts";

export interface Sides {
  readonly left: Node;
  readonly right: Node;
}

const RELATIVE = 1e-8;
const CANCELLED = 1e-11;

/**
 * The constant that left - right of one equation is of the other's, at drawn points; null where it is none. An equation
 * may be multiplied by any constant but 0, an inequality by a positive one.
 */
export function constantRatio(a: Sides, b: Sides, comparison: Comparison): { ratio: Complex; sure: boolean } | null {
  const nodes = [a.left, a.right, b.left, b.right];
  const names = new Set<string>();
  for (const node of nodes) freeNames(node, names);
  const { budget, seed } = comparison;
  // Doubles would not see the last digit of 10,000,000,001x = 5.
  if (ratioVaries(a, b, budget, seed)) return null;
  let ratio: Complex | null = null;
  const { same: agreed, differ } = compareAtPoints([...names], nodes.some(needsWhole), comparison, false, (point) => {
    const x = differenceAt(a, point);
    const y = differenceAt(b, point);
    if (x === null || y === null) return null;
    // Where one side is nothing and the other is not, no factor leads from one to the other.
    if (x.zero !== y.zero) return false;
    if (x.zero) return null;
    const quotient = complex.divide(x.value, y.value);
    ratio ??= quotient;
    const apart = complex.size({ re: quotient.re - ratio.re, im: quotient.im - ratio.im });
    return apart <= RELATIVE * complex.size(ratio);
  });
  if (differ || ratio === null || agreed < 2) return null;
  return { ratio, sure: agreed >= 4 };
}

function differenceAt({ left, right }: Sides, point: Point): { value: Complex; zero: boolean } | null {
  const place: Place = { ...point, peak: 0, finest: Infinity };
  const [x, y] = [evaluate(left, place), evaluate(right, place)];
  const value = complex.add(x, complex.negate(y));
  if (!complex.isNumber(value)) return null;
  const scale = Math.max(place.peak, complex.size(x), complex.size(y));
  return { value, zero: complex.size(value) <= CANCELLED * scale };
}

/** Compares two equations: one is the other times a constant, or both have the same solution for a name. */
export function sameEquation(a: Sides, b: Sides, comparison: Comparison): Outcome {
  const constant = constantRatio(a, b, comparison);
  if (constant !== null) return constant.sure ? SAME : same("few_points");
  const names = freeNames(b.right, freeNames(b.left));
  const others = freeNames(a.right, freeNames(a.left));
  if (names.size !== others.size || [...names].some((name) => !others.has(name))) return DIFFERENT;
  for (const name of names) if (sameSolution(a, b, name, [...names], comparison)) return same("rearranged");
  const roots = names.size === 0 ? false : haveSameRoots(a, b, comparison);
  if (roots === null) return different("equation", isUnsolved(a, b));
  return roots ? same("rearranged") : DIFFERENT;
}

/** F_1 and f(x) have drawn values, so no root is looked for: what is no multiple is another equation. */
function isUnsolved(a: Sides, b: Sides): boolean {
  return [a.left, a.right, b.left, b.right].some((side) => holds(side, isUnknown));
}

/** Both are linear in the name, and solving for it gives the same: `y = 1/x` and `xy = 1`. */
function sameSolution(a: Sides, b: Sides, name: string, names: readonly string[], comparison: Comparison): boolean {
  const { same: agreed, differ } = compareAtPoints(names, false, comparison, false, (point) => {
    const [x, y] = [solvedAt(a, name, point), solvedAt(b, name, point)];
    if (x === null || y === null) return null;
    return complex.size({ re: x.re - y.re, im: x.im - y.im }) <= RELATIVE * Math.max(complex.size(x), complex.size(y));
  });
  return !differ && agreed >= 4;
}

function solvedAt(sides: Sides, name: string, point: Point): Complex | null {
  const at = (x: number): Complex | null => {
    const values = new Map(point.values);
    values.set(name, complex.real(x));
    return differenceAt(sides, { ...point, values })?.value ?? null;
  };
  const [below, zero, one, two] = [at(-1.5), at(0), at(1), at(2)];
  if (below === null || zero === null || one === null || two === null) return null;
  const slope = complex.add(one, complex.negate(zero));
  const bend = complex.size(complex.add(complex.add(two, complex.negate(one)), complex.negate(slope)));
  // |x| is straight as well, but on one side of 0 only.
  const straight = complex.add(zero, complex.multiply(complex.real(-1.5), slope));
  const kink = complex.size(complex.add(below, complex.negate(straight)));
  if (kink > 1e-9 * Math.max(1, complex.size(straight))) return null;
  if (complex.size(slope) < 1e-12 || bend > 1e-9 * Math.max(1, complex.size(two))) return null;
  return complex.divide(complex.negate(zero), slope);
}

/**
 * Whether the values are what an equation in one unknown has for solutions: each fits, and no sign changes elsewhere on
 * a grid. Never proof, as a double or a far solution may be missed.
 */
export function areSolutions({ left, right }: Sides, values: readonly Node[], comparison: Comparison): boolean {
  const [name, another] = freeNames(right, freeNames(left));
  if (name === undefined || another !== undefined || values.length === 0) return false;
  // F_1 and f(x) have drawn values: nothing solves them.
  if (holds(left, isUnknown) || holds(right, isUnknown)) return false;
  const roots: number[] = [];
  for (const value of values) {
    const root = endOf(value, comparison);
    if (root === null || Math.abs(root) > FARTHEST || !solves(left, right, name, root, comparison)) return false;
    roots.push(root);
  }
  const found = rootsOf((x) => differenceOf(left, right, name, x, comparison));
  return found.every((root) => roots.some((one) => Math.abs(one - root) <= 1e-6 * Math.max(1, Math.abs(root))));
}

const FARTHEST = 1e6;

/** Nothing is left of the difference, and close by there is: else any number would solve x = x. */
function solves(left: Node, right: Node, name: string, root: number, comparison: Comparison): boolean {
  const at = (x: number): number => Math.abs(differenceOf(left, right, name, x, comparison));
  const near = at(root + 1e-3 * Math.max(1, Math.abs(root)));
  return at(root) <= 1e-8 * near;
}
