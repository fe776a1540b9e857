import { readAtom, readExponent, readOperand, startsOperand } from "./atom.ts";
import { type Node, type NodeOf, numberNode } from "./node.ts";
import { ONE, whole } from "./rational.ts";
import { expect, next, peek, type Reader, take, within } from "./reader.ts";
import { NotMaths } from "./scan.ts";
import { readSeries } from "./series.ts";

const RAISE = 59;

/** Functions whose power -1 is the inverse function. */
const INVERTIBLE: ReadonlySet<string> = new Set("sin cos tan cot sec csc sinh cosh tanh".split(" "));

/** A known function with its base, its power and what it is applied to. */
export function readFunction(reader: Reader): Node {
  const { text: name } = next(reader);
  if (name === "sqrt") return readRoot(reader);
  let base: Node | null = null;
  let exponent: Node | null = null;
  for (let part = 0; part < 2; part++) {
    if (base === null && take(reader, "operator", "_")) base = readBase(reader);
    else if (exponent === null && take(reader, "operator", "^")) exponent = readExponent(reader);
  }
  if (base !== null && name !== "log") throw new NotMaths(`${name} has no base`);
  const inverse = exponent !== null && INVERTIBLE.has(name) && isMinusOne(exponent);
  const inputs = readInputs(reader);
  const call = known(inverse ? `arc${name}` : name, base === null ? inputs : [...inputs, base]);
  return exponent === null || inverse ? call : { kind: "power", base: call, exponent };
}

function known(name: string, inputs: readonly Node[]): Node {
  const [input] = inputs;
  if (input === undefined) throw new NotMaths(`${name} of nothing`);
  if (name === "exp") return { kind: "power", base: { kind: "constant", name: "e" }, exponent: input };
  if (name === "cis") {
    const sine: Node = { kind: "call", name: "sin", inputs: [input] };
    const turned: Node = { kind: "product", factors: [{ kind: "constant", name: "i" }, sine] };
    return { kind: "sum", terms: [{ kind: "call", name: "cos", inputs: [input] }, turned] };
  }
  if (name === "cbrt") return { kind: "call", name: "root", inputs: [input, numberNode(whole(3n))] };
  return { kind: "call", name, inputs };
}

/** `\log_28` has the base 2: without braces LaTeX takes one digit, unless nothing would be left to take the log of. */
function readBase(reader: Reader): Node {
  const token = peek(reader);
  if (token.kind !== "number" || reader.plain || token.text.length < 2) return readOperand(reader);
  const at = reader.at;
  next(reader);
  if (startsOperand(reader)) return { kind: "number", value: token.value ?? ONE, decimals: -1 };
  reader.at = at;
  throw new NotMaths("a base and a number in one");
}

/** What is in brackets, or the factors that follow up to a sign, an operator or the next function. */
function readInputs(reader: Reader): readonly Node[] {
  const token = peek(reader);
  if (token.kind === "open" && token.text === "(") {
    next(reader);
    const { items } = within(reader, {}, () => reader.sequence());
    expect(reader, "close", ")");
    return items;
  }
  if (token.kind === "open" && (token.text === "{" || token.text === "\\{" || token.text === "[")) {
    const content = readAtom(reader);
    return content.kind === "set" || content.kind === "group" ? content.items : [content];
  }
  if (token.kind === "operator" && (token.text === "-" || token.text === "+")) {
    next(reader);
    const of = readFactors(reader);
    return [token.text === "-" ? { kind: "negative", of } : of];
  }
  return [readFactors(reader)];
}

function readFactors(reader: Reader): Node {
  const factors = [reader.expression(RAISE)];
  while (startsOperand(reader) && peek(reader).kind !== "function" && peek(reader).kind !== "begin") {
    factors.push(reader.expression(RAISE));
  }
  const [only] = factors;
  return factors.length === 1 && only !== undefined ? only : { kind: "product", factors };
}

function isMinusOne(node: Node): boolean {
  return (
    node.kind === "negative" && node.of.kind === "number" && node.of.value.top === 1n && node.of.value.bottom === 1n
  );
}

/** Commands that take operands: fractions, roots, sums, decorated letters. */
export function readCommand(reader: Reader): Node {
  const { text: name } = next(reader);
  switch (name) {
    case "frac": {
      const top = readArgument(reader);
      const bottom = readArgument(reader);
      return derivative(top, bottom) ?? { kind: "quotient", top, bottom };
    }
    case "binom": {
      const above = readArgument(reader);
      return { kind: "call", name: "binom", inputs: [above, readArgument(reader)] };
    }
    case "sqrt":
    case "surd":
      return readRoot(reader);
    case "sum":
    case "prod":
    case "int":
      return readSeries(reader, name === "prod" ? "product" : name === "int" ? "integral" : "sum");
    case "overline":
    case "bar":
    case "vec":
    case "hat":
    case "tilde":
    case "dot":
      return decorated(name, readArgument(reader));
    default:
      throw new NotMaths(`${name} cannot be read here`);
  }
}

/** `\frac{dy}{dx}` and `\frac{d}{dx}` are names: nothing is divided. */
function derivative(top: Node, bottom: Node): Node | null {
  const [of, by] = [top, bottom].map((node) => (node.kind === "word" || node.kind === "symbol" ? nameOf(node) : ""));
  if (of === undefined || by === undefined || !/^d[a-zA-Z]?$/.test(of) || !/^d[a-zA-Z]$/.test(by)) return null;
  return { kind: "symbol", name: `${of}/${by}` };
}

function nameOf(node: NodeOf<"word"> | NodeOf<"symbol">): string {
  return node.kind === "word" ? node.text : node.name;
}

/** An arrow over a letter is a way of writing it; a bar or a dot makes another name of it. */
function decorated(decoration: string, of: Node): Node {
  if (decoration === "vec") return of;
  if (of.kind === "symbol") return { ...of, name: `${decoration} ${of.name}` };
  if (of.kind === "word") return { kind: "symbol", name: `${decoration} ${of.text}` };
  if (decoration === "overline" || decoration === "bar") return { kind: "call", name: "conjugate", inputs: [of] };
  throw new NotMaths(`${decoration} over an expression`);
}

function readRoot(reader: Reader): Node {
  let degree: Node | null = null;
  if (peek(reader).kind === "open" && peek(reader).text === "[") {
    next(reader);
    degree = within(reader, {}, () => reader.expression(0));
    expect(reader, "close", "]");
  }
  const of = readArgument(reader);
  if (degree === null || isTwo(degree)) return { kind: "call", name: "sqrt", inputs: [of] };
  return { kind: "call", name: "root", inputs: [of, degree] };
}

function isTwo(node: Node): boolean {
  return node.kind === "number" && node.value.top === 2n && node.value.bottom === 1n;
}

/** What a command is applied to: braces, or one operand. `\frac13` takes its digits one by one. */
function readArgument(reader: Reader): Node {
  const token = peek(reader);
  if (token.kind !== "number") return readAtom(reader);
  next(reader);
  const previous = reader.tokens[reader.at - 2];
  if (previous?.kind === "command" && previous.text === "frac" && /^\d{2,}$/.test(token.text))
    return splitDigits(reader, token.text);
  return { kind: "number", value: token.value ?? ONE, decimals: token.decimals ?? -1 };
}

/** The first digit is the numerator; the rest stays for the denominator and what follows. */
function splitDigits(reader: Reader, digits: string): Node {
  const rest = digits.slice(1);
  reader.at--;
  reader.tokens[reader.at] = { kind: "number", text: rest, spaced: false, value: whole(BigInt(rest)), decimals: -1 };
  return numberNode(whole(BigInt(digits.slice(0, 1))));
}
