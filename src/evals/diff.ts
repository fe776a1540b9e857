import { Distribution } from "../core/stats/distribution.ts";
import { defaultLevel } from "../core/stats/interval.ts";
import { mcNemar } from "../core/stats/mcnemar.ts";
import { differenceOf, type PairedDifference } from "../core/stats/paired.ts";
import { statisticsOf } from "../core/stats/statistics.ts";
import { Tally } from "../core/stats/tally.ts";

/**
 * One row in two runs. A value of null is a row that the run could not score; no value at all is a row that the run
 * does not have.
 */
export interface DiffPair {
  readonly id: string;
  readonly a?: number | null | undefined;
  readonly b?: number | null | undefined;
  readonly passA?: boolean | null | undefined;
  readonly passB?: boolean | null | undefined;
  readonly cluster?: string | null | undefined;
}

export interface DiffOptions {
  /** Whether the pairs name clusters. */
  readonly clustered?: boolean | undefined;
  readonly level?: number | undefined;
  /** How many ids of flipped rows are kept in each direction; default 100. All are counted. */
  readonly flips?: number | undefined;
}

/** Run B compared with run A on the rows that both scored. */
export interface Diff {
  /** B less A: above 0 where B is better. */
  readonly difference: PairedDifference;
  readonly a: DiffSide;
  readonly b: DiffSide;
  /** Paired rows by value. */
  readonly higher: number;
  readonly lower: number;
  readonly same: number;
  /** Null where no paired row has a pass in both runs. */
  readonly passes: PassTable | null;
}

export interface DiffSide {
  /** Over the paired rows alone. */
  readonly mean: number | null;
  /** Rows that this run could not score. */
  readonly errorCount: number;
  /** Rows that this run has and the other does not. */
  readonly unpairedCount: number;
}

export interface PassTable {
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
  readonly neither: number;
  /** The exact two-sided p-value of McNemar's test. It takes rows as independent: with clusters read the interval. */
  readonly p: number;
  /** Wrong in A, right in B. */
  readonly gained: Flips;
  /** Right in A, wrong in B. */
  readonly lost: Flips;
}

export interface Flips {
  readonly count: number;
  /** The first of them, in the order of the pairs. */
  readonly ids: readonly string[];
}

/** Compares two runs row by row, in flat memory. */
export function diffScores(pairs: Iterable<DiffPair>, options: DiffOptions = {}): Diff {
  const diff = createDiff(options);
  for (const pair of pairs) diff.add(pair);
  return diff.finish();
}

/** The same for pairs that come one by one. */
export function createDiff(options: DiffOptions = {}): { add(pair: DiffPair): void; finish(): Diff } {
  const { clustered = false, level = defaultLevel, flips = 100 } = options;
  const differences = new Distribution({ clustered });
  const sides = { a: createSide(), b: createSide() };
  const passes = createPassTable(flips);
  let higher = 0;
  let lower = 0;

  return {
    add: (pair) => {
      const { a, b, cluster } = pair;
      countUnscored(sides.a, a, b);
      countUnscored(sides.b, b, a);
      if (!isScored(a) || !isScored(b)) return;
      sides.a.values.add(a);
      sides.b.values.add(b);
      differences.add(b - a, cluster ?? null);
      if (b > a) higher++;
      if (b < a) lower++;
      passes.add(pair);
    },
    finish: () => ({
      difference: differenceOf(differences, level),
      a: finishSide(sides.a),
      b: finishSide(sides.b),
      higher,
      lower,
      same: differences.size - higher - lower,
      passes: passes.finish(),
    }),
  };
}

type Value = number | null | undefined;
type Side = { readonly values: Tally; errorCount: number; unpairedCount: number };

function createSide(): Side {
  return { values: new Tally(), errorCount: 0, unpairedCount: 0 };
}

function finishSide({ values, errorCount, unpairedCount }: Side): DiffSide {
  return { mean: statisticsOf(values).mean, errorCount, unpairedCount };
}

function countUnscored(side: Side, own: Value, other: Value): void {
  if (own === undefined) return;
  if (other === undefined) side.unpairedCount++;
  if (!isScored(own)) side.errorCount++;
}

/** A value off the scale is no score: it is counted as an error, as in a summary. */
function isScored(value: Value): value is number {
  return value !== null && value !== undefined && value >= 0 && value <= 1;
}

function createPassTable(most: number) {
  const counts = { both: 0, onlyA: 0, onlyB: 0, neither: 0 };
  const gained: string[] = [];
  const lost: string[] = [];
  return {
    add: ({ id, passA, passB }: DiffPair): void => {
      if (typeof passA !== "boolean" || typeof passB !== "boolean") return;
      if (passA === passB) counts[passA ? "both" : "neither"]++;
      else if (passB) {
        counts.onlyB++;
        if (gained.length < most) gained.push(id);
      } else {
        counts.onlyA++;
        if (lost.length < most) lost.push(id);
      }
    },
    finish: (): PassTable | null => {
      const { both, onlyA, onlyB, neither } = counts;
      if (both + onlyA + onlyB + neither === 0) return null;
      return {
        ...counts,
        p: mcNemar({ onlyA, onlyB }),
        gained: { count: onlyB, ids: [...gained] },
        lost: { count: onlyA, ids: [...lost] },
      };
    },
  };
}
