import type { CriterionTally, Pairing } from "../types.ts";
import type { Criterion } from "../vote-types.ts";
import { usableWeight, weightedMean } from "./weighted.ts";

/** What a criterion did for one candidate, over all of its pairs. */
export interface Contribution {
  readonly criterion: Criterion;
  /** Mean lead in score; below 0 where it was behind. */
  readonly lead: number;
  readonly votesFor: number;
  readonly votes: number;
  /** Lead times the weight of the criterion. */
  readonly part: number;
}

/** The criteria of one candidate, what did most for it first; those that nobody could judge are left out. */
export function contributionsTo(id: string, pairs: readonly Pairing[]): readonly Contribution[] {
  const own = pairs.filter((pair) => pair.candidateA === id || pair.candidateB === id);
  const byCriterion = new Map<string, { readonly tally: CriterionTally; readonly isA: boolean }[]>();
  for (const pair of own) {
    for (const tally of pair.criteria) {
      const known = byCriterion.get(tally.criterion.id) ?? [];
      known.push({ tally, isA: pair.candidateA === id });
      byCriterion.set(tally.criterion.id, known);
    }
  }
  return [...byCriterion.values()]
    .flatMap((tallies) => {
      const leads = tallies.flatMap(({ tally, isA }) =>
        tally.margin === null ? [] : [{ value: isA ? tally.margin : -tally.margin, weight: 1 }],
      );
      const lead = weightedMean(leads);
      const criterion = tallies[0]?.tally.criterion;
      if (lead === null || criterion === undefined) return [];
      const sum = (figure: (one: (typeof tallies)[number]) => number) =>
        tallies.reduce((total, one) => total + figure(one), 0);
      return {
        criterion,
        lead,
        votesFor: sum(({ tally, isA }) => (isA ? tally.votesA : tally.votesB)),
        votes: sum(({ tally }) => tally.votesA + tally.votesB),
        part: lead * usableWeight(criterion.weight ?? 1),
      };
    })
    .sort((one, other) => other.part - one.part);
}

/** The fewest criteria that together make up half of what spoke for the candidate. */
export function decisive(contributions: readonly Contribution[]): readonly Contribution[] {
  const forIt = contributions.filter(({ part }) => part > 1e-9);
  const half = forIt.reduce((sum, { part }) => sum + part, 0) / 2;
  const taken: Contribution[] = [];
  let sum = 0;
  for (const one of forIt) {
    if (sum >= half - 1e-9 && taken.length > 0) break;
    taken.push(one);
    sum += one.part;
  }
  return taken;
}
