import { describedSet } from "./described-set.ts";
import { isInequality } from "./inequality.ts";
import type { Node, NodeOf } from "./node.ts";
import type { Comparison } from "./outcome.ts";

/**
 * `x < 1 and x > 2` as alternatives: no number is both, and nobody lists conditions to say that nothing fits. Null where
 * there are numbers for which all the conditions hold, and for anything but conditions.
 */
export function asAlternatives(node: Node, comparison: Comparison): NodeOf<"list"> | null {
  if (node.kind !== "list" || node.link !== "and") return null;
  if (!node.items.every((item) => item.kind === "relation" && isInequality(item))) return null;
  return describedSet(node, comparison)?.length === 0 ? { ...node, link: "or" } : null;
}
