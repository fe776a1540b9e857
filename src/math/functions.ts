import * as complex from "./complex.ts";
import { type Complex, NOTHING, real } from "./complex.ts";
import { gamma } from "./gamma.ts";

/** The values of functions in doubles. What is asked for outside the domain has no value. */

const { multiply, divide, sin, cos } = complex;
const ONE = real(1);

function ofReal(value: Complex, compute: (x: number) => number): Complex {
  return value.im === 0 ? real(compute(value.re)) : NOTHING;
}

const REAL: Readonly<Record<string, (x: number) => number>> = {
  arcsin: Math.asin,
  arccos: Math.acos,
  arctan: Math.atan,
  arccot: (x) => Math.PI / 2 - Math.atan(x),
  arcsec: (x) => Math.acos(1 / x),
  arccsc: (x) => Math.asin(1 / x),
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  coth: (x) => 1 / Math.tanh(x),
  sech: (x) => 1 / Math.cosh(x),
  csch: (x) => 1 / Math.sinh(x),
  arcsinh: Math.asinh,
  arccosh: Math.acosh,
  arctanh: Math.atanh,
  sgn: Math.sign,
  lg: (x) => (x > 0 ? Math.log10(x) : Number.NaN),
  floor: (x) => roundedOff(x, Math.floor),
  ceil: (x) => roundedOff(x, Math.ceil),
  factorial: (x) => gamma(x + 1),
  double_factorial: doubleFactorial,
};

/** 2.9999999999999996 is 3 to anyone who rounds it. */
function roundedOff(x: number, round: (x: number) => number): number {
  const near = Math.round(x);
  return Math.abs(x - near) < 1e-9 * Math.max(1, Math.abs(x)) ? near : round(x);
}

function doubleFactorial(x: number): number {
  if (!Number.isInteger(x) || x < -1 || x > 300) return Number.NaN;
  let value = 1;
  for (let factor = x; factor > 1; factor -= 2) value *= factor;
  return value;
}

const COMPLEX: Readonly<Record<string, (x: Complex) => Complex>> = {
  sin,
  cos,
  tan: (x) => divide(sin(x), cos(x)),
  cot: (x) => divide(cos(x), sin(x)),
  sec: (x) => divide(ONE, cos(x)),
  csc: (x) => divide(ONE, sin(x)),
  sqrt: complex.sqrt,
  ln: complex.ln,
  abs: (x) => real(complex.size(x)),
  conjugate: ({ re, im }) => ({ re, im: -im }),
};

/** Functions of an angle, for which degrees become radians. */
export const OF_ANGLES: ReadonlySet<string> = new Set("sin cos tan cot sec csc".split(" "));

/** The value of a known function, or one without value where the inputs do not fit. */
export function functionValue(name: string, inputs: readonly Complex[]): Complex {
  const [first, second] = inputs;
  if (first === undefined) return NOTHING;
  if (second === undefined) {
    const compute = COMPLEX[name];
    if (compute !== undefined) return compute(first);
    const ofReals = REAL[name];
    if (ofReals !== undefined) return ofReal(first, ofReals);
  }
  switch (name) {
    case "root":
      return second === undefined ? NOTHING : root(first, second);
    case "log":
      return divide(complex.ln(first), complex.ln(second ?? real(10)));
    case "mod":
      return second === undefined || first.im !== 0 || second.im !== 0 || second.re === 0
        ? NOTHING
        : real(first.re - second.re * Math.floor(first.re / second.re));
    case "binom":
      return second === undefined ? NOTHING : binomial(first, second);
    case "max":
    case "min":
      if (inputs.some(({ im }) => im !== 0)) return NOTHING;
      return real((name === "max" ? Math.max : Math.min)(...inputs.map(({ re }) => re)));
    case "gcd":
    case "lcm":
      return commonOf(name, inputs);
    default:
      return NOTHING;
  }
}

/** Odd roots of negative numbers are real, as the sign is written for. */
function root(of: Complex, degree: Complex): Complex {
  const odd = degree.im === 0 && Number.isInteger(degree.re) && degree.re % 2 !== 0;
  if (of.im === 0 && of.re < 0 && odd) return real(-((-of.re) ** (1 / degree.re)));
  return complex.power(of, divide(ONE, degree));
}

function binomial(n: Complex, k: Complex): Complex {
  if (n.im !== 0 || k.im !== 0) return NOTHING;
  if (Number.isInteger(k.re) && k.re >= 0 && k.re <= 60) {
    let value = 1;
    for (let index = 0; index < k.re; index++) value = (value * (n.re - index)) / (index + 1);
    return real(value);
  }
  return real(gamma(n.re + 1) / (gamma(k.re + 1) * gamma(n.re - k.re + 1)));
}

function commonOf(name: "gcd" | "lcm", inputs: readonly Complex[]): Complex {
  let result = 0;
  for (const { re, im } of inputs) {
    if (im !== 0 || !Number.isSafeInteger(re)) return NOTHING;
    let [a, b] = [Math.abs(result), Math.abs(re)];
    while (b !== 0) [a, b] = [b, a % b];
    if (name === "gcd" || result === 0) result = name === "gcd" ? a : Math.abs(re);
    else result = a === 0 ? 0 : Math.abs(result * re) / a;
  }
  return multiply(ONE, real(result));
}
