import type { VoteSums } from "../types.ts";
import type { ReadVote } from "../vote-types.ts";
import { wholeLooks } from "./ballot.ts";
import { chanceOf } from "./chance.ts";
import type { Profile } from "./profile.ts";
import { clamp, orEqual, rounding, usableWeight, weightedDeviation, weightedMean } from "./weighted.ts";

/** Nothing counted. */
export const noSums: VoteSums = {
  scoreA: null,
  scoreB: null,
  margin: null,
  votesA: 0,
  votesB: 0,
  voteMargin: 0,
  disagreement: null,
  confidence: null,
  swapConsistency: null,
};

/** 1 for A, 0 for B, one half where the vote names neither. */
export function voteForA(vote: ReadVote, profile: Profile): number {
  const gap = vote.scoreA - vote.scoreB;
  if (Math.abs(gap) <= rounding || Math.abs(gap) < profile.halfVoteBelow - rounding) return 0.5;
  return gap > 0 ? 1 : 0;
}

/**
 * What votes add up to when all of them count as one question. Formulas: means weighted by model; a vote for the side
 * with the higher score; disagreement = min(1, standard deviation of A - B); `gap` confidence = |mean(A - B)| x (1 -
 * disagreement).
 */
export function sumVotes(votes: readonly ReadVote[], profile: Profile): VoteSums {
  if (votes.length === 0) return noSums;
  const weights = orEqual(votes.map((vote) => weightOf(vote, profile)));
  const weigh = (figure: (vote: ReadVote) => number) =>
    votes.map((vote, index) => ({ value: figure(vote), weight: weights[index] ?? 0 }));

  const scoreA = weightedMean(weigh((vote) => vote.scoreA));
  const scoreB = weightedMean(weigh((vote) => vote.scoreB));
  const deviation = weightedDeviation(weigh((vote) => vote.scoreA - vote.scoreB));
  if (scoreA === null || scoreB === null || deviation === null) return noSums;
  const voteWeights = profile.weighted === "means_and_votes" ? weights : votes.map(() => 1);
  const share =
    weightedMean(votes.map((vote, i) => ({ value: voteForA(vote, profile), weight: voteWeights[i] ?? 0 }))) ?? 0.5;
  const disagreement = Math.min(1, deviation);
  const margin = scoreA - scoreB;
  return {
    scoreA,
    scoreB,
    margin,
    ...votesOf(share, votes.length),
    disagreement,
    confidence:
      profile.confidence === "gap"
        ? clamp(Math.abs(margin) * (1 - disagreement))
        : chanceOf({ share, looks: votes.length / 2 }),
    swapConsistency: swapConsistency(votes),
  };
}

/** A share of so many votes as the votes of either side. */
export function votesOf(share: number, votes: number): Pick<VoteSums, "votesA" | "votesB" | "voteMargin"> {
  return { votesA: share * votes, votesB: (1 - share) * votes, voteMargin: Math.max(share, 1 - share) };
}

/** 1 minus the mean change of the gap between the two orders of a look; null without a whole look. Never weighted. */
function swapConsistency(votes: readonly ReadVote[]): number | null {
  const changes = wholeLooks(votes).map(({ original, swapped }) => ({
    value: Math.abs(original.scoreA - original.scoreB - (swapped.scoreA - swapped.scoreB)),
    weight: 1,
  }));
  const change = weightedMean(changes);
  return change === null ? null : 1 - clamp(change);
}

function weightOf(vote: ReadVote, profile: Profile): number {
  return profile.weighted === "nothing" ? 1 : usableWeight(vote.weight);
}
