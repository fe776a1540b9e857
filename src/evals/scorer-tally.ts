import { Distribution } from "../core/stats/distribution.ts";
import { type Bounds, boundsWithErrors } from "../core/stats/error-bounds.ts";
import type { Interval } from "../core/stats/interval.ts";
import { statisticsOf } from "../core/stats/statistics.ts";
import { Tally } from "../core/stats/tally.ts";
import type { Json, Score } from "../core/types.ts";
import type { Reducer } from "./reducers.ts";

/**
 * The figures of one scorer. The unit is the sample: several epochs are first reduced to one value, and with one epoch
 * a sample is a row. Every sample is in exactly one of `count`, `errorCount` and `skippedCount`; only those in `count`
 * are in a statistic, and a statistic of none is null. Nothing is rounded.
 */
export interface ScorerSummary {
  readonly mean: number | null;
  readonly median: number | null;
  /** The sample standard deviation, with n-1; null for fewer than two. */
  readonly std: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** The scored samples: those for which the first reducer has a value. */
  readonly count: number;
  /** Samples without a score of which at least one epoch broke, or which had too few scored epochs to be reduced. */
  readonly errorCount: number;
  /** Samples of which every epoch was left out on purpose. */
  readonly skippedCount: number;
  /** Scored samples that held no answer in any scored epoch. They are in `count`, as wrong. */
  readonly noAnswer: number;
  /** The mean of pass as 0 and 1, reduced as the values are; null where no score declares a pass. */
  readonly passRate: number | null;
  /** Of the mean; `meanInterval` says by which rule. */
  readonly ci: Interval | null;
  readonly boundsWithErrors: Bounds | null;
  /** Every reducer by name, the first one included; then the means of sub-scores, by their names. */
  readonly metrics: ReadonlyMap<string, Metric>;
  /** The same figures per value of `groupBy`, in the order of the names; empty without it and within a group. */
  readonly groups: ReadonlyMap<string, ScorerSummary>;
  /** `stage:code` to how many checks broke that way. */
  readonly errors: Readonly<Record<string, number>>;
  /** The single checks, of which a sample has one an epoch. */
  readonly epochs: EpochCounts;
}

export interface Metric {
  readonly value: number | null;
  readonly count: number;
  readonly ci: Interval | null;
  /** Samples left out because this reducer has no value for them: too few epochs were scored. */
  readonly undefinedCount: number;
}

export interface EpochCounts {
  readonly count: number;
  readonly errorCount: number;
  readonly skippedCount: number;
  readonly noAnswer: number;
  /** Those, of `count` and `errorCount`, for which a judge was asked. */
  readonly judged: number;
}

const scoreScale = { lowest: 0, highest: 1 };

export interface TallyPlan {
  /** At least one. */
  readonly reducers: readonly Reducer[];
  readonly clustered: boolean;
  readonly level: number;
}

/** What one scorer said of the samples of a run, or of one group of them. */
export class ScorerTally {
  readonly #plan: TallyPlan;
  readonly #metrics: readonly { readonly reducer: Reducer; readonly values: Distribution; undefinedCount: number }[];
  readonly #passes = new Tally();
  /** Sub-scores by name, one mean a sample. */
  readonly #parts = new Map<string, Distribution>();
  readonly #errors = new Map<string, number>();
  readonly #epochs = { count: 0, errorCount: 0, skippedCount: 0, noAnswer: 0, judged: 0 };
  #errorCount = 0;
  #skippedCount = 0;
  #noAnswer = 0;

  constructor(plan: TallyPlan) {
    this.#plan = plan;
    this.#metrics = plan.reducers.map((reducer) => {
      return { reducer, values: new Distribution({ clustered: plan.clustered }), undefinedCount: 0 };
    });
  }

  /** Adds one sample by the scores of its epochs; undefined is a score that should be there and is not. */
  add(scores: readonly (Score | undefined)[], cluster: string | null): void {
    const before = { ...this.#epochs };
    const kept = scores.map((score) => this.#count(score)).filter((score) => score !== "skipped");
    if (kept.length === 0 && scores.length > 0) {
      this.#skippedCount++;
      return;
    }
    if (scores.length === 0) this.#addError("store:missing_score");
    for (const [index, metric] of this.#metrics.entries()) {
      const { value } = metric.reducer.reduce(kept);
      if (value === null) metric.undefinedCount++;
      else metric.values.add(value, cluster);
      if (index === 0) this.#addSample(value, kept, before);
    }
    this.#addParts(scores, cluster);
  }

  finish(groups: ScorerSummary["groups"]): ScorerSummary {
    const { level } = this.#plan;
    const metrics = this.#metrics.map(({ reducer, values, undefinedCount }) => {
      const statistics = values.statistics();
      const ci = values.interval({ scale: scoreScale, level, statistics });
      const metric: Metric = { value: statistics.mean, count: statistics.count, ci, undefinedCount };
      return { name: reducer.name, statistics, metric };
    });
    const parts = [...this.#parts].map(([name, values]): [string, Metric] => {
      const statistics = values.statistics();
      const ci = values.interval({ scale: scoreScale, level, statistics });
      return [name, { value: statistics.mean, count: statistics.count, ci, undefinedCount: 0 }];
    });
    const [first] = metrics;
    const { count, mean, median, std, min, max } = first?.statistics ?? statisticsOf([]);
    return {
      mean,
      median,
      std,
      min,
      max,
      count,
      errorCount: this.#errorCount,
      skippedCount: this.#skippedCount,
      noAnswer: this.#noAnswer,
      passRate: statisticsOf(this.#passes).mean,
      ci: first?.metric.ci ?? null,
      boundsWithErrors: boundsWithErrors({ mean, count, errorCount: this.#errorCount }),
      // A reducer's name wins over a sub-score's.
      metrics: new Map([
        ...metrics.map(({ name, metric }): [string, Metric] => [name, metric]),
        ...parts.filter(([name]) => !metrics.some((one) => one.name === name)),
      ]),
      groups,
      errors: Object.fromEntries([...this.#errors].sort(([a], [b]) => (a < b ? -1 : 1))),
      epochs: { ...this.#epochs },
    };
  }

  #addSample(value: number | null, kept: readonly KeptEpoch[], before: EpochCounts): void {
    if (value === null) {
      this.#errorCount++;
      // Something was scored, so no check's own error tells why this sample has no score.
      if (kept.some((epoch) => epoch.value !== null)) this.#addError("sample:too_few_scored");
      return;
    }
    const scored = this.#epochs.count - before.count;
    if (this.#epochs.noAnswer - before.noAnswer === scored) this.#noAnswer++;
    const passes = kept.filter((epoch) => epoch.value === null || epoch.pass !== null);
    const { value: pass } = this.#plan.reducers[0]?.reduce(passes.map(passAsValue)) ?? { value: null };
    if (pass !== null) this.#passes.add(pass);
  }

  /** The mean of each sub-score over the epochs that have it. Off the scale it is no sub-score. */
  #addParts(scores: readonly (Score | undefined)[], cluster: string | null): void {
    const sums = new Map<string, { sum: number; count: number; weight: number }>();
    for (const score of scores) {
      if (score === undefined || score.value === null || score.values === undefined) continue;
      for (const [name, value] of Object.entries(score.values)) {
        if (!(value >= 0 && value <= 1)) continue;
        const { sum, count } = sums.get(name) ?? { sum: 0, count: 0 };
        sums.set(name, { sum: sum + value, count: count + 1, weight: weightOf(score, name) });
      }
    }
    for (const [name, { sum, count, weight }] of sums) {
      let values = this.#parts.get(name);
      if (values === undefined) {
        values = new Distribution({ clustered: this.#plan.clustered });
        this.#parts.set(name, values);
      }
      // A share of several parts counts once for each of them.
      for (let part = 0; part < weight; part++) values.add(sum / count, cluster);
    }
  }

  #count(score: Score | undefined): KeptEpoch | "skipped" {
    if (score === undefined) return this.#broken("store:missing_score");
    if (score.usage !== undefined && score.skipped === undefined) this.#epochs.judged++;
    if (score.value === null) {
      if (score.error !== undefined) return this.#broken(`${score.error.stage}:${score.error.code}`);
      this.#epochs.skippedCount++;
      return "skipped";
    }
    // Scores come from plug-ins and from stores; a value off the scale is a broken check and never clamped.
    if (!(score.value >= 0 && score.value <= 1)) return this.#broken("verifier:out_of_range");
    this.#epochs.count++;
    if (score.reason === "no_answer") this.#epochs.noAnswer++;
    return score;
  }

  #broken(code: string): KeptEpoch {
    this.#epochs.errorCount++;
    this.#addError(code);
    return { value: null };
  }

  #addError(code: string): void {
    this.#errors.set(code, (this.#errors.get(code) ?? 0) + 1);
  }
}

/** A check that was meant to be made: with a value, or broken. */
type KeptEpoch = { readonly value: number; readonly pass: boolean | null } | { readonly value: null };

function passAsValue(epoch: KeptEpoch): number | null {
  return epoch.value === null ? null : Number(epoch.pass);
}

const HEAVIEST = 1_000;

/** How many parts a sub-score is the share of, as the score's metadata tell in `weights`; 1 where they do not. */
function weightOf({ metadata }: Score, name: string): number {
  const weights = metadata?.["weights"];
  if (typeof weights !== "object" || weights === null || Array.isArray(weights) || !Object.hasOwn(weights, name))
    return 1;
  const weight = (weights as { readonly [key: string]: Json })[name];
  return typeof weight === "number" && Number.isInteger(weight) && weight >= 1 && weight <= HEAVIEST ? weight : 1;
}
