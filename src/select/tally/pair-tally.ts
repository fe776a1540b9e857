import type { CandidateFacts, CriterionTally, Pairing, Side, VoteSums } from "../types.ts";
import type { Criterion, Vote } from "../vote-types.ts";
import { flipVote, isRead, pairOf } from "./ballot.ts";
import { chanceOf } from "./chance.ts";
import { type CriterionVotes, tallyCriterion, votesByCriterion } from "./criterion-tally.ts";
import { flipPairing } from "./flip-pairing.ts";
import { mostUnreadable, sideOf } from "./gate.ts";
import { modelShares } from "./model-share.ts";
import type { Profile } from "./profile.ts";
import { shareOf } from "./share.ts";
import { noSums, sumVotes, voteForA, votesOf } from "./sums.ts";
import { orEqual, rounding, usableWeight, weightedMean } from "./weighted.ts";

export interface PairVotes {
  readonly a: CandidateFacts;
  readonly b: CandidateFacts;
  /** Of this pair, either way round. */
  readonly votes: readonly Vote[];
  readonly criteria: readonly Criterion[];
  readonly profile: Profile;
}

/** Adds up the votes of one pair. Neither the order of the votes nor which candidate is called A plays a part. */
export function tallyPair({ a, b, votes, criteria, profile }: PairVotes): Pairing {
  const sides = pairOf(a.id, b.id);
  const turned = sides.a !== a.id;
  const own = votes.map((vote) => (vote.a === sides.a ? vote : flipVote(vote)));
  const pairing = turned
    ? tallyOrdered({ a: b, b: a, votes: own, criteria, profile })
    : tallyOrdered({ a, b, votes: own, criteria, profile });
  return turned ? flipPairing(pairing) : pairing;
}

function tallyOrdered({ a, b, votes, criteria, profile }: PairVotes): Pairing {
  const split = votesByCriterion(votes, criteria, profile);
  const tallies = split.map((one) => tallyCriterion(one, profile));
  const sums = withPenalties(sumsOf(split, tallies, profile), a.penalty, b.penalty);
  const cast = split.flatMap((one) => one.cast);
  const unreadable = shareOf(cast.filter((vote) => !isRead(vote)).length, cast.length);
  const tooMany = unreadable.value !== null && unreadable.value > mostUnreadable + rounding;
  const checked = sideByChecks(a, b);
  const side = checked ?? (tooMany ? null : sideOf(sums, profile));
  return {
    candidateA: a.id,
    candidateB: b.id,
    ...sums,
    side,
    winner: side === null || side === "tie" ? side : side === "a" ? a.id : b.id,
    decidedBy: checked !== null ? "checks" : side === null ? null : "votes",
    looks: tallies.reduce((looks, tally) => looks + tally.looks, 0),
    unreadable,
    criteria: tallies,
    modelBreakdown: modelShares(
      split.flatMap((one) => one.counted),
      profile,
    ),
  };
}

/** A failed check of one side alone settles the pair, whatever the votes say. */
function sideByChecks(a: CandidateFacts, b: CandidateFacts): Side | null {
  const [failedA, failedB] = [hasFailed(a), hasFailed(b)];
  return failedA === failedB ? null : failedA ? "b" : "a";
}

export function hasFailed(candidate: CandidateFacts): boolean {
  return (candidate.failedChecks ?? []).length > 0;
}

function sumsOf(split: readonly CriterionVotes[], tallies: readonly CriterionTally[], profile: Profile): VoteSums {
  const counted = split.flatMap((one) => one.counted);
  if (counted.length === 0) return noSums;
  const asked = tallies.filter((tally) => tally.scoreA !== null);
  const weights = orEqual(asked.map(({ criterion }) => usableWeight(criterion.weight ?? 1)));
  /** The mean over the criteria that have the figure. */
  const mean = (figure: (tally: CriterionTally) => number | null) =>
    weightedMean(
      asked.flatMap((tally, index) => {
        const value = figure(tally);
        return value === null ? [] : [{ value, weight: weights[index] ?? 0 }];
      }),
    );

  const pooled = sumVotes(counted, profile);
  const { scoreA, scoreB } =
    profile.means === "by_vote"
      ? pooled
      : { scoreA: mean((tally) => tally.scoreA), scoreB: mean((tally) => tally.scoreB) };
  const shareA =
    profile.votes === "by_vote"
      ? weightedMean(counted.map((vote) => ({ value: voteForA(vote, profile), weight: 1 })))
      : mean((tally) => tally.votesA / (tally.votesA + tally.votesB));
  if (scoreA === null || scoreB === null || shareA === null) return noSums;
  return {
    scoreA,
    scoreB,
    margin: scoreA - scoreB,
    ...votesOf(shareA, counted.length),
    disagreement: mean((tally) => tally.disagreement),
    confidence:
      profile.confidence === "gap"
        ? mean((tally) => tally.confidence)
        : chanceOf({ share: shareA, looks: counted.length / 2 }),
    swapConsistency: mean((tally) => tally.swapConsistency),
  };
}

function withPenalties(sums: VoteSums, penaltyA = 0, penaltyB = 0): VoteSums {
  if (sums.scoreA === null || sums.scoreB === null || (penaltyA === 0 && penaltyB === 0)) return sums;
  const scoreA = Math.max(0, sums.scoreA - penaltyA);
  const scoreB = Math.max(0, sums.scoreB - penaltyB);
  return { ...sums, scoreA, scoreB, margin: scoreA - scoreB };
}
