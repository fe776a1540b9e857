import { readAtom, readIndexOrPower, startsOperand } from "./atom.ts";
import { type Budget, DEEPEST, OverBudget } from "./budget.ts";
import { align } from "./environment.ts";
import { withNames } from "./italic-unit.ts";
import { letterNode } from "./name.ts";
import { depthOf, freeNames, type Node, type NodeOf, numberNode } from "./node.ts";
import { readSmallNumber } from "./number-word.ts";
import { splitParts } from "./parts.ts";
import { proseOf } from "./prose.ts";
import { combinedQuantity, quantity } from "./quantity.ts";
import { whole } from "./rational.ts";
import { nested, next, peek, type Reader } from "./reader.ts";
import { NotMaths, type Token, type TokenRules } from "./scan.ts";
import { readItem, readSequence, sequenceNode } from "./sequence.ts";
import { setInWords } from "./set-phrase.ts";
import { tokenize } from "./token.ts";
import { readUnitText } from "./unit.ts";
import { readUnit } from "./written-unit.ts";

/** An answer as a tree, and what in its notation has a second reading. */
export interface Parsed {
  readonly node: Node;
  readonly comma: "group" | "decimal" | null;
  readonly exponent: boolean;
  /** `1/2x` was read as a half of x. */
  readonly slash: boolean;
}

/** How strong operators bind; the larger, the tighter. */
const POWER = { choose: 12, set: 20, ratio: 25, mod: 28, add: 30, multiply: 40, negate: 45, raise: 60 } as const;

/**
 * Reads a whole answer. Throws `NotMaths` where it is none and `OverBudget` where it is too much; both are caught by
 * `readAnswer`. A Pratt parser: one pass, no looking back but for bars, whose sides cannot be told at sight.
 */
export function parse(text: string, rules: TokenRules, budget: Budget): Parsed {
  const inWords = WORDS_ONLY.test(text) ? readSmallNumber(text) : null;
  if (inWords !== null) return { node: inWords, comma: null, exponent: false, slash: false };
  const { tokens: all, comma, exponent } = tokenize(text, rules);
  const prose = proseOf(all, text);
  if (prose !== null) {
    const name = setInWords(prose);
    const node: Node = name === null ? { kind: "text", text: prose } : { kind: "named_set", name };
    return { node, comma: null, exponent: false, slash: false };
  }
  const tokens = align(all);
  const parts = splitParts(tokens);
  if (parts !== null) {
    const read = parts.map((part) => parseTokens(part, rules.plain, budget, new Set()));
    const slash = read.some((part) => part.slash);
    return {
      node: { kind: "group", open: "(", close: ")", items: read.map(({ node }) => node) },
      comma,
      exponent,
      slash,
    };
  }
  const bars = tokens.flatMap((token, index) => (token.kind === "bar" ? [index] : []));
  // `||x||y||` has one reading only, in which its fourth bar opens; with many bars the search would not end.
  const tries = bars.length > 2 && bars.length <= MOST_BARS ? [[], ...bars.map((bar) => [bar])] : [[]];
  let failure: unknown = new NotMaths("nothing to read");
  for (const opening of tries) {
    try {
      return { ...parseTokens([...tokens], rules.plain, budget, new Set(opening)), comma, exponent };
    } catch (thrown) {
      if (!(thrown instanceof NotMaths)) throw thrown;
      failure = thrown;
    }
  }
  throw failure;
}

const MOST_BARS = 12;
const WORDS_ONLY = /^[a-zA-Z][a-zA-Z -]{2,20}$/;

function parseTokens(
  tokens: Token[],
  plain: boolean,
  budget: Budget,
  openingBars: ReadonlySet<number>,
): Pick<Parsed, "node" | "slash"> {
  const reader: Reader = {
    tokens,
    budget,
    plain,
    openingBars,
    at: 0,
    depth: 0,
    bars: 0,
    builder: false,
    integrand: false,
    intervals: 0,
    slashEnd: -1,
    slash: false,
    expression: (power) => nested(reader, () => readExpression(reader, power)),
    item: () => readItem(reader),
    sequence: () => readSequence(reader),
  };
  const node = withNames(sequenceNode(reader.sequence()));
  if (peek(reader).kind !== "stop") throw new NotMaths(`nothing fits with ${peek(reader).text}`);
  // Operators from left to right nest without recursion here, but not where the tree is read: 1/1/1/1.
  if (depthOf(node) > DEEPEST) throw new OverBudget("nested too deep");
  return { node, slash: reader.slash };
}

/** Operators from left to right, as long as they bind stronger than `power`. */
function readExpression(reader: Reader, power: number): Node {
  let left = readAtom(reader);
  for (;;) {
    const joined = readInfix(reader, left, power);
    if (joined === null) return left;
    left = joined;
  }
}

function readInfix(reader: Reader, left: Node, power: number): Node | null {
  const token = peek(reader);
  if (token.kind === "operator") return readOperator(reader, left, token, power);
  if (token.kind === "percent" && power >= POWER.multiply && endsFraction(reader)) return null;
  if (token.kind === "percent")
    return taken(reader, token.text === "‰" ? perMille(left) : { kind: "percent", of: left });
  if (token.kind === "degree") return readDegrees(reader, left);
  if (token.kind === "letter" && token.text === "U" && isSet(left) && peek(reader, 1).kind === "open") {
    return binary(reader, power, POWER.set, (right) => ({ kind: "set_operation", operator: "union", left, right }));
  }
  if (token.kind === "command") {
    if (token.text === "choose" || token.text === "over") {
      if (power >= POWER.choose) return null;
      next(reader);
      const right = reader.expression(POWER.choose);
      if (token.text === "over") return { kind: "quotient", top: left, bottom: right };
      return { kind: "call", name: "binom", inputs: [left, right] };
    }
    if (token.text === "mod") return binary(reader, power, POWER.mod, (right) => call("mod", left, right));
    if (token.text === "pmod") return null;
  }
  if (power >= POWER.multiply) return null;
  const unit = readUnit(reader, left);
  if (unit !== null) return unitOf(reader, left, token, unit);
  if (!startsOperand(reader)) return null;
  // Two numbers side by side are no product, and no number either.
  if (token.kind === "number" && reader.tokens[reader.at - 1]?.kind === "number") throw new NotMaths("two numbers");
  // `3 red and 2 blue` are two quantities; a product of them would not tell which is which.
  if (token.kind === "number" && left.kind === "quantity" && readUnitText(left.unit) === null) {
    throw new NotMaths("two quantities");
  }
  reader.slash ||= reader.slashEnd === reader.at && !token.spaced;
  const factor = reader.expression(POWER.multiply);
  const inner = left.kind === "quantity" && token.kind === "number" ? readUnit(reader, factor) : null;
  const right = inner === null ? factor : quantity(factor, inner);
  const both = combinedQuantity(left, right);
  if (both !== null) return both;
  // `A(1, 2)` names a point, and `P(A, B)` is a function of two.
  if (left.kind === "symbol" && right.kind === "group") return labelled(left.name, right);
  return product(left, right);
}

/** In a formula letters that are not upright may be factors. */
function unitOf(reader: Reader, left: Node, { kind, upright }: Token, unit: string): Node {
  const node = quantity(left, unit);
  if (node.kind !== "quantity" || node.of !== left || reader.plain || kind !== "letter" || upright === true)
    return node;
  return /^[a-zA-Z]+$/.test(unit) ? { ...node, letters: [...unit].map(letterNode) } : node;
}

function labelled(name: string, group: NodeOf<"group">): Node {
  const point = group.items.every((item) => freeNames(item).size === 0);
  return point ? { ...group, label: name } : { kind: "apply", name, inputs: group.items };
}

/** A `U` between intervals is no name. */
function isSet({ kind }: Node): boolean {
  return kind === "group" || kind === "set" || kind === "set_operation";
}

/** `25 °C` is a temperature; any other letter behind the sign is a factor. */
function readDegrees(reader: Reader, left: Node): Node {
  next(reader);
  const { kind, text, run } = peek(reader);
  const scale = kind === "letter" && run === 1 && (text === "C" || text === "F") ? next(reader).text : "";
  return { kind: "quantity", of: left, unit: `°${scale}` };
}

function readOperator(reader: Reader, left: Node, { text }: Token, power: number): Node | null {
  switch (text) {
    case "+":
      return binary(reader, power, POWER.add, (right) => sum(left, right));
    case "-":
      return binary(reader, power, POWER.add, (right) => sum(left, { kind: "negative", of: right }));
    case "±":
    case "∓": {
      const sign = text === "±" ? 1 : -1;
      return binary(reader, power, POWER.add, (of) => sum(left, { kind: "plus_minus", of, sign }));
    }
    case "*":
      return binary(reader, power, POWER.multiply, (right) => product(left, right));
    case "/":
      return binary(reader, power, POWER.multiply, (bottom) => {
        reader.slashEnd = reader.at;
        // a/bc is read as a by bc, as letters that stand together are one.
        reader.slash ||= bottom.kind === "word";
        return { kind: "quotient", top: left, bottom };
      });
    case "mod":
      return binary(reader, power, POWER.mod, (right) => call("mod", left, right));
    case ":":
      if (reader.builder) return null;
      return binary(reader, power, POWER.ratio, (right) => ({
        kind: "ratio",
        parts: left.kind === "ratio" ? [...left.parts, right] : [left, right],
      }));
    case "∪":
      return binary(reader, power, POWER.set, (right) => ({ kind: "set_operation", operator: "union", left, right }));
    case "∩":
      return binary(reader, power, POWER.set, (right) => ({
        kind: "set_operation",
        operator: "intersection",
        left,
        right,
      }));
    case "∖":
      return binary(reader, power, POWER.set, (right) => ({
        kind: "set_operation",
        operator: "difference",
        left,
        right,
      }));
    default:
      return power >= POWER.raise ? null : readIndexOrPower(reader, left);
  }
}

function binary(reader: Reader, power: number, own: number, join: (right: Node) => Node): Node | null {
  if (power >= own) return null;
  next(reader);
  return join(reader.expression(own));
}

function taken(reader: Reader, node: Node): Node {
  next(reader);
  return node;
}

/** `1/2%` is half a percent. */
function endsFraction(reader: Reader): boolean {
  const [top, slash, bottom] = [-3, -2, -1].map((ahead) => peek(reader, ahead));
  return top?.kind === "number" && slash?.kind === "operator" && slash.text === "/" && bottom?.kind === "number";
}

/** 3‰ is 0.3%. */
function perMille(left: Node): Node {
  return { kind: "percent", of: { kind: "quotient", top: left, bottom: numberNode(whole(10)) } };
}

function call(name: string, ...inputs: Node[]): Node {
  return { kind: "call", name, inputs };
}

function sum(left: Node, right: Node): Node {
  return { kind: "sum", terms: left.kind === "sum" ? [...left.terms, right] : [left, right] };
}

function product(left: Node, right: Node): Node {
  return { kind: "product", factors: left.kind === "product" ? [...left.factors, right] : [left, right] };
}
