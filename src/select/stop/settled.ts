import { tallyPair } from "../tally/pair-tally.ts";
import { type Profile, profiles } from "../tally/profile.ts";
import type { CandidateFacts } from "../types.ts";
import type { Criterion, Look, ReadVote, Vote } from "../vote-types.ts";
import type { PanelModel } from "./cells.ts";

/**
 * Whether the looks that are left could still change the verdict on a pair: the verdict is read once as if all of them
 * went to A by the widest gap, and once as if all went to B. More for one side never helps the other, so where the two
 * agree nothing between them differs. They may still differ from the verdict of now: where too many votes were
 * unreadable there is none, and readable ones of any kind bring one.
 */
export function canStillChange(given: {
  readonly a: CandidateFacts;
  readonly b: CandidateFacts;
  readonly votes: readonly Vote[];
  readonly criteria: readonly Criterion[];
  readonly left: readonly Look[];
  readonly panel: readonly PanelModel[];
  readonly profile?: Profile;
}): boolean {
  const { a, b, votes, criteria, left, panel, profile = profiles.default } = given;
  const weights = new Map(panel.map(({ model, weight }) => [model, weight]));
  const sideIf = (scoreA: number) => {
    const guessed = left.flatMap((look) => bothOrders(look, weights.get(look.model) ?? 1, scoreA));
    return tallyPair({ a, b, votes: [...votes, ...guessed], criteria, profile }).side;
  };
  if (left.length === 0) return false;
  const [forA, forB] = [sideIf(1), sideIf(0)];
  return forA !== forB || forA !== tallyPair({ a, b, votes, criteria, profile }).side;
}

function bothOrders(look: Look, weight: number, scoreA: number): readonly ReadVote[] {
  return (["original", "swapped"] as const).map((order) => ({
    ...look,
    order,
    weight,
    scoreA,
    scoreB: 1 - scoreA,
    source: "schema",
  }));
}
