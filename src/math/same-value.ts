import { spend } from "./budget.ts";
import type { Complex } from "./complex.ts";
import * as complex from "./complex.ts";
import { evaluate } from "./evaluate.ts";
import { exactValue } from "./exact.ts";
import { isRounded, nearness, shownDecimals } from "./near.ts";
import { freeNames, holds, type Node } from "./node.ts";
import { type Comparison, DIFFERENT, different, type Outcome, SAME, same } from "./outcome.ts";
import { hash, type Range, REAL_RANGES, valueAt, WHOLE_RANGES } from "./point.ts";
import { isSame } from "./proof.ts";
import { absolute, order, type Rational, same as sameRational, subtract, toNumber } from "./rational.ts";

/** How far two values may differ that are computed with roots and constants. */
const RELATIVE = 1e-11;
const RELATIVE_AT_POINTS = 1e-8;
/** What is lost where large numbers are subtracted. */
const CANCELLED = 1e-13;
/** Where more is lost of a number, it is known to too few digits. */
const COARSE = 1e-9;
/** Points that are looked at, and more only where too few of them decide. */
const TRIALS = 7;
/** Points that must agree before two expressions are surely the same. */
const ENOUGH = 4;

/** Compares two numbers or expressions: exactly, in doubles, or at drawn points. `b` is the target. */
export function sameValue(a: Node, b: Node, comparison: Comparison): Outcome {
  const infinite = sameInfinity(a, b);
  if (infinite !== null) return infinite;
  const decimal = isDecimal(a) || isDecimal(b);
  const x = exactValue(a, comparison.budget);
  const y = exactValue(b, comparison.budget);
  if (x !== null && y !== null) return sameExact(x, y, a, b, comparison);
  const names = freeNames(b, freeNames(a));
  const proof = isSame(a, b, comparison.budget, comparison.seed);
  if (proof === true) return SAME;
  if (proof === false && !decimal && (names.size > 0 || !isTolerant(comparison))) return DIFFERENT;
  const outcome =
    names.size === 0
      ? sameNumber(a, b, comparison, false)
      : sameExpression(a, b, [...names], decimal, comparison, false);
  if (outcome.same || !(hasPlainLog(a) || hasPlainLog(b))) return outcome;
  const natural =
    names.size === 0 ? sameNumber(a, b, comparison, true) : sameExpression(a, b, [...names], decimal, comparison, true);
  return natural.same ? same("log_base") : outcome;
}

function sameInfinity(a: Node, b: Node): Outcome | null {
  const [one, other] = [infinity(a), infinity(b)];
  if (one === 0 && other === 0) return null;
  return one === other ? SAME : DIFFERENT;
}

/** 1 or -1 for an infinity, else 0. */
export function infinity(node: Node): number {
  if (node.kind === "constant" && node.name === "infinity") return 1;
  return node.kind === "negative" ? -infinity(node.of) : 0;
}

/** Holds a number that was written with a point, and may be rounded. */
function isDecimal(node: Node): boolean {
  return holds(node, (one) => one.kind === "number" && one.decimals >= 0);
}

/** A logarithm without a base: 10 by this page's policy, but many write it for the natural one. */
function hasPlainLog(node: Node): boolean {
  return holds(node, (one) => one.kind === "call" && one.name === "log" && one.inputs.length === 1);
}

function isZero(node: Node): boolean {
  return node.kind === "number" && node.value.top === 0n;
}

function isTolerant({ policy }: Comparison): boolean {
  return policy.relTol > 0 || policy.absTol > 0;
}

function sameExact(x: Rational, y: Rational, a: Node, b: Node, { policy }: Comparison): Outcome {
  if (sameRational(x, y)) return SAME;
  const difference = toNumber(absolute(subtract(x, y)));
  const larger = Math.abs(toNumber(order(absolute(x), absolute(y)) > 0 ? x : y));
  const near = nearness({ difference, larger, target: Math.abs(toNumber(y)), a, b }, policy);
  return near ?? (isRounded(difference, a, b) ? different("rounded") : DIFFERENT);
}

function sameNumber(a: Node, b: Node, comparison: Comparison, naturalLog: boolean): Outcome {
  const place = {
    budget: comparison.budget,
    values: new Map(),
    seed: comparison.seed,
    naturalLog,
    drawn: false,
    peak: 0,
    finest: Infinity,
  };
  const x = evaluate(a, place);
  const y = evaluate(b, place);
  if (!complex.isNumber(x) || !complex.isNumber(y)) return different("undecided");
  const difference = distance(x, y);
  const larger = Math.max(complex.size(x), complex.size(y));
  const lost = CANCELLED * place.peak;
  const agree = difference <= RELATIVE * larger + lost;
  const seen = place.finest >= RELATIVE && (lost <= COARSE * larger || isZero(a) || isZero(b));
  if (agree && seen) return SAME;
  const near = nearness({ difference, larger, target: complex.size(y), a, b }, comparison.policy);
  if (near !== null) return near;
  // A term that is too small to be seen, or a digit: e^100 and e^100 + 1.
  if (agree) return same("digits");
  return isRounded(difference, a, b) ? different("rounded") : DIFFERENT;
}

/**
 * Two expressions are the same where they have the same values at drawn points. The seed depends on both texts, so
 * nobody can write an expression for points known beforehand. One point that disagrees is proof of a difference.
 */
function sameExpression(
  a: Node,
  b: Node,
  names: readonly string[],
  decimal: boolean,
  comparison: Comparison,
  naturalLog: boolean,
): Outcome {
  const at = (whole: boolean): Outcome => sameAtPoints(a, b, names, decimal, comparison, naturalLog, whole);
  if (needsWhole(a) || needsWhole(b)) return at(true);
  const outcome = at(false);
  if (!holds(a, isStep) && !holds(b, isStep)) return outcome;
  // Rounding up and down differ by 1 wherever a number is drawn, but not at whole numbers.
  const whole = at(true);
  if (whole.same === outcome.same) return outcome;
  if (outcome.same) return whole;
  return names.every((name) => COUNTS.has(name)) ? same("few_points") : different("few_points");
}

/** Names that are mostly given to whole numbers. */
const COUNTS: ReadonlySet<string> = new Set("i j k l m n N M K".split(" "));

function isStep(node: Node): boolean {
  return node.kind === "call" && (node.name === "floor" || node.name === "ceil");
}

function sameAtPoints(
  a: Node,
  b: Node,
  names: readonly string[],
  decimal: boolean,
  comparison: Comparison,
  naturalLog: boolean,
  whole: boolean,
): Outcome {
  const { floatRounding, roundingGiven } = comparison.policy;
  const loose = decimal ? 0.5 * 10 ** -floatRounding : RELATIVE_AT_POINTS;
  let seen = 0;
  let farthest = 0;
  const { same: agreed, differ } = compareAtPoints(names, whole, comparison, naturalLog, (values) => {
    const place = { ...values, peak: 0, finest: Infinity };
    const x = evaluate(a, place);
    const y = evaluate(b, place);
    if (!complex.isNumber(x) || !complex.isNumber(y)) return null;
    const larger = Math.max(complex.size(x), complex.size(y));
    const difference = distance(x, y);
    const lost = CANCELLED * place.peak * 10;
    if (difference > loose * larger + lost) return false;
    if (place.finest >= RELATIVE_AT_POINTS && lost <= RELATIVE_AT_POINTS * larger) seen++;
    if (difference > RELATIVE_AT_POINTS * larger + lost) farthest = Math.max(farthest, difference / larger);
    return true;
  });
  if (differ) return DIFFERENT;
  if (agreed < ENOUGH) return agreed >= 2 ? same("few_points") : different("undecided");
  if (farthest > 0) {
    const shown = Math.max(shownDecimals(a), shownDecimals(b));
    return same("tolerance", roundingGiven || (shown >= floatRounding && farthest < 10 ** -shown));
  }
  // What is too small to be seen at any point may still be a difference.
  return seen >= 2 ? SAME : same("digits");
}

export interface Point {
  readonly budget: Comparison["budget"];
  readonly values: ReadonlyMap<string, Complex>;
  readonly seed: number;
  readonly naturalLog: boolean;
  readonly drawn: boolean;
}

/** Counts the points at which `look` agrees; the first at which it does not ends the search. Null decides nothing. */
export function compareAtPoints(
  names: readonly string[],
  wholeFirst: boolean,
  { budget, seed }: Comparison,
  naturalLog: boolean,
  look: (point: Point) => boolean | null,
): { readonly same: number; readonly differ: boolean } {
  let agreed = 0;
  const kinds: readonly (readonly Range[])[] = wholeFirst ? [WHOLE_RANGES] : [REAL_RANGES, WHOLE_RANGES];
  for (const [kind, ranges] of kinds.entries()) {
    for (const [trial, range] of ranges.entries()) {
      spend(budget, 2 * names.length);
      const values = new Map<string, Complex>();
      for (const [index, name] of names.entries()) {
        // |a + b| is |a| + |b| as long as no two names differ in sign.
        const sign = range === "mixed" && ((index >> (trial % 2)) & 1) === 1 ? -1 : 1;
        values.set(name, complex.real(sign * valueAt(name, trial + 8 * kind, range, seed)));
      }
      const agrees = look({ budget, values, seed: hash(String(trial + 8 * kind), seed), naturalLog, drawn: true });
      if (agrees === false) return { same: agreed, differ: true };
      if (agrees) agreed++;
      if (agreed >= ENOUGH && trial >= TRIALS) break;
    }
    if (agreed >= ENOUGH) break;
  }
  return { same: agreed, differ: false };
}

const WHOLE_ONLY: ReadonlySet<string> = new Set("double_factorial mod gcd lcm binom factorial".split(" "));

export function needsWhole(node: Node): boolean {
  return holds(
    node,
    (one) =>
      (one.kind === "series" && one.operator !== "integral" && infinity(one.to) === 0) ||
      (one.kind === "call" && WHOLE_ONLY.has(one.name)),
  );
}

function distance(x: Complex, y: Complex): number {
  return complex.size({ re: x.re - y.re, im: x.im - y.im });
}
