import { isPass } from "../core/score.ts";
import { scoreFromWire } from "../core/wire.ts";
import type { RunRecord, Store } from "../store/types.ts";
import { bySample } from "./by-sample.ts";
import { createDiff, type Diff, type DiffPair } from "./diff.ts";
import type { ReadingPlan } from "./plan.ts";
import type { Reducer } from "./reducers.ts";
import { fingerprintFromJson } from "./run-config.ts";
import { labelOf } from "./run-summary.ts";

interface Side {
  readonly run: RunRecord;
  readonly plan: ReadingPlan;
}

export interface RunDiff {
  readonly a: string;
  readonly b: string;
  /** Whether both runs read the same rows. Otherwise rows were matched by sample id alone. */
  readonly sameData: boolean;
  readonly scorers: ReadonlyMap<string, Diff>;
}

export interface RunDiffOptions {
  readonly store: Store;
  readonly a: Side;
  readonly b: Side;
  readonly scorers: readonly string[];
  /** How many flipped rows are kept in each direction. */
  readonly flips: number;
}

/**
 * Compares two runs scorer by scorer, on the samples that both have. Epochs are reduced first, each run by its own
 * first reducer. Runs of the same data are read side by side in flat memory; others are matched by sample id.
 */
export async function diffRuns({ store, a, b, scorers, flips }: RunDiffOptions): Promise<RunDiff> {
  const clusterBy = a.plan.config.clusterBy;
  const diffs = scorers.map((name) => ({ name, diff: createDiff({ clustered: clusterBy !== null, flips }) }));
  const sameData = dataOf(a.run) !== null && dataOf(a.run) === dataOf(b.run);
  const left = reduced(store, a, scorers);
  const right = reduced(store, b, scorers);
  for await (const [one, other] of sameData ? sideBySide(left, right) : byId(left, right)) {
    for (const { name, diff } of diffs) diff.add(toPair(one, other, name));
  }
  return {
    a: a.run.id,
    b: b.run.id,
    sameData,
    scorers: new Map(diffs.map(({ name, diff }) => [name, diff.finish()])),
  };
}

interface ReducedSample {
  readonly index: number;
  readonly id: string;
  readonly cluster: string | null;
  readonly values: Readonly<Record<string, { readonly value: number | null; readonly pass: boolean | null }>>;
}

async function* reduced(
  store: Store,
  { run, plan }: Side,
  scorers: readonly string[],
): AsyncGenerator<ReducedSample, void, void> {
  const [reducer] = plan.reducers;
  const { clusterBy } = plan.config;
  for await (const stored of bySample(store.samples(run.id))) {
    const epochs = stored.filter((epoch) => epoch.scores !== null);
    const [first] = epochs;
    if (first === undefined || reducer === undefined) continue;
    const values = scorers.map((name) => {
      const all = epochs.map((epoch) => scoreFromWire(epoch.scores?.[name] ?? null));
      // Left out on purpose is no epoch at all; broken is one without a value.
      const scores = all.filter((score) => score.skipped === undefined);
      const { value } = reducer.reduce(scores.map((score) => (score.value === null ? null : score)));
      return [name, { value, pass: passOf(scores, value, reducer) }] as const;
    });
    yield {
      index: first.index,
      id: first.sampleId,
      cluster: clusterBy === null ? null : labelOf(first.row, clusterBy),
      values: Object.fromEntries(values),
    };
  }
}

/** Of one epoch its own; of several, whether the reduced value passes. Null where no threshold is declared. */
function passOf(scores: readonly ReturnType<typeof scoreFromWire>[], value: number | null, reducer: Reducer) {
  const verdicts = scores.filter((score) => score.value !== null);
  const [only] = verdicts;
  if (value === null || only === undefined || verdicts.every((verdict) => verdict.pass === null)) return null;
  return verdicts.length === 1 && reducer.needs === 1 ? isPass(only) : value >= 0.5;
}

type Two = readonly [ReducedSample | null, ReducedSample | null];

async function* sideBySide(
  left: AsyncGenerator<ReducedSample, void, void>,
  right: AsyncGenerator<ReducedSample, void, void>,
): AsyncGenerator<Two, void, void> {
  let one = await left.next();
  let other = await right.next();
  while (!one.done || !other.done) {
    const at = one.done ? Number.POSITIVE_INFINITY : one.value.index;
    const otherAt = other.done ? Number.POSITIVE_INFINITY : other.value.index;
    yield [one.done || at > otherAt ? null : one.value, other.done || otherAt > at ? null : other.value];
    if (at <= otherAt) one = await left.next();
    if (otherAt <= at) other = await right.next();
  }
}

async function* byId(
  left: AsyncGenerator<ReducedSample, void, void>,
  right: AsyncGenerator<ReducedSample, void, void>,
): AsyncGenerator<Two, void, void> {
  const waiting = new Map<string, ReducedSample>();
  for await (const other of right) waiting.set(other.id, other);
  for await (const one of left) {
    yield [one, waiting.get(one.id) ?? null];
    waiting.delete(one.id);
  }
  for (const other of waiting.values()) yield [null, other];
}

function toPair(one: ReducedSample | null, other: ReducedSample | null, scorer: string): DiffPair {
  const a = one?.values[scorer];
  const b = other?.values[scorer];
  return {
    id: one?.id ?? other?.id ?? "",
    a: a?.value,
    b: b?.value,
    passA: a?.pass,
    passB: b?.pass,
    cluster: one?.cluster ?? other?.cluster ?? null,
  };
}

/** What tells whether two runs read the same data; null where it is not known. */
function dataOf(run: RunRecord): string | null {
  return fingerprintFromJson(run.fingerprint).dataset?.sha256 ?? null;
}
