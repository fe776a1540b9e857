import * as complex from "./complex.ts";
import type { Sides } from "./equation.ts";
import { evaluate } from "./evaluate.ts";
import { keyOf } from "./identical.ts";
import { freeNames, holds, isUnknown, mapChildren, type Node } from "./node.ts";
import type { Comparison } from "./outcome.ts";
import { type Range, valueAt } from "./point.ts";

/** Names that are solved for, one after the other, while the others have values. */
const MOST_NAMES = 3;
const DRAWS: readonly Range[] = ["fraction", "positive", "negative_fraction"];
/** From 0.001 to some 60,000, on either side of 0. */
const LOOKS = 45;
const STEP = 1.5;
/** No round number, so that usual roots lie between two looks. */
const FIRST = 0.00101;
const HALVINGS = 60;
/** What is left of a difference at a root, of the largest number on the way to it. */
const NOTHING = 1e-9;
const UNSOLVED = 1e-6;

/**
 * Whether two equations in the same names hold for the same values: what solves one is looked at in the other. Some
 * roots that agree in both directions are no proof; one that does not solve the other is. Null where that cannot be
 * seen: no root was found, or they differ where a name is negative, which the radius of `A = πr^2` never is.
 */
export function haveSameRoots(a: Sides, b: Sides, comparison: Comparison): boolean | null {
  const [one, other] = [plain(a), plain(b)];
  if ([one.left, one.right, other.left, other.right].some((side) => holds(side, isUnknown))) return null;
  const [names, others] = [namesOf(one), namesOf(other)];
  // a_{n+1} may be written a_{1+n}: other names are no proof.
  if (names.join(" ") !== others.join(" ")) return null;
  let [fromOne, fromOther, negative] = [0, 0, false];
  for (const name of names.slice(0, MOST_NAMES)) {
    for (const [trial, range] of DRAWS.entries()) {
      const values = new Map(names.map((each) => [each, valueAt(each, trial, range, comparison.seed)]));
      const lookAt = (sides: Sides) => (x: number) => leftAt(sides, values, name, x, comparison);
      const [first, second] = [lookAt(one), lookAt(other)];
      const roots = [
        ...rootsOf(first).map((root) => ({ root, left: second(root), from: "one" })),
        ...rootsOf(second).map((root) => ({ root, left: first(root), from: "other" })),
      ];
      for (const { root, left, from } of roots) {
        if (left === null) continue;
        if (Math.abs(left) <= UNSOLVED) from === "one" ? fromOne++ : fromOther++;
        else if (names.length === 1 || (root > 0 && range !== "negative_fraction")) return false;
        else negative = true;
      }
      if (names.length === 1) break;
    }
  }
  return fromOne > 0 && fromOther > 0 && !negative ? true : null;
}

/** x_0 is a name as x is, as long as only its look counts. */
function plain({ left, right }: Sides): Sides {
  return { left: withoutIndices(left), right: withoutIndices(right) };
}

function withoutIndices(node: Node): Node {
  return node.kind === "indexed" ? { kind: "symbol", name: keyOf(node) } : mapChildren(node, withoutIndices);
}

function namesOf({ left, right }: Sides): readonly string[] {
  return [...freeNames(right, freeNames(left))].sort();
}

/** left - right as a share of the largest number on the way; null where that is not real. */
function leftAt(
  { left, right }: Sides,
  drawn: ReadonlyMap<string, number>,
  name: string,
  x: number,
  { budget, seed }: Comparison,
): number | null {
  const values = new Map([...drawn].map(([each, value]) => [each, complex.real(each === name ? x : value)]));
  const place = { budget, seed, values, naturalLog: false, drawn: true, peak: 0, finest: Infinity };
  const [first, second] = [evaluate(left, place), evaluate(right, place)];
  const value = complex.add(first, complex.negate(second));
  if (!complex.isNumber(value)) return null;
  const scale = Math.max(place.peak, complex.size(first), complex.size(second));
  if (scale === 0) return 0;
  return Math.abs(value.im) <= 1e-12 * scale ? value.re / scale : null;
}

/** Where the sign changes between two looks, but not at a pole. */
function rootsOf(at: (x: number) => number | null): readonly number[] {
  const roots: number[] = [];
  let [before, from]: [number | null, number] = [null, 0];
  for (let index = -LOOKS; index <= LOOKS; index++) {
    const x = index === 0 ? 0 : Math.sign(index) * FIRST * STEP ** (Math.abs(index) - 1);
    const here = at(x);
    if (here === 0) roots.push(x);
    else if (here !== null && before !== null && here * before < 0) {
      const root = halved(at, from, x, before);
      if (root !== null) roots.push(root);
    }
    [before, from] = [here, x];
  }
  return roots;
}

function halved(at: (x: number) => number | null, from: number, to: number, first: number): number | null {
  let [low, high] = [from, to];
  for (let count = 0; count < HALVINGS; count++) {
    const middle = (low + high) / 2;
    const here = at(middle);
    if (here === null) return null;
    if (here * first > 0) low = middle;
    else high = middle;
  }
  const left = at(high);
  return left !== null && Math.abs(left) <= NOTHING ? high : null;
}
