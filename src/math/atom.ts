import { readBars, readBracket } from "./bracket.ts";
import { readCommand, readFunction } from "./call.ts";
import { readEnvironment } from "./environment.ts";
import { readName } from "./name.ts";
import { type Node, numberNode } from "./node.ts";
import { readSmallNumber } from "./number-word.ts";
import { divide, isWhole, ONE, order, ZERO } from "./rational.ts";
import { expect, nested, next, peek, type Reader, take } from "./reader.ts";
import { NotMaths, type Token } from "./scan.ts";

const NEGATE = 45;

/** True where the next token begins an operand, so that what stands before it is multiplied with it. */
export function startsOperand(reader: Reader): boolean {
  const token = peek(reader);
  switch (token.kind) {
    case "number":
    case "function":
    case "constant":
    case "named_set":
    case "begin":
      return true;
    case "letter":
      return !(reader.integrand && isDifferential(reader));
    case "command":
      return token.text !== "choose" && token.text !== "over" && token.text !== "pmod" && token.text !== "mod";
    case "open":
      if (startsCondition(reader)) return false;
      return token.text !== "\\{" && !(token.text === "[" && reader.intervals > 0 && !opensHere(reader));
    case "bar":
      if (reader.openingBars.has(reader.at)) return true;
      return reader.bars === 0 && !reader.builder && token.text !== "mid";
    default:
      return false;
  }
}

/** `kπ (k ∈ Z)`: brackets behind an expression that say what its letter may be. */
export function startsCondition(reader: Reader): boolean {
  if (peek(reader).kind !== "open" || peek(reader).text !== "(" || peek(reader, 1).kind !== "letter") return false;
  // P(X = 2) is a probability.
  if (peek(reader, -1).text === "P" && !peek(reader).spaced) return false;
  return peek(reader, 2).kind === "relation";
}

/** `[` behind a member of an interval closes it: `[0, 1[`. */
function opensHere(reader: Reader): boolean {
  const { kind, text } = peek(reader, 1);
  return kind !== "stop" && kind !== "separator" && kind !== "close" && !(kind === "operator" && "∪∩∖".includes(text));
}

export function isDifferential(reader: Reader): boolean {
  const token = peek(reader);
  return token.kind === "letter" && token.text === "d" && peek(reader, 1).kind === "letter";
}

/** What needs nothing on its left side. */
export function readAtom(reader: Reader): Node {
  const token = peek(reader);
  switch (token.kind) {
    case "number":
      return readNumber(reader, token);
    case "letter":
      if (reader.integrand && isDifferential(reader)) return numberNode(ONE);
      return readName(reader);
    case "constant":
      next(reader);
      return { kind: "constant", name: token.text === "pi" ? "pi" : token.text === "i" ? "i" : "infinity" };
    case "function":
      return readFunction(reader);
    case "command":
      return readCommand(reader);
    case "named_set":
      next(reader);
      return readNamedSet(reader, token.text);
    case "ellipsis":
      next(reader);
      return { kind: "ellipsis" };
    case "currency":
      next(reader);
      return { kind: "quantity", of: reader.expression(NEGATE), unit: token.text };
    case "text":
      next(reader);
      return readSmallNumber(token.text) ?? { kind: "text", text: token.text };
    case "open":
      return readBracket(reader);
    case "close":
      if (token.text === "]") return readBracket(reader);
      break;
    case "bar":
      return readBars(reader);
    case "begin":
      return readEnvironment(reader);
    case "operator":
      return readSign(reader, token);
    default:
      break;
  }
  throw new NotMaths(token.kind === "stop" ? "the end" : `nothing begins with ${token.text}`);
}

function readSign(reader: Reader, token: Token): Node {
  next(reader);
  switch (token.text) {
    case "-":
      return { kind: "negative", of: reader.expression(NEGATE) };
    case "+":
      return reader.expression(NEGATE);
    case "±":
      return { kind: "plus_minus", of: reader.expression(NEGATE), sign: 1 };
    case "∓":
      return { kind: "plus_minus", of: reader.expression(NEGATE), sign: -1 };
    case "_":
    case "^":
      return readCount(reader);
    default:
      throw new NotMaths(`nothing begins with ${token.text}`);
  }
}

/** `_{10}C_3` and `{}^{10}P_3`: choices without and with an order. */
function readCount(reader: Reader): Node {
  const n = readOperand(reader);
  const letter = next(reader);
  if (letter.kind !== "letter" || !"CP".includes(letter.text)) throw new NotMaths("nothing stands before an index");
  expect(reader, "operator", "_");
  const k = readOperand(reader);
  if (letter.text === "C") return { kind: "call", name: "binom", inputs: [n, k] };
  const factorial = (of: Node): Node => ({ kind: "call", name: "factorial", inputs: [of] });
  return {
    kind: "quotient",
    top: factorial(n),
    bottom: factorial({ kind: "sum", terms: [n, { kind: "negative", of: k }] }),
  };
}

function readNumber(reader: Reader, token: Token): Node {
  next(reader);
  const node: Node = { kind: "number", value: token.value ?? ZERO, decimals: token.decimals ?? -1 };
  if (take(reader, "operator", "_")) return readBase(reader, token);
  return isWhole(node.value) && node.decimals === -1 ? (readMixed(reader, node) ?? node) : node;
}

/** `3 1/7` and `3\frac{1}{7}` are sums; `3.1\frac12` and `3x` are products. */
function readMixed(reader: Reader, whole: Node): Node | null {
  const at = reader.at;
  const token = peek(reader);
  let fraction: Node | null = null;
  if (token.kind === "command" && token.text === "frac") fraction = readCommand(reader);
  else if (token.kind === "number" && token.text.includes("/")) fraction = readNumber(reader, token);
  else if (token.kind === "number" && token.spaced && isSlash(peek(reader, 1)) && peek(reader, 2).kind === "number") {
    next(reader);
    next(reader);
    const bottom = next(reader);
    fraction = {
      kind: "quotient",
      top: { kind: "number", value: token.value ?? ZERO, decimals: token.decimals ?? -1 },
      bottom: { kind: "number", value: bottom.value ?? ONE, decimals: bottom.decimals ?? -1 },
    };
  }
  if (fraction !== null && isProper(fraction)) return { kind: "sum", terms: [whole, fraction] };
  reader.at = at;
  return null;
}

function isSlash({ kind, text }: Token): boolean {
  return kind === "operator" && text === "/";
}

function isProper(node: Node): boolean {
  if (node.kind === "number") return true;
  if (node.kind !== "quotient" || node.top.kind !== "number" || node.bottom.kind !== "number") return false;
  if (node.top.decimals !== -1 || node.bottom.decimals !== -1) return false;
  const value = divide(node.top.value, node.bottom.value);
  return value !== null && order(value, ZERO) > 0 && order(value, ONE) < 0;
}

/** `204_5`: digits in a base. */
function readBase(reader: Reader, digits: Token): Node {
  const braced = take(reader, "open", "{");
  const base = next(reader);
  if (braced) expect(reader, "close", "}");
  const value = base.kind === "number" ? Number(base.text) : (readSmallNumberValue(base) ?? 0);
  if (!Number.isInteger(value) || value < 2 || value > 36) throw new NotMaths("a base that is none");
  return { kind: "based", digits: digits.text, base: value };
}

function readSmallNumberValue(token: Token): number | null {
  const node = token.kind === "text" ? readSmallNumber(token.text) : null;
  return node?.kind === "number" ? Number(node.value.top) : null;
}

function readNamedSet(reader: Reader, name: string): Node {
  let full = name;
  // `R^+`, `Z_{>0}`, `R^n`: named by what is written.
  while (peek(reader).kind === "operator" && (peek(reader).text === "^" || peek(reader).text === "_")) {
    full += next(reader).text;
    const braced = take(reader, "open", "{");
    full += next(reader).text;
    while (braced && !take(reader, "close", "}")) {
      const inner = next(reader);
      if (inner.kind === "stop") throw new NotMaths("a set whose name never ends");
      full += inner.text;
    }
  }
  return { kind: "named_set", name: full };
}

/** What stands behind an operand and belongs to it: a power, an index, a factorial. */
export function readIndexOrPower(reader: Reader, left: Node): Node {
  const token = next(reader);
  if (token.text === "^") return { kind: "power", base: left, exponent: readExponent(reader) };
  if (token.text === "!") {
    const double = !peek(reader).spaced && take(reader, "operator", "!");
    return { kind: "call", name: double ? "double_factorial" : "factorial", inputs: [left] };
  }
  if (token.text === "_" && left.kind === "symbol")
    return { kind: "indexed", name: left.name, index: readOperand(reader) };
  throw new NotMaths(`nothing goes on with ${token.text}`);
}

/** One operand, or all that is in braces: an index, a bound, a base. */
export function readOperand(reader: Reader): Node {
  return nested(reader, () => {
    const sign = takeSign(reader);
    if (sign === "") return peek(reader).kind === "number" ? plainNumber(reader) : readAtom(reader);
    const of = readOperand(reader);
    return sign === "-" ? { kind: "negative", of } : of;
  });
}

/** What a base is raised to; powers of powers group from the right. */
export function readExponent(reader: Reader): Node {
  return nested(reader, () => {
    const sign = takeSign(reader);
    const of = sign === "" ? readOperand(reader) : readExponent(reader);
    if (sign !== "") return sign === "-" ? { kind: "negative", of } : of;
    const { kind, text } = peek(reader);
    return kind === "operator" && (text === "^" || text === "!") ? readIndexOrPower(reader, of) : of;
  });
}

function takeSign(reader: Reader): string {
  const { kind, text } = peek(reader);
  if (kind !== "operator" || (text !== "-" && text !== "+")) return "";
  next(reader);
  return text;
}

function plainNumber(reader: Reader): Node {
  const token = next(reader);
  return { kind: "number", value: token.value ?? ZERO, decimals: token.decimals ?? -1 };
}
