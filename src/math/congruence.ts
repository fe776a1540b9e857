import { exactValue } from "./exact.ts";
import { isIdentical } from "./identical.ts";
import { freeNames, type Node, type NodeOf, numberNode } from "./node.ts";
import { type Comparison, DIFFERENT, different, type Outcome, SAME, same } from "./outcome.ts";
import { absolute, type Rational, same as sameRational, subtract } from "./rational.ts";
import { sameValue } from "./same-value.ts";

/** A residue class: `x ≡ 3 (mod 7)`, or `3 (mod 7)` alone. */
interface Class {
  readonly residue: Node;
  readonly modulus: Node;
}

function classOf(node: Node): Class | null {
  if (node.kind === "relation" && node.modulus !== undefined) {
    const residue = node.sides.at(-1);
    return residue === undefined ? null : { residue, modulus: node.modulus };
  }
  const [residue, modulus] = node.kind === "call" && node.name === "mod" ? node.inputs : [];
  return residue === undefined || modulus === undefined ? null : { residue, modulus };
}

/** Compares residue classes, and a class with a bare residue, which is never sure. Null where there is no class. */
export function sameCongruence(a: Node, b: Node, comparison: Comparison): Outcome | null {
  const written = a.kind === "relation" || b.kind === "relation";
  const [one, other] = [classOf(a), classOf(b)];
  if (one !== null && other !== null) {
    if (!sameValue(one.modulus, other.modulus, comparison).same) return written ? DIFFERENT : null;
    if (a.kind === "relation" && b.kind === "relation" && !isAboutTheSame(a, b)) return different("name");
    return isMultiple(one.residue, other.residue, one.modulus, comparison) ? SAME : DIFFERENT;
  }
  const known = one ?? other;
  if (known === null || !written) return null;
  const bare = one === null ? a : b;
  const form = formOf(bare);
  if (form !== null) return isForm(form, known, comparison) ? same("congruence") : different("congruence");
  if (bare.kind === "relation") return null;
  return isMultiple(known.residue, bare, known.modulus, comparison) ? same("congruence") : DIFFERENT;
}

function isAboutTheSame(a: NodeOf<"relation">, b: NodeOf<"relation">): boolean {
  const [one] = a.sides;
  const [other] = b.sides;
  return one !== undefined && other !== undefined && isIdentical(one, other);
}

/** Numbers as a formula with a name for any whole one: `x = 7k + 3`. */
interface Form {
  readonly value: Node;
  readonly name: string;
}

function formOf(node: Node): Form | null {
  if (node.kind === "relation" && node.operators.some((operator) => operator !== "=")) return null;
  const value = node.kind === "relation" ? node.sides.at(-1) : node;
  const [name, another] = value === undefined ? [] : freeNames(value);
  return value === undefined || name === undefined || another !== undefined ? null : { value, name };
}

/** Linear in the name, with the modulus for a step. */
function isForm({ value, name }: Form, { residue, modulus }: Class, comparison: Comparison): boolean {
  const at = (index: bigint): Rational | null =>
    exactValue(value, comparison.budget, new Map([[name, { top: index, bottom: 1n }]]));
  const [zero, one, two] = [at(0n), at(1n), at(2n)];
  if (zero === null || one === null || two === null) return false;
  const step = subtract(one, zero);
  if (!sameRational(subtract(two, one), step)) return false;
  const size = numberNode(absolute(step));
  return sameValue(size, modulus, comparison).same && isMultiple(residue, numberNode(zero), modulus, comparison);
}

function isMultiple(x: Node, y: Node, modulus: Node, comparison: Comparison): boolean {
  const difference: Node = { kind: "sum", terms: [x, { kind: "negative", of: y }] };
  const value = exactValue({ kind: "quotient", top: difference, bottom: modulus }, comparison.budget);
  return value === null ? sameValue(x, y, comparison).same : value.bottom === 1n;
}
