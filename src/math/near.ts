import { eachChild, type Node } from "./node.ts";
import { type Outcome, type Policy, same } from "./outcome.ts";

/** Below it a fixed number of decimal places says nothing, so decimals are compared by ratio. */
const SMALL = 1e-3;
const SMALL_RATIO = 1e-6;
/** Half a unit in the last place of a double, a few times: 0.5 is within half a unit of 1. */
const ROUNDING = 1e-12;
/** What arithmetic in doubles leaves behind: 0.1 + 0.2 is 0.30000000000000004. */
const NOISE = 1e-14;
/** A double is never written with more digits. */
const MOST_DIGITS = 17;

/** Two numbers, how far they are apart, and the nodes that they were written as. `target` is the size of the target. */
export interface Gap {
  readonly difference: number;
  readonly larger: number;
  readonly target: number;
  readonly a: Node;
  readonly b: Node;
}

/**
 * The numbers are the same within what the policy allows; null where they are not. Without an option that says how far
 * they may differ it is sure only where a side shows six decimal places and more, and all that it shows agrees:
 * 0.333333 may stand for a third, but who writes 1.0000001 may well mean that it is not 1.
 */
export function nearness({ difference, larger, target, a, b }: Gap, policy: Policy): Outcome | null {
  const { relTol, absTol, floatRounding, roundingGiven } = policy;
  if ((relTol > 0 || absTol > 0) && difference <= Math.max(relTol * target, absTol)) return same("tolerance", true);
  const shown = [shownDecimals(a), shownDecimals(b)];
  if (shown.every((decimals) => decimals === -1)) return null;
  const limit = larger < SMALL && !roundingGiven ? SMALL_RATIO * larger : 0.5 * 10 ** -floatRounding;
  if (difference > limit * (1 + ROUNDING) + ROUNDING * Math.min(larger, 1e3)) return null;
  const agrees = shown.some((decimals) => decimals >= floatRounding && difference < 10 ** -decimals * (1 - ROUNDING));
  const places = Math.max(...shown) + Math.max(0, Math.ceil(Math.log10(larger)));
  return same("tolerance", roundingGiven || agrees || (difference <= NOISE * larger && places <= MOST_DIGITS));
}

/** The decimal places that are written, of the longest decimal where there are several; -1 without any. */
export function shownDecimals(node: Node): number {
  const own = decimalsOf(node);
  if (own !== -1) return own;
  let most = -1;
  eachChild(node, (child) => {
    most = Math.max(most, shownDecimals(child));
  });
  return most;
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
