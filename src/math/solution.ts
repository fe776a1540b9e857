import { assignmentOf } from "./assignment.ts";
import { areSolutions, type Sides } from "./equation.ts";
import { membersOf } from "./member-list.ts";
import type { Node, NodeOf } from "./node.ts";
import { type Comparison, type Outcome, same } from "./outcome.ts";

type Relation = NodeOf<"relation">;

/** A chain says most with its first and its last side. */
export function outerSides({ sides }: Relation): Sides | null {
  const left = sides[0];
  const right = sides.at(-1);
  return left === undefined || right === undefined ? null : { left, right };
}

/** `x^2 = 1` against ±1, or against x = ±1. Null where the values do not solve it. */
export function solutionsOf(relation: Relation, other: Node, comparison: Comparison): Outcome | null {
  const sides = outerSides(relation);
  if (sides === null || relation.operators.some((operator) => operator !== "=")) return null;
  const values = membersOf(other).flatMap((member) => {
    const assignment = member.kind === "relation" ? assignmentOf(member) : null;
    return membersOf(assignment?.value ?? member);
  });
  return areSolutions(sides, values, comparison) ? same("solution_set") : null;
}
