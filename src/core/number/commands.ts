import { skipGroup } from "./groups.ts";
import { readExpression, readNumber } from "./operand.ts";
import { readBound, readOperator } from "./operators.ts";
import { commandName, isSoftCommand } from "./suffix.ts";
import { equalsSign, negate, type Walk } from "./walk.ts";

const OPERATORS: ReadonlySet<string> = new Set(["times", "cdot", "div", "ast"]);
const RELATIONS: ReadonlySet<string> = new Set(
  "approx eq simeq cong equiv to rightarrow Rightarrow implies".split(" "),
);
const BOUNDS: ReadonlySet<string> = new Set("lt gt le ge leq geq pm mp".split(" "));
const DOTS: ReadonlySet<string> = new Set("dots ldots cdots circ degree".split(" "));
/** Commands whose first argument is not part of the text. */
const ARGUMENTS: ReadonlySet<string> = new Set(
  "begin end tag label color textcolor hspace vspace ref eqref".split(" "),
);

export function readCommand(walk: Walk, at: number): number {
  const { text } = walk;
  const name = commandName(text, at);
  const to = at + name.length + 1;
  if (name === "") {
    if (text[at + 1] === "$") walk.currency = "$";
    return at + 2;
  }
  if (isSoftCommand(name) || DOTS.has(name)) return to;
  if (OPERATORS.has(name)) return readOperator(walk, at, to);
  if (RELATIONS.has(name)) return equalsSign(walk, to);
  if (BOUNDS.has(name)) return readBound(walk, at, to);
  if (name === "neq" || name === "ne") return negate(walk, to);
  if (ARGUMENTS.has(name)) return text[to] === "{" ? skipGroup(walk, to) : to;
  return name.endsWith("frac") ? readNumber(walk, at) : readExpression(walk, at);
}
