import type { Side, VoteSums } from "../types.ts";
import type { Profile } from "./profile.ts";
import { rounding } from "./weighted.ts";

/** A winner has at least this share of the votes. */
export const leastVoteMargin = 0.7;

/** Means closer than this are a tie. One step of the 20 letters is 0.0526, so neighbours in every vote are none. */
export const leastGap = 0.05;

/** Of how many votes may be unreadable before there is no verdict. */
export const mostUnreadable = 0.1;

/**
 * The winner of a pair, or a tie. Exactly 0.7 of the votes and exactly 0.05 between the means are enough. The side with
 * the higher mean wins; by the default profile only where the votes agree. Null without votes.
 */
export function sideOf(
  {
    scoreA,
    scoreB,
    votesA,
    votesB,
    voteMargin,
  }: Pick<VoteSums, "scoreA" | "scoreB" | "votesA" | "votesB" | "voteMargin">,
  profile: Profile,
): Side | null {
  if (scoreA === null || scoreB === null) return null;
  const gap = scoreA - scoreB;
  if (voteMargin < leastVoteMargin - rounding || Math.abs(gap) < leastGap - rounding) return "tie";
  if (profile.needsMajority && votesA > votesB !== gap > 0) return "tie";
  return gap > 0 ? "a" : "b";
}
