import { compareText } from "../tally/ballot.ts";
import { hasFailed } from "../tally/pair-tally.ts";
import type { CandidateFacts, Strength } from "../types.ts";
import type { Criterion, Vote } from "../vote-types.ts";
import {
  type BootstrapOptions,
  bestShares,
  bootstrapStrengths,
  type Draws,
  expectedOutcome,
  middleOf,
  recentred,
  strongerShare,
} from "./bootstrap.ts";
import { type Standing, stepsOf } from "./by-wins.ts";
import { fitStrengths, sharesOf } from "./davidson.ts";
import { groupsOf } from "./groups.ts";
import { outcomesOf } from "./outcomes.ts";

export interface StrengthRank {
  readonly id: string;
  readonly strength: Strength;
  readonly bestShare: number;
  /** From 1. */
  readonly group: number;
}

/** How sure it must be that one is stronger before two are told apart, and how wide intervals are. */
const groupLevel = 0.95;

/**
 * Ranks by strength, then by mean score, then by id. A candidate with a failed check comes after all without one, in a
 * group of its own kind, whatever its strength.
 */
export function rankByStrength(given: {
  readonly candidates: readonly CandidateFacts[];
  readonly criteria: readonly Criterion[];
  readonly votes: readonly Vote[];
  readonly standings: readonly Standing[];
  readonly bootstrap?: BootstrapOptions;
}): readonly StrengthRank[] {
  // All arithmetic is done in the order of the ids, so that the order of the candidates cannot move a digit.
  const candidates = [...given.candidates].sort((one, other) => compareText(one.id, other.id));
  const ids = candidates.map((candidate) => candidate.id);
  const outcomes = outcomesOf({ ids, criteria: given.criteria, votes: given.votes });
  const fit = fitStrengths(ids.length, outcomes);
  const draws = bootstrapStrengths(fit, outcomes, given.bootstrap);
  const shares = sharesOf(fit.strengths);
  // The draws begin with a look that says nothing and the fit does not, so they are spread around another middle: where
  // all looks agree the fit would lie beyond nearly every draw. Groups and shares stay with the draws as they are.
  const cautious = fitStrengths(ids.length, outcomes.map(expectedOutcome), { ties: fit.ties, start: fit.strengths });
  const centred = recentred(draws, cautious.strengths, fit.strengths);
  const means = new Map(given.standings.map((standing) => [standing.id, standing.meanPairScore]));

  const places = ids.map((_, place) => place);
  const failed = candidates.map(hasFailed);
  const sound = places.filter((place) => !failed[place]);
  const best = bestShares(draws, sound.length > 0 ? sound : places);
  const ranked = [...places].sort(
    (one, other) =>
      Number(failed[one]) - Number(failed[other]) ||
      strengthSteps(shares[other]) - strengthSteps(shares[one]) ||
      stepsOf(means.get(ids[other] ?? "") ?? null) - stepsOf(means.get(ids[one] ?? "") ?? null) ||
      one - other,
  );
  const apart = (better: number, worse: number) =>
    failed[better] !== failed[worse] || strongerShare(draws, better, worse) >= groupLevel;
  return groupsOf(ranked, apart).flatMap((group, index) =>
    group.map((place) => ({
      id: ids[place] ?? "",
      strength: strengthOf(centred, place, shares[place] ?? 0),
      bestShare: best.get(place) ?? 0,
      group: index + 1,
    })),
  );
}

/** A handful of draws may all lie to one side of the middle they are spread around. */
function strengthOf(draws: Draws, place: number, value: number): Strength {
  const { low, high } = middleOf(draws, place, groupLevel);
  return { value, low: Math.min(low, value), high: Math.max(high, value), level: groupLevel };
}

/** Strengths come from an iteration: what differs in the seventh digit is equal. */
function strengthSteps(share: number | undefined): number {
  return Math.round((share ?? 0) * 1e7);
}
