import { exactValue } from "./exact.ts";
import type { Node } from "./node.ts";
import { type Comparison, DIFFERENT, type Outcome, SAME, same } from "./outcome.ts";
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
    return isMultiple(one.residue, other.residue, one.modulus, comparison) ? SAME : DIFFERENT;
  }
  const known = one ?? other;
  if (known === null || !written) return null;
  const bare = one === null ? a : b;
  if (bare.kind === "relation") return null;
  return isMultiple(known.residue, bare, known.modulus, comparison) ? same("congruence") : DIFFERENT;
}

function isMultiple(x: Node, y: Node, modulus: Node, comparison: Comparison): boolean {
  const difference: Node = { kind: "sum", terms: [x, { kind: "negative", of: y }] };
  const value = exactValue({ kind: "quotient", top: difference, bottom: modulus }, comparison.budget);
  return value === null ? sameValue(x, y, comparison).same : value.bottom === 1n;
}
