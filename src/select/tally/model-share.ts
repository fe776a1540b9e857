import type { ModelShare } from "../types.ts";
import type { ReadVote } from "../vote-types.ts";
import { compareText } from "./ballot.ts";
import type { Profile } from "./profile.ts";
import { sumVotes } from "./sums.ts";

/** What each model alone would say, by the name of the model. */
export function modelShares(votes: readonly ReadVote[], profile: Profile): readonly ModelShare[] {
  return byModel(votes).map(([model, own]) => {
    const { scoreA, scoreB, margin, confidence } = sumVotes(own, profile);
    return { model, weight: own[0]?.weight ?? 0, repetitions: own.length, scoreA, scoreB, margin, confidence };
  });
}

/** Anything that a model cast, sorted by the name of the model. */
export function byModel<Item extends { readonly model: string }>(
  items: readonly Item[],
): readonly (readonly [model: string, own: readonly Item[]])[] {
  const models = new Map<string, Item[]>();
  for (const item of items) {
    const own = models.get(item.model);
    if (own === undefined) models.set(item.model, [item]);
    else own.push(item);
  }
  return [...models].sort(([one], [other]) => compareText(one, other));
}
