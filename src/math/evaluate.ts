import { type Budget, MOST_TERMS, spend } from "./budget.ts";
import * as complex from "./complex.ts";
import { type Complex, I, NOTHING, real } from "./complex.ts";
import { functionValue, OF_ANGLES } from "./functions.ts";
import { integrate } from "./integrate.ts";
import { holds, type Node, type NodeOf } from "./node.ts";
import { unknownValue } from "./point.ts";
import { toNumber } from "./rational.ts";

/** What it costs to draw the value of an unknown function, in steps. */
const UNKNOWN = 10;

/** Numbers of more than eight digits may differ in one that no comparison of doubles looks at. */
const MANY = 100_000_000n;

/** Where and how a node is evaluated. */
export interface Place {
  readonly budget: Budget;
  readonly values: ReadonlyMap<string, Complex>;
  readonly seed: number;
  /** Whether a logarithm without a base is the natural one; else its base is 10. */
  readonly naturalLog: boolean;
  /** Names are drawn: roots and logarithms of negative numbers have several values, so such a point decides nothing. */
  readonly drawn: boolean;
  /** The largest intermediate value: what a difference of large numbers is exact to. */
  peak: number;
  /** The least share that a term had in its sum, or a digit in its number: what is less is not seen in the value. */
  finest: number;
}

/** The value of a node in doubles; not a number where it has none. Throws `OverBudget`. */
export function evaluate(node: Node, place: Place): Complex {
  spend(place.budget);
  const of = (child: Node): Complex => evaluate(child, place);
  switch (node.kind) {
    case "number": {
      const { top, bottom } = node.value;
      if (top > MANY || top < -MANY || bottom > MANY) place.finest = 0;
      return real(toNumber(node.value));
    }
    case "symbol":
      return place.values.get(node.name) ?? NOTHING;
    case "constant":
      return constant(node.name);
    case "word":
      return node.parts.reduce<Complex>((total, part) => complex.multiply(total, of(part)), real(1));
    case "indexed":
      spend(place.budget, UNKNOWN);
      return unknownValue(`${node.name}_`, [indexValue(node.index, place)], place.seed);
    case "apply":
      spend(place.budget, UNKNOWN);
      return unknownValue(node.name, node.inputs.map(of), place.seed);
    case "sum": {
      let total = real(0);
      let [least, most] = [Infinity, 0];
      for (const term of node.terms) {
        const value = of(term);
        const size = complex.size(value);
        most = Math.max(most, size);
        if (size > 0) least = Math.min(least, size);
        total = complex.add(total, value);
      }
      place.peak = Math.max(place.peak, most);
      if (least < most) place.finest = Math.min(place.finest, least / most);
      return total;
    }
    case "product":
      return node.factors.reduce<Complex>((total, factor) => complex.multiply(total, of(factor)), real(1));
    case "quotient":
      return complex.divide(of(node.top), of(node.bottom));
    case "power":
      return raised(node, place);
    case "negative":
      return complex.negate(of(node.of));
    case "percent":
      return complex.divide(of(node.of), real(100));
    case "quantity":
      return of(node.of);
    case "call":
      return called(node, place);
    case "series":
      return series(node, place);
    case "based":
      return NOTHING;
    case "ratio":
      return node.parts.length === 2 ? ratio(node.parts.map(of)) : NOTHING;
    default:
      return NOTHING;
  }
}

function constant(name: NodeOf<"constant">["name"]): Complex {
  switch (name) {
    case "pi":
      return real(Math.PI);
    case "e":
      return real(Math.E);
    case "i":
      return I;
    case "infinity":
      return NOTHING;
  }
}

/** An index that is a text or an ellipsis names its own thing. */
function indexValue(index: Node, place: Place): Complex {
  if (index.kind === "text" || index.kind === "word") return unknownValue(index.text, [], place.seed);
  const value = evaluate(index, place);
  return complex.isNumber(value) ? value : unknownValue(JSON.stringify(index, withoutBigInt), [], place.seed);
}

function withoutBigInt(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}` : value;
}

function ratio([left, right]: readonly Complex[]): Complex {
  return left === undefined || right === undefined ? NOTHING : complex.divide(left, right);
}

function raised({ base, exponent }: NodeOf<"power">, place: Place): Complex {
  const power = evaluate(exponent, place);
  if (base.kind === "constant" && base.name === "e") {
    const value = complex.exp(power);
    // Far below the smallest double: no value, rather than 0.
    return value.re === 0 && value.im === 0 ? NOTHING : value;
  }
  const of = evaluate(base, place);
  if (of.im === 0 && of.re < 0 && power.im === 0 && !Number.isInteger(power.re)) {
    if (place.drawn) return NOTHING;
    const odd = exponent.kind === "quotient" ? evaluate(exponent.bottom, place).re : 2;
    if (Number.isInteger(odd) && odd % 2 !== 0) {
      const size = (-of.re) ** power.re;
      return real(Math.round(power.re * odd) % 2 === 0 ? size : -size);
    }
  }
  return complex.power(of, power);
}

/** Functions with more than one value for a negative number. */
const BRANCHED: ReadonlySet<string> = new Set("sqrt root ln log".split(" "));

function called(node: NodeOf<"call">, place: Place): Complex {
  const inputs = node.inputs.map((input) => evaluate(input, place));
  const [first] = inputs;
  if (first === undefined) return NOTHING;
  place.peak = Math.max(place.peak, 1);
  if (place.drawn && BRANCHED.has(node.name) && first.im === 0 && first.re < 0) return NOTHING;
  if (node.name === "log" && inputs.length === 1 && place.naturalLog) return complex.ln(first);
  if (OF_ANGLES.has(node.name) && node.inputs.some(isInDegrees)) {
    return functionValue(node.name, [complex.multiply(first, real(Math.PI / 180))]);
  }
  const value = functionValue(node.name, inputs);
  if (OF_ANGLES.has(node.name)) place.peak = Math.max(place.peak, Math.min(complex.size(first), 1e6));
  return value;
}

export function isInDegrees(node: Node): boolean {
  return holds(node, (one) => one.kind === "quantity" && one.unit === "°");
}

/** Terms after which an infinite sum has to have settled. */
const MOST_SETTLING = 400;

function series(node: NodeOf<"series">, place: Place): Complex {
  const from = evaluate(node.from, place);
  const endless = node.to.kind === "constant" && node.to.name === "infinity";
  if (node.operator === "integral") {
    const to = endless ? NOTHING : evaluate(node.to, place);
    return integrate((x) => evaluate(node.body, withValue(place, node.variable, real(x))), from, to);
  }
  const to = endless ? real(from.re + MOST_SETTLING) : evaluate(node.to, place);
  if (!isIndex(from) || !isIndex(to) || to.re - from.re >= MOST_TERMS) return NOTHING;
  let total = real(node.operator === "sum" ? 0 : 1);
  let before = NOTHING;
  for (let index = from.re; index <= to.re; index++) {
    const term = evaluate(node.body, withValue(place, node.variable, real(index)));
    place.peak = Math.max(place.peak, complex.size(term));
    // n! exceeds the doubles at last; what has not nearly settled by then grows, and has no value.
    if (endless && !complex.isNumber(term)) return settled(before, total, 1e-12) ? total : NOTHING;
    const next = node.operator === "sum" ? complex.add(total, term) : complex.multiply(total, term);
    if (endless && index > from.re + 8 && settled(total, next, 1e-17)) return next;
    before = total;
    total = next;
  }
  return endless ? NOTHING : total;
}

function settled(before: Complex, after: Complex, share: number): boolean {
  return complex.size({ re: after.re - before.re, im: after.im - before.im }) <= share * complex.size(after);
}

function isIndex({ re, im }: Complex): boolean {
  return im === 0 && Number.isInteger(re);
}

function withValue(place: Place, name: string, value: Complex): Place {
  spend(place.budget, 1 + place.values.size);
  const values = new Map(place.values);
  values.set(name, value);
  return { ...place, values };
}
