import { describe, expect, test } from "vitest";
import { logOddsOf, sideOfLogOdds, type VoteOdds } from "../../src/select/stop/log-odds.ts";
import { type LookOutcome, lead } from "../../src/select/stop/rules.ts";
import { tallyPair } from "../../src/select/tally/pair-tally.ts";
import { profiles } from "../../src/select/tally/profile.ts";
import type { ProfileName } from "../../src/select/types.ts";
import { describeShared } from "../shared.ts";
import { llmbarPath, performanceOf, type RecordedPair, recordedPairs, verdictsOf, votesOn } from "./llmbar.ts";
import { numpyRandom } from "./numpy-random.ts";
import { criterion, facts } from "./votes.ts";

const fivePrompts = ["Vanilla", "Vanilla_NoRules", "CoT", "Metrics", "Metrics_Reference"].map(
  (prompt) => `GPT-4/${prompt}`,
);
const eightPrompts = [
  "Vanilla",
  "Vanilla_NoRules",
  "CoT",
  "Metrics",
  "Reference",
  "Metrics_Reference",
  "Swap",
  "Swap_CoT",
].map((prompt) => `GPT-4/${prompt}`);

test("folds and orders are drawn as NumPy draws them", () => {
  const random = numpyRandom(49);
  expect(random.permutation(10)).toEqual([5, 3, 4, 1, 7, 2, 8, 6, 9, 0]);
  expect(random.permutation(8)).toEqual([2, 1, 4, 6, 7, 5, 0, 3]);
});

describeShared("recorded decisions of GPT-4", llmbarPath, () => {
  const pairs = recordedPairs();

  function tally(judges: readonly string[], name: ProfileName) {
    const decisions = pairs.map((pair) => {
      const votes = votesOn(pair, judges);
      const { side } = tallyPair({
        a: facts("a"),
        b: facts("b"),
        votes,
        criteria: [criterion("c")],
        profile: profiles[name],
      });
      return side === "a" ? 1 : side === "b" ? -1 : 0;
    });
    return rounded(performanceOf(pairs, decisions));
  }

  test("are all there", () => expect(pairs.length).toBe(419));

  test("one look with criteria and reference, a winner where both orders agree", () => {
    expect(tally(["GPT-4/Metrics_Reference"], "default")).toEqual({ credit: 87.2, decided: 90.6, cover: 91.6 });
  });

  test("five looks by the reference's rule", () => {
    expect(tally(fivePrompts, "reference")).toEqual({ credit: 84.1, decided: 87, cover: 92.1 });
  });

  test("stopping at the first look whose orders agree", () => {
    const rule = lead(1);
    const runs = Array.from({ length: 50 }, (_, seed) => {
      const random = numpyRandom(seed);
      let calls = 0;
      const decisions = pairs.map((pair) => {
        const order = random.permutation(eightPrompts.length).slice(0, 5);
        const outcomes: LookOutcome[] = [];
        let sum = 0;
        for (const place of order) {
          const [original, swapped] = verdictsOf(pair, eightPrompts[place] ?? "");
          calls += 2;
          sum += original + swapped;
          outcomes.push(original === swapped ? original : 0);
          if (rule(outcomes) !== null) break;
        }
        return sum;
      });
      return { credit: performanceOf(pairs, decisions).credit, calls: calls / pairs.length };
    });
    const [credit, calls] = [mean(runs.map((run) => run.credit)), mean(runs.map((run) => run.calls))];
    expect(credit).toBeGreaterThanOrEqual(84);
    expect(calls).toBeLessThanOrEqual(2.4);
    expect([round(credit, 1), round(calls, 2)]).toEqual([84.2, 2.25]);
  });

  test("stopping at learned log odds of four to one, cross-validated", () => {
    const runs = Array.from({ length: 10 }, (_, seed) => crossValidated(pairs, seed, 0.8));
    const [credit, calls] = [mean(runs.map((run) => run.credit)), mean(runs.map((run) => run.calls))];
    expect(credit).toBeGreaterThanOrEqual(85);
    expect(calls).toBeLessThanOrEqual(3);
    expect([round(credit, 1), round(calls, 2)]).toEqual([85.3, 2.68]);
  });
});

/** Five folds; the odds of each prompt are learned on four of them and used on the fifth. */
function crossValidated(pairs: readonly RecordedPair[], seed: number, confidence: number) {
  const shuffled = numpyRandom(seed).permutation(pairs.length);
  const decisions = pairs.map(() => 0);
  let calls = 0;
  for (let fold = 0; fold < 5; fold++) {
    const held = shuffled.filter((_, index) => index % 5 === fold);
    const heldPlaces = new Set(held);
    const train = pairs.filter((_, place) => !heldPlaces.has(place));
    const odds = new Map(eightPrompts.map((judge) => [judge, learnOdds(train, judge)]));
    const random = numpyRandom(seed);
    // The order of the prompts is drawn anew for each fold with the seed of the run, as it was for the figures.
    for (const place of held) {
      const pair = pairs[place];
      if (pair === undefined) continue;
      let logOdds = 0;
      for (const prompt of random.permutation(eightPrompts.length)) {
        const judge = eightPrompts[prompt] ?? "";
        const learned = odds.get(judge);
        if (learned === undefined) continue;
        const [original, swapped] = verdictsOf(pair, judge);
        logOdds += logOddsOf([
          { order: "original", outcome: original, odds: learned },
          { order: "swapped", outcome: swapped, odds: learned },
        ]);
        calls += 2;
        if (sideOfLogOdds(logOdds, confidence) !== null) break;
      }
      const side = sideOfLogOdds(logOdds, confidence);
      decisions[place] = side === "a" ? 1 : side === "b" ? -1 : 0;
    }
  }
  return { credit: performanceOf(pairs, decisions).credit, calls: calls / pairs.length };
}

/** Each vote's share among pairs where A is better and where B is, with one added to each count. */
function learnOdds(pairs: readonly RecordedPair[], judge: string): VoteOdds {
  const table = (order: 0 | 1) => {
    const share = (truth: 1 | -1, outcome: LookOutcome) => {
      const own = pairs.filter((pair) => pair.truth === truth);
      const named = own.filter((pair) => verdictsOf(pair, judge)[order] === outcome).length;
      return (named + 1) / (own.length + 3);
    };
    const odds = (outcome: LookOutcome) => Math.log(share(1, outcome)) - Math.log(share(-1, outcome));
    return { "-1": odds(-1), "0": odds(0), "1": odds(1) };
  };
  return { original: table(0), swapped: table(1) };
}

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

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function rounded(performance: ReturnType<typeof performanceOf>) {
  const { credit, decided, cover } = performance;
  return { credit: round(credit, 1), decided: round(decided, 1), cover: round(cover, 1) };
}
