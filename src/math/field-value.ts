import { type Budget, spend } from "./budget.ts";
import { isInDegrees } from "./evaluate.ts";
import { exactValue } from "./exact.ts";
import { drawn, fromRational, over, PRIME, plus, ROOT_OF_MINUS_ONE, times, toPower } from "./finite-field.ts";
import { mapChildren, type Node, type NodeOf, numberNode } from "./node.ts";
import { isWhole } from "./rational.ts";

/** One look at expressions modulo a prime, with a drawn value for each name. */
export interface Draw {
  readonly budget: Budget;
  readonly seed: number;
  /** The values of the names that are bound by sums. */
  readonly bound: ReadonlyMap<string, bigint>;
  /** Set where something occurs that laws hold for, such as sin² + cos² = 1: two values that differ prove nothing. */
  lawful: boolean;
}

/** Seeds for what is the same in every draw. */
const CONSTANTS = 1;
const TEXTS = 2;
const FUNCTIONS = 3;
const HALF: Node = { kind: "number", value: { top: 1n, bottom: 2n }, decimals: -1 };

/**
 * The value of a node modulo the prime, or null where it has none. A root, a sine or a power with a name above has a
 * drawn value for each value of its inputs. Throws `OverBudget`.
 */
export function fieldValue(node: Node, draw: Draw): bigint | null {
  spend(draw.budget, 2);
  const of = (child: Node): bigint | null => fieldValue(child, draw);
  switch (node.kind) {
    case "number":
      return fromRational(node.value);
    case "symbol":
      return draw.bound.get(node.name) ?? drawn(node.name, draw.seed);
    case "constant":
      return constant(node.name);
    case "word":
      return joined(node.parts, of, times, 1n);
    case "indexed": {
      const index = node.index.kind === "text" ? drawn(node.index.text, TEXTS) : of(node.index);
      return index === null ? null : drawn(`${node.name}_${index}`, draw.seed);
    }
    case "apply":
      return named(node.name, node.inputs, of, draw.seed);
    case "sum":
      return joined(node.terms, of, plus, 0n);
    case "product":
      return joined(node.factors, of, times, 1n);
    case "quotient":
      return over(of(node.top), of(node.bottom));
    case "negative": {
      const value = of(node.of);
      return value === null ? null : (PRIME - value) % PRIME;
    }
    case "percent":
      return over(of(node.of), 100n);
    case "quantity":
      return of(node.of);
    case "ratio": {
      const [top, bottom] = node.parts;
      return top === undefined || bottom === undefined || node.parts.length !== 2 ? null : over(of(top), of(bottom));
    }
    case "power":
      return power(node, of, draw);
    case "call": {
      const exact = exactValue(node, draw.budget);
      if (exact !== null) return fromRational(exact);
      draw.lawful = true;
      if (node.name === "sqrt") return named("^", [...node.inputs, HALF], of, FUNCTIONS);
      // The sine of 30 degrees is not that of 30.
      return named(node.inputs.some(isInDegrees) ? `${node.name}°` : node.name, node.inputs, of, FUNCTIONS);
    }
    case "series":
      return series(node, of, draw);
    default:
      return null;
  }
}

/** No relation between π and e is known, nor will an answer hold one. */
function constant(name: NodeOf<"constant">["name"]): bigint | null {
  switch (name) {
    case "pi":
    case "e":
      return drawn(name, CONSTANTS);
    case "i":
      return ROOT_OF_MINUS_ONE;
    case "infinity":
      return null;
  }
}

function power(node: NodeOf<"power">, of: (child: Node) => bigint | null, draw: Draw): bigint | null {
  const exponent = exactValue(node.exponent, draw.budget);
  if (exponent === null || !isWhole(exponent)) {
    draw.lawful = true;
    return named("^", [node.base, node.exponent], of, FUNCTIONS);
  }
  const base = of(node.base);
  return base === null ? null : toPower(base, exponent.top);
}

/** Longer sums are compared as a whole. */
const MOST_WRITTEN_OUT = 100n;

/** The bound name has no name of its own: sums over k and over j are alike. */
function series(node: NodeOf<"series">, of: (child: Node) => bigint | null, draw: Draw): bigint | null {
  const indices = node.operator === "integral" ? null : indicesOf(node, draw.budget);
  if (indices !== null) return writtenOut(node, indices, draw);
  draw.lawful = true;
  const from = of(node.from);
  const endless = node.to.kind === "constant" && node.to.name === "infinity";
  const to = endless ? -1n : of(node.to);
  const bound = new Map(draw.bound).set(node.variable, drawn(`bound ${draw.bound.size}`, draw.seed));
  const body = from === null || to === null ? null : fieldValue(node.body, { ...draw, bound });
  return body === null ? null : drawn(`${node.operator} ${from} ${to} ${body}`, draw.seed);
}

function indicesOf({ from, to }: NodeOf<"series">, budget: Budget): readonly [bigint, bigint] | null {
  const [first, last] = [exactValue(from, budget), exactValue(to, budget)];
  if (first === null || last === null || !isWhole(first) || !isWhole(last)) return null;
  return last.top - first.top < MOST_WRITTEN_OUT ? [first.top, last.top] : null;
}

/** Term by term, with a number for the index: the exponent of `x^k` has to be one. */
function writtenOut(node: NodeOf<"series">, [first, last]: readonly [bigint, bigint], draw: Draw): bigint | null {
  const join = node.operator === "sum" ? plus : times;
  let result = node.operator === "sum" ? 0n : 1n;
  for (let index = first; index <= last; index++) {
    const value = fieldValue(substituted(node.body, node.variable, index), draw);
    if (value === null) return null;
    result = join(result, value);
  }
  return result;
}

/** With the number in place of the name, unless a series within binds that name again. */
function substituted(node: Node, name: string, value: bigint): Node {
  if (node.kind === "symbol") return node.name === name ? numberNode({ top: value, bottom: 1n }) : node;
  if (node.kind === "series" && node.variable === name) return node;
  return mapChildren(node, (child) => substituted(child, name, value));
}

function named(name: string, inputs: readonly Node[], of: (child: Node) => bigint | null, seed: number): bigint | null {
  let key = name;
  for (const input of inputs) {
    const value = of(input);
    if (value === null) return null;
    key += ` ${value}`;
  }
  return drawn(key, seed);
}

function joined(
  parts: readonly Node[],
  of: (child: Node) => bigint | null,
  join: (x: bigint, y: bigint) => bigint,
  first: bigint,
): bigint | null {
  let result = first;
  for (const part of parts) {
    const value = of(part);
    if (value === null) return null;
    result = join(result, value);
  }
  return result;
}
