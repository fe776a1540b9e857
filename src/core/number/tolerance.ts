import { distance, isWhole, sameValue, shiftedText } from "./exact.ts";
import type { WrittenNumber } from "./written-number.ts";

export interface Tolerance {
  /** As a share of the larger magnitude. */
  readonly relative: number;
  readonly absolute: number;
  /** False for defaults: then a whole target must be met exactly. */
  readonly given: boolean;
}

/**
 * `match` where a number has the value of the target, `tolerance` where it is near enough, else null. A percent sign
 * that only one side has is read both ways: `50%` is 50 and 0.5.
 */
export function isWithin(
  number: WrittenNumber,
  target: WrittenNumber,
  tolerance: Tolerance,
): "match" | "tolerance" | null {
  const plain = compare(number, target, tolerance);
  if (plain !== null || number.percent === target.percent) return plain;
  return number.percent ? compare(hundredth(number), target, tolerance) : compare(number, hundredth(target), tolerance);
}

type Comparable = Pick<WrittenNumber, "text" | "value" | "whole">;

function hundredth(number: WrittenNumber): Comparable {
  const text = shiftedText(number.text, -2);
  return { text, value: number.value / 100, whole: isWhole(text) };
}

/** The largest integer up to which doubles hold every integer. */
const LARGEST_EXACT = Number.MAX_SAFE_INTEGER;
/** A few units in the last place: 1.1 is within 0.1 of 1, though the difference of the doubles is larger. */
const ROUNDING = 4 * Number.EPSILON;

/** `6.022e23` is whole by value, but nobody counted it: digits behind the point of a power of ten are as many as are known. */
function isMeasured(text: string): boolean {
  const point = text.indexOf(".");
  return point !== -1 && /e/i.test(text.slice(point)) && Number(text) !== 0;
}

function compare(number: Comparable, target: Comparable, tolerance: Tolerance): "match" | "tolerance" | null {
  if (sameValue(number.text, target.text)) return "match";
  if (target.whole && !tolerance.given && !isMeasured(target.text)) return null;
  const { relative, absolute } = tolerance;
  if (relative === 0 && absolute === 0) return null;
  const magnitude = Math.max(Math.abs(number.value), Math.abs(target.value));
  if (!Number.isFinite(magnitude)) return null;
  const large = magnitude > LARGEST_EXACT && number.whole && target.whole;
  const difference = large ? distance(number.text, target.text) : Math.abs(number.value - target.value);
  const slack = large ? 0 : ROUNDING * magnitude;
  return difference <= Math.max(relative * magnitude, absolute) + slack ? "tolerance" : null;
}
