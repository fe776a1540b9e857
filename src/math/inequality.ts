import { spend } from "./budget.ts";
import { turned } from "./described-set.ts";
import { constantRatio, type Sides } from "./equation.ts";
import type { NodeOf, RelationOperator } from "./node.ts";
import type { Comparison } from "./outcome.ts";

export interface Link extends Sides {
  readonly operator: RelationOperator;
}

const ORDERED = "<>≤≥≠";

export function isInequality(node: NodeOf<"relation">): boolean {
  return node.operators.every((operator) => ORDERED.includes(operator));
}

/** `a < b <= c` as `a < b` and `b <= c`. */
export function linksOf({ sides, operators }: NodeOf<"relation">): readonly Link[] {
  return operators.flatMap((operator, index) => {
    const left = sides[index];
    const right = sides[index + 1];
    return left === undefined || right === undefined ? [] : [{ left, operator, right }];
  });
}

/** Each link of one is a link of the other, multiplied with a constant: the same for all, in any order. */
export function sameLinks(as: readonly Link[], bs: readonly Link[], comparison: Comparison): boolean {
  if (as.length !== bs.length) return false;
  const rest = [...bs];
  for (const a of as) {
    const index = rest.findIndex((b) => {
      spend(comparison.budget);
      return sameLink(a, b, comparison);
    });
    if (index === -1) return false;
    rest.splice(index, 1);
  }
  return true;
}

function sameLink(a: Link, b: Link, comparison: Comparison): boolean {
  const straight = a.operator === b.operator;
  const inverted = a.operator === turned(b.operator);
  if (!straight && !inverted) return false;
  const constant = constantRatio(a, b, comparison);
  if (constant === null || Math.abs(constant.ratio.im) > 1e-9 * Math.abs(constant.ratio.re)) return false;
  return constant.ratio.re > 0 ? straight : inverted;
}
