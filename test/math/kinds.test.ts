import { expect, test } from "vitest";
import kinds from "../cases/math-kinds.json" with { type: "json" };
import { scoreOf } from "./pair.ts";

type Pairs = readonly (readonly string[])[];

/** Pairs by kind: what is the same, what is not, and what nobody can be sure of. Each is looked at both ways. */
interface Kind {
  readonly why: string;
  readonly same?: Pairs;
  readonly different?: Pairs;
  readonly unsure?: Pairs;
}

const KINDS = kinds as readonly Kind[];

function bothWays(pairs: Pairs = []) {
  return pairs.flatMap(([a = "", b = ""]) => [
    { answer: a, target: b, score: scoreOf(a, b) },
    { answer: b, target: a, score: scoreOf(b, a) },
  ]);
}

test.each(KINDS)("$why: the same are right, others are wrong, and doubts are told", ({ same, different, unsure }) => {
  expect(bothWays(same).filter(({ score }) => score.value !== 1)).toEqual([]);
  expect(bothWays(different).filter(({ score }) => score.value !== 0)).toEqual([]);
  const sure = (unsure ?? []).filter((pair) =>
    bothWays([pair]).every(({ score }) => score.value !== null && score.confident),
  );
  expect(sure).toEqual([]);
});

test("most of the verdicts that are right are sure as well", () => {
  const all = KINDS.flatMap(({ same, different }) => [...bothWays(same), ...bothWays(different)]);
  const sure = all.filter(({ score }) => score.value !== null && score.confident);
  expect(all.length).toBeGreaterThan(1_000);
  expect(sure.length / all.length).toBeGreaterThan(0.85);
});
