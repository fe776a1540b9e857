import { defaultLevel } from "../core/stats/interval.ts";
import type { Score } from "../core/types.ts";
import { type Reducer, readReducers } from "./reducers.ts";
import { type ScorerSummary, ScorerTally } from "./scorer-tally.ts";

export type { EpochCounts, Metric, ScorerSummary } from "./scorer-tally.ts";

/** One sample with what each scorer said of each epoch. */
export interface ScoredSample {
  readonly group?: string | null | undefined;
  readonly cluster?: string | null | undefined;
  readonly epochs: readonly Readonly<Record<string, Score>>[];
}

export interface SummaryOptions {
  /** Names, in the order in which they are reported. */
  readonly scorers: readonly string[];
  readonly reducers?: readonly Reducer[] | undefined;
  /** The name of the field that samples are grouped by; without one, groups are not looked at. */
  readonly groupBy?: string | null | undefined;
  /** The name of the field that tells which samples belong together; without one, all are independent. */
  readonly clusterBy?: string | null | undefined;
  readonly level?: number | undefined;
}

export interface Summary {
  add(sample: ScoredSample): void;
  /** The figures so far. They depend on which samples were added, to the last bit, and never on their order. */
  finish(): ReadonlyMap<string, ScorerSummary>;
}

/** The group of samples whose `groupBy` field is empty or absent. */
const noGroup = "(none)";

/**
 * Adds up the scores of a run as they come. Memory does not grow with the rows, but for 12 bytes a row where they are
 * clustered, and 8 where nearly all scores differ.
 */
export function createSummary(options: SummaryOptions): Summary {
  const { reducers = [], groupBy = null, clusterBy = null, level = defaultLevel } = options;
  const plan = { reducers: reducers.length === 0 ? readReducers([]) : reducers, clustered: clusterBy !== null, level };
  const scorers = options.scorers.map((name) => {
    return { name, all: new ScorerTally(plan), groups: new Map<string, ScorerTally>() };
  });

  return {
    add: ({ group, cluster, epochs }) => {
      for (const scorer of scorers) {
        const scores = epochs.map((epoch) => (Object.hasOwn(epoch, scorer.name) ? epoch[scorer.name] : undefined));
        scorer.all.add(scores, cluster ?? null);
        if (groupBy === null) continue;
        const key = group ?? noGroup;
        let tally = scorer.groups.get(key);
        if (tally === undefined) {
          tally = new ScorerTally(plan);
          scorer.groups.set(key, tally);
        }
        tally.add(scores, cluster ?? null);
      }
    },
    finish: () =>
      new Map(
        scorers.map(({ name, all, groups }) => {
          const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
          return [name, all.finish(new Map(sorted.map(([group, tally]) => [group, tally.finish(new Map())])))];
        }),
      ),
  };
}
