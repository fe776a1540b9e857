import type { ProfileName } from "../types.ts";

/** How votes are added up. Each profile is data, so that two of them can be read side by side. */
export interface Profile {
  readonly name: ProfileName;
  /** What the weights of the models count in. */
  readonly weighted: "means_and_votes" | "means" | "nothing";
  /** Whether every criterion counts as it is weighted, however many votes it has, or every vote counts once. */
  readonly means: "by_criterion" | "by_vote";
  readonly votes: "by_criterion" | "by_vote";
  /** A gap smaller than this is half a vote for each side; 0 where any gap is a vote. */
  readonly halfVoteBelow: number;
  /** Whether the side with the higher mean must also have the majority of the votes. */
  readonly needsMajority: boolean;
  /** Whether a vote whose other order is missing is left out: alone, it holds the judge's preference for a slot. */
  readonly wholeLooks: boolean;
  /** `chance`: how likely the side ahead is the better one. `gap`: the reference's |margin| x (1 - disagreement). */
  readonly confidence: "chance" | "gap";
  readonly ranking: "strength" | "wins";
  /** Who is the winner where the first two are equal: nobody, or the first of the list. */
  readonly equalFirst: "nobody" | "first";
}

const reference: Profile = {
  name: "reference",
  weighted: "means",
  means: "by_criterion",
  votes: "by_vote",
  halfVoteBelow: 0,
  needsMajority: false,
  wholeLooks: false,
  confidence: "gap",
  ranking: "wins",
  equalFirst: "nobody",
};

/**
 * `reference` is the published extension, `runner` its Python runner where that differs; both so that results can be
 * compared, faults included: a winner may have the minority of the votes, and a tie may end with a winner. They differ
 * from them in one thing only: a reply that could not be read is left out, and never counts as 0.5.
 */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  default: {
    name: "default",
    weighted: "means_and_votes",
    means: "by_criterion",
    votes: "by_criterion",
    halfVoteBelow: 0,
    needsMajority: true,
    wholeLooks: true,
    confidence: "chance",
    ranking: "strength",
    equalFirst: "nobody",
  },
  reference,
  runner: {
    ...reference,
    name: "runner",
    weighted: "nothing",
    means: "by_vote",
    halfVoteBelow: 0.05,
    equalFirst: "first",
  },
};
