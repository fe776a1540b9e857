import { type Assignment, assignmentOf } from "./assignment.ts";
import { isIdentical, keyOf } from "./identical.ts";
import type { Node, NodeOf } from "./node.ts";
import { different, type Outcome } from "./outcome.ts";

/** `(x, y) = (1, 2)` as x = 1 and y = 2. */
export function partsOf({ name, value }: Assignment): Node | null {
  if (name.kind !== "group" || value.kind !== "group" || name.items.length !== value.items.length) return null;
  if (value.open !== "(" || value.close !== ")") return null;
  const items = name.items.map((item, index): Node => {
    return { kind: "relation", sides: [item, value.items[index] ?? item], operators: ["="] };
  });
  return { kind: "list", items, link: "and" };
}

/** A list of values of which some have another name than the one that is given a value. */
export function hasOtherNames({ sides }: NodeOf<"relation">, other: Node): boolean {
  if (other.kind !== "list") return false;
  return other.items.some((item) => {
    const assignment = item.kind === "relation" ? assignmentOf(item) : null;
    // In `a = b = c = 2` all of them are given the value.
    return assignment !== null && !sides.some((side) => isNameOf(side, assignment.name));
  });
}

/** The same name, or that name with an index: x_1 and x_2 are values of x. */
function isNameOf(side: Node, name: Node): boolean {
  return isIdentical(side, name) || (side.kind === "symbol" && name.kind === "indexed" && name.name === side.name);
}

/** `(x, y) = (1, 2)` has the names of `x = 1, y = 2`; any other name is another one, whatever the values are. */
export function namedParts(given: Assignment, other: Node, compareWith: (value: Node) => Outcome): Outcome {
  const parts = partsOf(given);
  const [names, others] = [parts, other].map((node) => (node === null ? [] : namesGiven(node)));
  if (parts !== null && names?.join() === others?.join()) return compareWith(given.value);
  const outcome = compareWith(given.value);
  return outcome.same ? different("name") : outcome;
}

function namesGiven(node: Node): readonly string[] {
  const items = node.kind === "list" ? node.items : [];
  return items.map((item) => {
    const assignment = item.kind === "relation" ? assignmentOf(item) : null;
    return assignment === null ? "" : keyOf(assignment.name);
  });
}
