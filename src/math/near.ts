import type { Node } from "./node.ts";
import type { Policy } from "./outcome.ts";

/** Below it a fixed number of decimal places says nothing, so decimals are compared by ratio. */
const SMALL = 1e-3;
const SMALL_RATIO = 1e-6;
/** Half a unit in the last place of a double, a few times: 0.5 is within half a unit of 1. */
const ROUNDING = 1e-12;

/** Whether a difference is within what the policy allows; `decimal` says that a side was written with a point. */
export function isNear(difference: number, larger: number, target: number, decimal: boolean, policy: Policy): boolean {
  if (difference <= Math.max(policy.relTol * target, policy.absTol) && (policy.relTol > 0 || policy.absTol > 0))
    return true;
  if (!decimal) return false;
  const limit = larger < SMALL && !policy.roundingGiven ? SMALL_RATIO * larger : 0.5 * 10 ** -policy.floatRounding;
  return difference <= limit * (1 + ROUNDING) + ROUNDING * Math.min(larger, 1e3);
}

/** One side may be the other one, rounded to the decimals that it shows. */
export function isRounded(difference: number, a: Node, b: Node): boolean {
  const places = [decimalsOf(a), decimalsOf(b)].filter((decimals) => decimals >= 0);
  return places.length > 0 && difference <= 0.5 * 10 ** -Math.min(...places) * (1 + 1e-9);
}

function decimalsOf(node: Node): number {
  switch (node.kind) {
    case "number":
      return node.decimals;
    case "negative":
    case "quantity":
      return decimalsOf(node.of);
    case "percent": {
      const decimals = decimalsOf(node.of);
      return decimals === -1 ? -1 : decimals + 2;
    }
    default:
      return -1;
  }
}
