import type { CriterionTally, RepetitionRecord } from "../types.ts";
import type { Criterion, ReadVote, Vote } from "../vote-types.ts";
import { inFixedOrder, isRead, wholeLooks } from "./ballot.ts";
import { modelShares } from "./model-share.ts";
import type { Profile } from "./profile.ts";
import { sumVotes } from "./sums.ts";

/** The votes of one pair on one criterion: all that were cast, and those that count. */
export interface CriterionVotes {
  readonly criterion: Criterion;
  readonly cast: readonly Vote[];
  readonly counted: readonly ReadVote[];
}

/**
 * Sorts the votes of a pair by criterion. Votes on a criterion that is not asked about are left out, so that stored
 * votes can be tallied again with fewer criteria.
 */
export function votesByCriterion(
  votes: readonly Vote[],
  criteria: readonly Criterion[],
  profile: Profile,
): readonly CriterionVotes[] {
  const ordered = inFixedOrder(votes);
  const split = criteria.map((criterion) => {
    const cast = ordered.filter((vote) => vote.criterion === criterion.id);
    const counted = profile.wholeLooks
      ? wholeLooks(cast).flatMap((look) => [look.original, look.swapped])
      : cast.filter(isRead);
    return { criterion, cast, counted };
  });
  if (profile.weighted !== "means_and_votes" || !split.some(({ counted }) => counted.some(hasWeight))) return split;
  // A criterion that only models without weight looked at has no evidence; one of many such votes must not decide it.
  return split.map((one) => ({ ...one, counted: one.counted.filter(hasWeight) }));
}

function hasWeight(vote: ReadVote): boolean {
  return vote.weight > 0;
}

export function tallyCriterion({ criterion, cast, counted }: CriterionVotes, profile: Profile): CriterionTally {
  const taken = new Set<Vote>(counted);
  return {
    criterion,
    ...sumVotes(counted, profile),
    looks: wholeLooks(counted).length,
    unreadable: cast.filter((vote) => !isRead(vote)).length,
    modelBreakdown: modelShares(counted, profile),
    repetitions: cast.map((vote) => recordOf(vote, taken.has(vote))),
  };
}

function recordOf(vote: Vote, counted: boolean): RepetitionRecord {
  const swapped = vote.order === "swapped";
  const source = vote.source ?? "unreadable";
  return {
    rep: vote.repetition,
    order: vote.order,
    model: vote.model,
    weight: vote.weight,
    scoreA: swapped ? vote.scoreB : vote.scoreA,
    scoreB: swapped ? vote.scoreA : vote.scoreB,
    canonicalScoreA: vote.scoreA,
    canonicalScoreB: vote.scoreB,
    sourceA: source,
    sourceB: source,
    counted,
    ...(vote.excerpt === undefined ? {} : { responseExcerpt: vote.excerpt }),
    ...(vote.error === undefined ? {} : { error: vote.error }),
  };
}
