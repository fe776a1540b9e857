import { logOddsOf, sideOfLogOdds, type VoteOdds } from "../../src/select/stop/log-odds.ts";
import { type LookOutcome, lead } from "../../src/select/stop/rules.ts";
import { tallyPair } from "../../src/select/tally/pair-tally.ts";
import { profiles } from "../../src/select/tally/profile.ts";
import type { ProfileName } from "../../src/select/types.ts";
import { type Performance, performanceOf, type RecordedPair, verdictsOf, votesOn } from "./llmbar.ts";
import { numpyRandom } from "./numpy-random.ts";
import { criterion, facts } from "./votes.ts";

export const fivePrompts = ["Vanilla", "Vanilla_NoRules", "CoT", "Metrics", "Metrics_Reference"].map(
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

/** What a design came to, in per cent, and its mean number of calls for a pair. */
export interface Run {
  readonly credit: number;
  readonly calls: number;
}

/** Every look of some judges, by the rules of a profile. */
export function byProfile(pairs: readonly RecordedPair[], judges: readonly string[], name: ProfileName): Performance {
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
  return performanceOf(pairs, decisions);
}

/** Up to five prompts in random order, until both orders of one agree; the mean of fifty drawings. */
export function stoppedEarly(pairs: readonly RecordedPair[]): Run {
  const rule = lead(1);
  return meanOf(50, (seed) => {
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
}

/** Prompts until the learned odds are four to one, cross-validated; the mean of ten drawings. */
export function byLearnedOdds(pairs: readonly RecordedPair[]): Run {
  return meanOf(10, (seed) => crossValidated(pairs, seed, 0.8));
}

function meanOf(draws: number, run: (seed: number) => Run): Run {
  const runs = Array.from({ length: draws }, (_, seed) => run(seed));
  return { credit: mean(runs.map((one) => one.credit)), calls: mean(runs.map((one) => one.calls)) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Five folds; the odds of each prompt are learned on four of them and used on the fifth. */
function crossValidated(pairs: readonly RecordedPair[], seed: number, confidence: number): Run {
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
