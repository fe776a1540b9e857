import { asSymbol, describedSet, differenceAt } from "./described-set.ts";
import { freeNames, holds, isUnknown, type Node } from "./node.ts";
import type { Comparison } from "./outcome.ts";
import { endsOf, includes } from "./real-set.ts";

/**
 * Whether two conditions on one unknown hold for the same numbers: looked at the ends of either, close to them, between
 * them and on a grid. For conditions that are not linear: |x| > 3, x^2 <= 4. Null where either cannot be decided.
 */
export function sameMembership(a: Node, b: Node, comparison: Comparison): boolean | null {
  const [one, other] = [testOf(a, comparison), testOf(b, comparison)];
  if (one === null || other === null) return null;
  const ends = [...new Set([...one.ends, ...other.ends])].sort((x, y) => x - y);
  let decided = 0;
  for (const x of looksAt(ends)) {
    const [left, right] = [one.holds(x), other.holds(x)];
    if (left === null || right === null) continue;
    if (left !== right) return false;
    decided++;
  }
  return decided > GRID ? true : null;
}

interface Test {
  readonly ends: readonly number[];
  /** Null where the condition has no value. */
  holds(x: number): boolean | null;
}

function testOf(node: Node, comparison: Comparison): Test | null {
  const set = describedSet(node, comparison);
  if (set !== null) return { ends: endsOf(set), holds: (x) => includes(set, x) };
  if (node.kind === "list") {
    // A point of two unknowns is no number of one.
    if (freeNames(node).size > 1) return null;
    const tests = node.items.map((item) => testOf(item, comparison));
    if (tests.includes(null)) return null;
    const all = tests.flatMap((test) => (test === null ? [] : [test]));
    const decide = (values: readonly (boolean | null)[]): boolean | null => {
      if (values.includes(null)) return null;
      return node.link === "or" ? values.includes(true) : !values.includes(false);
    };
    return { ends: all.flatMap(({ ends }) => ends), holds: (x) => decide(all.map((test) => test.holds(x))) };
  }
  if (node.kind !== "relation") return null;
  const sides = node.sides.map(asSymbol);
  return sides.some((side) => holds(side, isUnknown)) ? null : ofRelation(sides, node.operators, comparison);
}

function ofRelation(sides: readonly Node[], operators: readonly string[], comparison: Comparison): Test | null {
  const names = new Set<string>();
  for (const side of sides) freeNames(side, names);
  const [name] = names;
  if (name === undefined || names.size !== 1 || operators.some((operator) => !"<>≤≥≠=".includes(operator))) return null;
  const differences = operators.map((operator, index) => {
    const [left, right] = [sides[index], sides[index + 1]];
    const at = (x: number): number =>
      left === undefined || right === undefined ? Number.NaN : differenceAt(left, right, name, x, comparison);
    return { operator, at };
  });
  return {
    ends: differences.flatMap(({ at }) => rootsOf(at)),
    holds: (x) => {
      let result = true;
      for (const { operator, at } of differences) {
        const value = at(x);
        if (Number.isNaN(value)) return null;
        result &&= satisfies(Math.abs(value) < ZERO ? 0 : Math.sign(value), operator);
      }
      return result;
    },
  };
}

const ZERO = 1e-7;

function satisfies(sign: number, operator: string): boolean {
  switch (operator) {
    case "<":
      return sign < 0;
    case ">":
      return sign > 0;
    case "≤":
      return sign <= 0;
    case "≥":
      return sign >= 0;
    case "=":
      return sign === 0;
    default:
      return sign !== 0;
  }
}

const GRID = 60;
const REACH = 30;
/** No round number, so that the grid does not meet the ends of usual answers by accident. */
const OFFSET = 0.0137;

function gridPoint(index: number): number {
  return -REACH + (2 * REACH * index) / GRID + OFFSET;
}

/** Where a difference changes its sign on the grid, narrowed down by halving. */
export function rootsOf(at: (x: number) => number): readonly number[] {
  const roots: number[] = [];
  let before = at(gridPoint(0));
  for (let index = 1; index <= GRID; index++) {
    const here = at(gridPoint(index));
    if (before * here < 0) roots.push(bisected(at, gridPoint(index - 1), gridPoint(index), before));
    before = here;
  }
  return roots;
}

function bisected(at: (x: number) => number, from: number, to: number, first: number): number {
  let [low, high] = [from, to];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (at(middle) * first > 0) low = middle;
    else high = middle;
  }
  const nearest = Math.round(high * 1e9) / 1e9;
  return Math.abs(at(nearest)) <= Math.abs(at(high)) ? nearest : high;
}

function* looksAt(ends: readonly number[]): Generator<number> {
  for (const [index, end] of ends.entries()) {
    const before = ends[index - 1];
    const step = 1e-4 * Math.max(1, Math.abs(end));
    yield end;
    yield end - step;
    yield end + step;
    if (before !== undefined) yield (before + end) / 2;
  }
  for (let index = 0; index <= GRID; index++) yield gridPoint(index);
  yield 1e3;
  yield -1e3;
}
