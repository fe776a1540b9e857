import { flipVote, pairOf, wholeLooks } from "../tally/ballot.ts";
import { votesByCriterion } from "../tally/criterion-tally.ts";
import { type Profile, profiles } from "../tally/profile.ts";
import { voteForA } from "../tally/sums.ts";
import { orEqual, usableWeight } from "../tally/weighted.ts";
import type { Criterion, ReadVote, Vote } from "../vote-types.ts";

/** How the looks at one pair ended, `i` and `j` being places in a list of candidates. The three add up to the looks. */
export interface Outcome {
  readonly i: number;
  readonly j: number;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/**
 * The looks of each pair, the candidates being numbered by id. Each criterion counts as it is weighted, however many
 * looks it got: further looks go where the outcome is open, and would otherwise make the open question the weighty one.
 * Pairs that nobody looked at are left out.
 */
export function outcomesOf(given: {
  /** Ids in ascending order. */
  readonly ids: readonly string[];
  readonly criteria: readonly Criterion[];
  readonly votes: readonly Vote[];
  readonly profile?: Profile;
}): readonly Outcome[] {
  const { ids, criteria, votes, profile = profiles.default } = given;
  const places = new Map(ids.map((id, place) => [id, place]));
  const pairs = new Map<string, Vote[]>();
  for (const vote of votes) {
    const sides = pairOf(vote.a, vote.b);
    const own = vote.a === sides.a ? vote : flipVote(vote);
    const key = `${places.get(sides.a)} ${places.get(sides.b)}`;
    const pair = pairs.get(key);
    if (pair === undefined) pairs.set(key, [own]);
    else pair.push(own);
  }
  return ids.flatMap((_, i) =>
    ids.slice(i + 1).flatMap((_, after) => {
      const j = i + 1 + after;
      const pair = pairs.get(`${i} ${j}`);
      const outcome = pair === undefined ? null : outcomeOf(pair, criteria, profile);
      return outcome === null ? [] : [{ i, j, ...outcome }];
    }),
  );
}

/** The looks of one pair, all votes the same way round; null without a whole look. */
function outcomeOf(
  votes: readonly Vote[],
  criteria: readonly Criterion[],
  profile: Profile,
): Omit<Outcome, "i" | "j"> | null {
  const looked = votesByCriterion(votes, criteria, profile)
    .map(({ criterion, counted }) => ({ criterion, looks: wholeLooks(counted) }))
    .filter(({ looks }) => looks.length > 0);
  if (looked.length === 0) return null;
  const weights = orEqual(looked.map(({ criterion }) => usableWeight(criterion.weight ?? 1)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const count = looked.reduce((sum, { looks }) => sum + looks.length, 0);
  let [wins, ties] = [0, 0];
  looked.forEach(({ looks }, place) => {
    const own = orEqual(looks.map(({ original, swapped }) => usableWeight((original.weight + swapped.weight) / 2)));
    const sum = own.reduce((all, weight) => all + weight, 0);
    looks.forEach(({ original, swapped }, index) => {
      const share = (((own[index] ?? 0) / sum) * (weights[place] ?? 0) * count) / total;
      const outcome = lookOutcome(original, swapped, profile);
      if (outcome > 0) wins += share;
      else if (outcome === 0) ties += share;
    });
  });
  return { wins, ties, losses: Math.max(0, count - wins - ties) };
}

/** 1 where A won the look, -1 where B did: a win in one order and a tie in the other is a win, one win each is a tie. */
export function lookOutcome(original: ReadVote, swapped: ReadVote, profile: Profile = profiles.default): -1 | 0 | 1 {
  const sum = voteForA(original, profile) + voteForA(swapped, profile) - 1;
  return sum > 0 ? 1 : sum < 0 ? -1 : 0;
}
