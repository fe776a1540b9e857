import { MOST_MEMBERS, OverBudget } from "./budget.ts";
import type { Node } from "./node.ts";
import { bothSigns, hasBothSigns } from "./sign.ts";

/** The members of a list or a set, with both values of each ±; anything else is its own only member. */
export function membersOf(node: Node): readonly Node[] {
  const items = node.kind === "list" || node.kind === "set" ? node.items : [node];
  const members = items.flatMap((item) => (hasBothSigns(item) ? bothSigns(item) : [item]));
  if (members.length > MOST_MEMBERS) throw new OverBudget("too many members");
  return members;
}
