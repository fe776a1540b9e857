import { startsCondition } from "./atom.ts";
import { MOST_MEMBERS, OverBudget } from "./budget.ts";
import type { Node, NodeOf, RelationOperator } from "./node.ts";
import { combinedQuantity } from "./quantity.ts";
import { expect, next, peek, type Reader, type Sequence, take } from "./reader.ts";
import { NotMaths } from "./scan.ts";

/** Items up to what closes, or to the end. Separators at either end, and next to one another, say nothing. */
export function readSequence(reader: Reader): Sequence {
  const items: Node[] = [];
  const separators: string[] = [];
  let pending: string | null = null;
  for (;;) {
    const token = peek(reader);
    if (token.kind === "separator") {
      next(reader);
      pending = stronger(pending, token.text);
    } else if (ends(reader)) {
      return { items, separators };
    } else {
      if (items.length > 0) {
        if (pending === null && startsCondition(reader)) pending = ",";
        if (pending === null) return { items, separators };
        separators.push(pending);
      }
      if (items.length >= MOST_MEMBERS) throw new OverBudget("too many members");
      items.push(reader.item());
      pending = null;
    }
  }
}

const STRENGTH: Readonly<Record<string, number>> = { quad: 0, ",": 1, ";": 2, and: 3, or: 4 };

function stronger(one: string | null, other: string): string {
  return one !== null && (STRENGTH[one] ?? 0) > (STRENGTH[other] ?? 0) ? one : other;
}

function ends(reader: Reader): boolean {
  const { kind, text } = peek(reader);
  if (kind === "stop" || kind === "row" || kind === "cell" || kind === "end") return true;
  return (kind === "close" && text !== "]") || (kind === "close" && reader.intervals > 0 && text === "]");
}

/** Relations between expressions. Behind an arrow stands what follows, and only that counts. */
export function readItem(reader: Reader): Node {
  for (;;) {
    while (take(reader, "implies"));
    const node = readRelation(reader);
    if (peek(reader).kind !== "implies") return node;
  }
}

function readRelation(reader: Reader): Node {
  // `= 5` and `≈ 2.5`: the left side was left out.
  if (peek(reader).kind === "relation" && "=≈∈".includes(peek(reader).text)) next(reader);
  const sides = [reader.expression(RELATION)];
  const operators: RelationOperator[] = [];
  while (peek(reader).kind === "relation") {
    operators.push(next(reader).text as RelationOperator);
    sides.push(reader.expression(RELATION));
  }
  const modulus = readModulus(reader);
  const [first] = sides;
  if (first === undefined) throw new NotMaths("no sides");
  const last = sides.at(-1);
  if (modulus === null && operators.at(-1) === "≡" && last?.kind === "call" && last.name === "mod") {
    const [residue, by] = last.inputs;
    if (residue !== undefined && by !== undefined) {
      return { kind: "relation", sides: [...sides.slice(0, -1), residue], operators, modulus: by };
    }
  }
  if (operators.length === 0) return modulus === null ? first : { kind: "call", name: "mod", inputs: [first, modulus] };
  return modulus === null ? { kind: "relation", sides, operators } : { kind: "relation", sides, operators, modulus };
}

const RELATION = 10;

function readModulus(reader: Reader): Node | null {
  const bracketed = peek(reader).kind === "open" && peek(reader).text === "(" && peek(reader, 1).text === "mod";
  if (bracketed) {
    next(reader);
    next(reader);
    const modulus = reader.expression(RELATION);
    expect(reader, "close", ")");
    return modulus;
  }
  if (peek(reader).kind !== "command" || peek(reader).text !== "pmod") return null;
  next(reader);
  return reader.expression(MULTIPLY);
}

const MULTIPLY = 40;

/** A sequence as one node: its only item, or a list. */
export function sequenceNode({ items, separators }: Sequence): Node {
  const [only] = items;
  if (only === undefined) throw new NotMaths("nothing to read");
  if (items.length === 1) return only;
  const [, second] = items;
  const both =
    items.length === 2 && separators[0] === "and" && second !== undefined ? combinedQuantity(only, second) : null;
  if (both !== null) return both;
  const link = separators.includes("or") ? "or" : separators.includes("and") ? "and" : "comma";
  return { kind: "list", items: distributed(grouped(items, separators)), link };
}

/** `p=5,q=2;p=7,q=2` and `x=1,y=2 or x=2,y=1` list points. */
function grouped(items: readonly Node[], separators: readonly string[]): readonly Node[] {
  const strong = separators.includes(";") ? ";" : separators.includes("or") ? "or" : null;
  if (strong === null || separators.every((separator) => separator === strong)) return items;
  const parts: Node[][] = [[]];
  for (const [index, item] of items.entries()) {
    parts.at(-1)?.push(item);
    if (separators[index] === strong) parts.push([]);
  }
  const [first] = parts;
  const size = first?.length ?? 0;
  const alike = size > 1 && parts.every((part) => part.length === size);
  if (!alike || (strong === "or" && !items.every(isAssignment))) return items;
  return parts.map((part) => ({ kind: "group", open: "(", close: ")", items: part.map(assigned) }));
}

/** In `n ≡ 1, 2 (mod 3)` the name and the modulus hold for all residues. */
function residues(first: NodeOf<"relation">, items: readonly Node[]): readonly Node[] {
  const last = items.at(-1);
  const [name, residue] = first.sides;
  if (first.modulus !== undefined || last?.kind !== "call" || last.name !== "mod") return items;
  const [final, modulus] = last.inputs;
  if (name === undefined || residue === undefined || final === undefined || modulus === undefined) return items;
  const between = items.slice(1, -1);
  if (between.some((item) => item.kind === "relation")) return items;
  return [residue, ...between, final].map((item) => {
    return { kind: "relation", sides: [name, item], operators: ["≡"], modulus };
  });
}

function isAssignment(node: Node): boolean {
  return node.kind === "relation" && node.operators.length === 1 && node.operators[0] === "=";
}

function assigned(node: Node): Node {
  return node.kind === "relation" && isAssignment(node) ? (node.sides[1] ?? node) : node;
}

/** In `n = 1, 2, 3` the name holds for all that follows; so in `x ∈ A, B`. */
function distributed(items: readonly Node[]): readonly Node[] {
  const [first] = items;
  if (first?.kind !== "relation") return items;
  if (first.operators[0] === "≡") return residues(first, items);
  if (!isAssignment(first)) return items;
  const [name] = first.sides;
  if (name === undefined || items.slice(1).some((item) => item.kind === "relation")) return items;
  return items.map((item, index) => (index === 0 ? item : { kind: "relation", sides: [name, item], operators: ["="] }));
}
