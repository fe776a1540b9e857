import { describe, expect, test } from "vitest";
import { tallyPair } from "../../src/select/tally/pair-tally.ts";
import { profiles } from "../../src/select/tally/profile.ts";
import { describeShared } from "../shared.ts";
import { llmbarPath, type Performance, recordedPairs, votesOn } from "./llmbar.ts";
import { numpyRandom } from "./numpy-random.ts";
import { byLearnedOdds, byProfile, fivePrompts, stoppedEarly } from "./recorded-designs.ts";
import { criterion, facts } from "./votes.ts";

test("folds and orders are drawn as NumPy draws them", () => {
  const random = numpyRandom(49);
  expect(random.permutation(10)).toEqual([5, 3, 4, 1, 7, 2, 8, 6, 9, 0]);
  expect(random.permutation(8)).toEqual([2, 1, 4, 6, 7, 5, 0, 3]);
});

describeShared("recorded decisions of GPT-4", llmbarPath, () => {
  const pairs = recordedPairs();

  test("are all there", () => expect(pairs.length).toBe(419));

  test("one look with criteria and reference, a winner where both orders agree", () => {
    const judged = byProfile(pairs, ["GPT-4/Metrics_Reference"], "default");
    expect(rounded(judged)).toEqual({ credit: 87.2, decided: 90.6, cover: 91.6 });
  });

  test("five looks by the reference's rule", () => {
    expect(rounded(byProfile(pairs, fivePrompts, "reference"))).toEqual({ credit: 84.1, decided: 87, cover: 92.1 });
  });

  test("stopping at the first look whose orders agree", () => {
    const { credit, calls } = stoppedEarly(pairs);
    expect(credit).toBeGreaterThanOrEqual(84);
    expect(calls).toBeLessThanOrEqual(2.4);
    expect([round(credit, 1), round(calls, 2)]).toEqual([84.2, 2.25]);
  });

  test("stopping at learned log odds of four to one, cross-validated", () => {
    const { credit, calls } = byLearnedOdds(pairs);
    expect(credit).toBeGreaterThanOrEqual(85);
    expect(calls).toBeLessThanOrEqual(3);
    expect([round(credit, 1), round(calls, 2)]).toEqual([85.3, 2.68]);
  });
});

describe("a judge at chance", () => {
  test("is not called sure by a single look", () => {
    const votes = votesOn({ truth: 1, verdicts: new Map([["j", [1, 1] as const]]) }, ["j"]);
    const pair = tallyPair({
      a: facts("a"),
      b: facts("b"),
      votes,
      criteria: [criterion("c")],
      profile: profiles.default,
    });
    expect(pair.confidence).toBeCloseTo(1 - 0.5 ** 1.5, 9);
  });
});

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function rounded({ credit, decided, cover }: Performance) {
  return { credit: round(credit, 1), decided: round(decided, 1), cover: round(cover, 1) };
}
