import { spend } from "./budget.ts";
import { exactValue } from "./exact.ts";
import { holds, type Node } from "./node.ts";
import { allSame, type Comparison, DIFFERENT, different, type Outcome, SAME, unsure } from "./outcome.ts";

export type Compare = (a: Node, b: Node, comparison: Comparison) => Outcome;

/** Compares members one by one, in their order. */
export function sameInOrder(
  as: readonly Node[],
  bs: readonly Node[],
  comparison: Comparison,
  compare: Compare,
): Outcome {
  if (as.length !== bs.length) return DIFFERENT;
  return allSame(pairs(as, bs, comparison, compare));
}

function* pairs(
  as: readonly Node[],
  bs: readonly Node[],
  comparison: Comparison,
  compare: Compare,
): Generator<Outcome> {
  for (const [index, a] of as.entries()) {
    const b = bs[index];
    if (b !== undefined) yield compare(a, b, comparison);
  }
}

/**
 * Compares sets: each member of one must be a member of the other. Order and doubles do not count. A verdict is sure
 * where each comparison that it rests on is.
 */
export function sameMembers(
  as: readonly Node[],
  bs: readonly Node[],
  comparison: Comparison,
  compare: Compare,
): Outcome {
  const exact = sameExactMembers(as, bs, comparison);
  if (exact !== null) return exact;
  const matched = new Array<boolean>(bs.length).fill(false);
  let result = SAME;
  let doubtful = false;
  for (const a of as) {
    let found: Outcome | null = null;
    for (const [index, b] of bs.entries()) {
      spend(comparison.budget);
      const outcome = compare(a, b, comparison);
      if (!outcome.same) {
        // Another name with the same value is a clear difference where each member has its own.
        doubtful ||= !outcome.sure && outcome.reason !== "name";
        continue;
      }
      matched[index] = true;
      if (found === null || (!found.sure && outcome.sure)) found = outcome;
      // A member of a set that holds a number twice still has to mark both.
      if (bs.length > as.length) continue;
      break;
    }
    if (found === null) return doubtful ? different("member_mismatch") : DIFFERENT;
    if (!found.sure) result = unsure(result, found.reason);
  }
  for (const [index, b] of bs.entries()) {
    if (matched[index] === true) continue;
    if (!as.some((a) => compare(a, b, comparison).same)) return doubtful ? different("member_mismatch") : DIFFERENT;
  }
  return result;
}

/** Sets of exact numbers without a look at each pair. Null where a member is none, or may be rounded. */
function sameExactMembers(as: readonly Node[], bs: readonly Node[], { budget }: Comparison): Outcome | null {
  const keys = (nodes: readonly Node[]): Set<string> | null => {
    const found = new Set<string>();
    for (const node of nodes) {
      if (holds(node, isInexact)) return null;
      const value = exactValue(node, budget);
      if (value === null) return null;
      found.add(`${value.top}/${value.bottom}`);
    }
    return found;
  };
  const one = keys(as);
  const other = one === null ? null : keys(bs);
  if (one === null || other === null) return null;
  return one.size === other.size && [...one].every((key) => other.has(key)) ? SAME : DIFFERENT;
}

function isInexact(node: Node): boolean {
  return node.kind === "percent" || node.kind === "quantity" || (node.kind === "number" && node.decimals >= 0);
}
