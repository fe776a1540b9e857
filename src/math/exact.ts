import { type Budget, MOST_TERMS, OverBudget, spend } from "./budget.ts";
import type { Node, NodeOf } from "./node.ts";
import * as fraction from "./rational.ts";
import { ONE, type Rational, rational, whole, ZERO } from "./rational.ts";

/** Values of the indices of sums. */
type Indices = ReadonlyMap<string, Rational>;

const NO_INDICES: Indices = new Map();
const LARGEST_FACTORIAL = 3_000n;

/**
 * The exact value of a node, or null where it is no rational number or not seen to be one. Throws `OverBudget` where the
 * value is too large to be written out: never an approximation.
 */
export function exactValue(node: Node, budget: Budget, indices: Indices = NO_INDICES): Rational | null {
  spend(budget);
  const of = (child: Node): Rational | null => exactValue(child, budget, indices);
  switch (node.kind) {
    case "number":
      return node.value;
    case "symbol":
      return indices.get(node.name) ?? null;
    case "sum": {
      let total = ZERO;
      for (const term of node.terms) {
        const value = of(term);
        if (value === null) return null;
        total = fraction.add(total, value);
      }
      return total;
    }
    case "product": {
      let total = ONE;
      for (const factor of node.factors) {
        const value = of(factor);
        if (value === null) return null;
        total = fraction.multiply(total, value);
      }
      return total;
    }
    case "quotient": {
      const top = of(node.top);
      const bottom = top === null ? null : of(node.bottom);
      return top === null || bottom === null ? null : fraction.divide(top, bottom);
    }
    case "negative": {
      const value = of(node.of);
      return value === null ? null : fraction.negate(value);
    }
    case "percent": {
      const value = of(node.of);
      return value === null ? null : fraction.divide(value, whole(100));
    }
    case "quantity":
      return of(node.of);
    case "power":
      return exactPower(of(node.base), node.base.kind === "constant" ? null : of(node.exponent));
    case "call":
      return exactCall(node, of, budget);
    case "series":
      return exactSeries(node, budget, indices);
    default:
      return null;
  }
}

function exactPower(base: Rational | null, exponent: Rational | null): Rational | null {
  if (base === null || exponent === null) return null;
  if (fraction.isWhole(exponent)) return fraction.power(base, exponent.top);
  if (exponent.bottom > 64n || (base.top < 0n && exponent.bottom % 2n === 0n)) return null;
  const root = fraction.root(base, Number(exponent.bottom));
  return root === null ? null : fraction.power(root, exponent.top);
}

function exactCall(node: NodeOf<"call">, of: (child: Node) => Rational | null, budget: Budget): Rational | null {
  const inputs: Rational[] = [];
  for (const input of node.inputs) {
    const value = of(input);
    if (value === null) return null;
    inputs.push(value);
  }
  const [first, second] = inputs;
  if (first === undefined) return null;
  switch (node.name) {
    case "sqrt":
      return first.top < 0n ? null : fraction.root(first, 2);
    case "root":
      return second === undefined || !isSmall(second) ? null : fraction.root(first, Number(second.top));
    case "abs":
      return fraction.absolute(first);
    case "conjugate":
      return first;
    case "floor":
      return whole(fraction.floor(first));
    case "ceil":
      return whole(-fraction.floor(fraction.negate(first)));
    case "sgn":
      return whole(first.top > 0n ? 1n : first.top < 0n ? -1n : 0n);
    case "factorial":
      return factorial(first, 1n, budget);
    case "double_factorial":
      return factorial(first, 2n, budget);
    case "binom":
      return second === undefined ? null : binomial(first, second, budget);
    case "mod":
      return second === undefined || second.top === 0n ? null : modulo(first, second);
    case "max":
      return inputs.reduce((most, value) => (fraction.order(value, most) > 0 ? value : most));
    case "min":
      return inputs.reduce((least, value) => (fraction.order(value, least) < 0 ? value : least));
    case "gcd":
    case "lcm":
      return common(node.name, inputs);
    default:
      return null;
  }
}

function isSmall(value: Rational): boolean {
  return fraction.isWhole(value) && value.top > 1n && value.top <= 64n;
}

function factorial(value: Rational, step: bigint, budget: Budget): Rational | null {
  if (!fraction.isWhole(value) || value.top < 0n) return null;
  if (value.top > LARGEST_FACTORIAL) throw new OverBudget("a factorial is too large");
  let product = 1n;
  for (let factor = value.top; factor > 1n; factor -= step) {
    spend(budget);
    product *= factor;
  }
  return whole(product);
}

function binomial(n: Rational, k: Rational, budget: Budget): Rational | null {
  if (!fraction.isWhole(n) || !fraction.isWhole(k) || k.top < 0n) return null;
  if (n.top >= 0n && k.top > n.top) return ZERO;
  const fewer = n.top >= 0n && n.top - k.top < k.top ? n.top - k.top : k.top;
  if (fewer > LARGEST_FACTORIAL) throw new OverBudget("a binomial is too large");
  let value = 1n;
  for (let index = 0n; index < fewer; index++) {
    spend(budget, 4);
    value = (value * (n.top - index)) / (index + 1n);
  }
  return whole(value);
}

function modulo(value: Rational, by: Rational): Rational {
  const quotient = rational(value.top * by.bottom, value.bottom * by.top) ?? ZERO;
  return fraction.subtract(value, fraction.multiply(by, whole(fraction.floor(quotient))));
}

function common(name: "gcd" | "lcm", values: readonly Rational[]): Rational | null {
  let result = 0n;
  for (const value of values) {
    if (!fraction.isWhole(value)) return null;
    const divisor = fraction.gcd(result, value.top);
    if (name === "gcd") result = divisor;
    else if (value.top === 0n) return ZERO;
    else result = result === 0n ? value.top : fraction.multiply(whole(result / divisor), whole(value.top)).top;
  }
  return whole(result < 0n ? -result : result);
}

function exactSeries(node: NodeOf<"series">, budget: Budget, indices: Indices): Rational | null {
  if (node.operator === "integral") return null;
  const from = exactValue(node.from, budget, indices);
  const to = exactValue(node.to, budget, indices);
  if (from === null || to === null || !fraction.isWhole(from) || !fraction.isWhole(to)) return null;
  if (to.top - from.top >= BigInt(MOST_TERMS)) throw new OverBudget("too many terms");
  let total = node.operator === "sum" ? ZERO : ONE;
  const inner = new Map(indices);
  for (let index = from.top; index <= to.top; index++) {
    inner.set(node.variable, whole(index));
    const term = exactValue(node.body, budget, inner);
    if (term === null) return null;
    total = node.operator === "sum" ? fraction.add(total, term) : fraction.multiply(total, term);
  }
  return total;
}
