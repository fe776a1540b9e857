import { type Budget, OverBudget } from "./budget.ts";
import { type Draw, fieldValue } from "./field-value.ts";
import { minus, over } from "./finite-field.ts";
import type { Node } from "./node.ts";

/**
 * What is certain however many digits it takes: `10^{30}x + 1` is not `10^{30}x`. Expressions are evaluated modulo a
 * prime. Two rational functions that differ agree there by chance as often as their degree in 2^61 (the lemma of
 * Schwartz and Zippel).
 */

/** What one look may cost; the doubles decide where it is not enough. */
const MOST_STEPS = 10_000;

/** Whether both are the same for certain, or differ for certain; null where neither is seen. */
export function isSame(a: Node, b: Node, budget: Budget, seed: number): boolean | null {
  return within(budget, (own) => {
    const draw = newDraw(own, seed);
    const x = fieldValue(a, draw);
    const y = x === null ? null : fieldValue(b, draw);
    if (x === null || y === null) return null;
    return x === y ? true : draw.lawful ? null : false;
  });
}

/** Two expressions of which the difference counts. */
export interface Pair {
  readonly left: Node;
  readonly right: Node;
}

/** Whether left - right of one is certainly no constant times that of the other. Drawn twice: a constant stays. */
export function ratioVaries(a: Pair, b: Pair, budget: Budget, seed: number): boolean {
  const varies = within(budget, (own) => {
    const ratios: (bigint | null)[] = [];
    for (const drawn of [seed, seed ^ 0x2545f491]) {
      const draw = newDraw(own, drawn);
      ratios.push(over(difference(a, draw), difference(b, draw)));
      if (draw.lawful) return null;
    }
    const [one, other] = ratios;
    return one != null && other != null && one !== other;
  });
  return varies === true;
}

function difference({ left, right }: Pair, draw: Draw): bigint | null {
  const x = fieldValue(left, draw);
  const y = x === null ? null : fieldValue(right, draw);
  return x === null || y === null ? null : minus(x, y);
}

function newDraw(budget: Budget, seed: number): Draw {
  return { budget, seed, bound: new Map(), lawful: false };
}

function within(budget: Budget, work: (own: Budget) => boolean | null): boolean | null {
  const most = Math.min(MOST_STEPS, budget.left);
  const own: Budget = { left: most };
  try {
    return work(own);
  } catch (thrown) {
    if (thrown instanceof OverBudget) return null;
    throw thrown;
  } finally {
    budget.left -= most - Math.max(own.left, 0);
  }
}
