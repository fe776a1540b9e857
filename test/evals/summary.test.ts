import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { broken, noAnswer, right, skip, wrong } from "../../src/core/score.ts";
import type { Score } from "../../src/core/types.ts";
import { readReducers } from "../../src/evals/reducers.ts";
import { createSummary, type ScoredSample, type ScorerSummary } from "../../src/evals/summary.ts";
import cases from "../cases/summary.json" with { type: "json" };

type Word = number | string;

const word = fc.oneof(
  fc.constantFrom<Word>(1, 0, 0.5, "error", "skip", "none", "missing", "pass", "fail"),
  fc.double({ min: 0, max: 1, noNaN: true }),
);
const sample = fc.record({
  epochs: fc.array(word, { minLength: 0, maxLength: 4 }).map((words) => words.map(epochOf)),
  group: fc.constantFrom("a", "b", "__proto__", null),
  cluster: fc.constantFrom("x", "y", "z", null),
});
const samples = fc.array(sample, { maxLength: 30 });
const reducers = readReducers(["mean", "pass_at_2", "max"]);

describe("the summary of a scorer", () => {
  it.each(cases)("$why", ({ samples, reducers, clusters, expect: expected }) => {
    const summary = createSummary({
      scorers: ["s"],
      ...(reducers === undefined ? {} : { reducers: readReducers(reducers) }),
      ...(clusters === undefined ? {} : { clusterBy: "document" }),
    });
    for (const [index, words] of samples.entries()) {
      summary.add({ epochs: words.map(epochOf), cluster: clusters?.[index] });
    }
    expectLike(plain(summary.finish().get("s")), expected);
  });

  it("reports every scorer by itself, in the order of the configuration", () => {
    const summary = createSummary({ scorers: ["strict", "flexible"] });
    summary.add({ epochs: [{ flexible: right("match"), strict: wrong("mismatch", true) }] });
    summary.add({ epochs: [{ flexible: right("match"), strict: broken("sandbox", "timeout", "too slow") }] });
    const found = summary.finish();
    expect([...found.keys()]).toEqual(["strict", "flexible"]);
    expect(found.get("strict")).toMatchObject({ mean: 0, count: 1, errors: { "sandbox:timeout": 1 } });
    expect(found.get("flexible")).toMatchObject({ mean: 1, count: 2, errors: {} });
  });

  it("has the same figures per group, sorted, and samples without one together", () => {
    const summary = createSummary({ scorers: ["s"], groupBy: "topic" });
    for (const [group, word] of [
      ["b", 1],
      ["a", 0],
      ["__proto__", 1],
      [null, 0],
      ["a", "error"],
    ] as const) {
      summary.add({ group, epochs: [epochOf(word)] });
    }
    summary.add({ epochs: [epochOf(1)] });
    const all = summary.finish().get("s");
    expect([...(all?.groups.keys() ?? [])]).toEqual(["(none)", "__proto__", "a", "b"]);
    expect(all?.groups.get("a")).toMatchObject({ mean: 0, count: 1, errorCount: 1, errors: { "judge:timeout": 1 } });
    expect(all?.groups.get("(none)")).toMatchObject({ mean: 0.5, count: 2 });
    expect(all).toMatchObject({ count: 5, errorCount: 1 });
  });

  it("does not look at groups and clusters that were not asked for", () => {
    const summary = createSummary({ scorers: ["s"] });
    for (const word of [1, 0]) summary.add({ group: "a", cluster: "x", epochs: [epochOf(word)] });
    const all = summary.finish().get("s");
    expect(all?.groups.size).toBe(0);
    expect(all?.ci?.method).toBe("wilson");
  });

  it("uses the level it is given", () => {
    const summary = createSummary({ scorers: ["s"], level: 0.9 });
    for (let row = 0; row < 98; row++) summary.add({ epochs: [epochOf(row < 81 ? 1 : 0)] });
    expect(summary.finish().get("s")?.ci?.low).toBeCloseTo(0.7551, 4);
  });

  it("can be read while it goes on", () => {
    const summary = createSummary({ scorers: ["s"], clusterBy: "document" });
    summary.add({ cluster: "x", epochs: [epochOf(1)] });
    const early = JSON.stringify(plain(summary.finish().get("s")));
    expect(JSON.stringify(plain(summary.finish().get("s")))).toBe(early);
    summary.add({ cluster: "y", epochs: [epochOf(0)] });
    expect(summary.finish().get("s")).toMatchObject({ mean: 0.5, count: 2 });
  });

  it("is the same for any order of the samples and epochs, to the byte", () => {
    const shuffled = samples.chain((list) => {
      return fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }));
    });
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        const reversed = other.map((sample) => ({ ...sample, epochs: sample.epochs.toReversed() }));
        expect(bytesOf(reversed)).toBe(bytesOf(list));
      }),
    );
  });

  it("puts every sample in exactly one count, for the whole, each metric and each group", () => {
    fc.assert(
      fc.property(samples, (list) => {
        const all = summaryOf(list);
        expect(all.count + all.errorCount + all.skippedCount).toBe(list.length);
        for (const { count, undefinedCount } of all.metrics.values()) {
          expect(count + undefinedCount + all.skippedCount).toBe(list.length);
        }
        const groups = [...all.groups.values()];
        for (const field of ["count", "errorCount", "skippedCount", "noAnswer"] as const) {
          expect(groups.reduce((sum, group) => sum + group[field], 0)).toBe(all[field]);
        }
        const epochs = list.reduce((sum, { epochs }) => sum + epochs.length, 0);
        expect(all.epochs.count + all.epochs.errorCount + all.epochs.skippedCount).toBe(epochs);
      }),
    );
  });

  it("never says NaN, and has statistics exactly where something was scored", () => {
    fc.assert(
      fc.property(samples, (list) => {
        const all = summaryOf(list);
        // JSON writes NaN as null, so the numbers themselves are looked at.
        expect(numbersOf(plain(all)).filter((number) => !Number.isFinite(number))).toEqual([]);
        for (const figure of [all.mean, all.median, all.min, all.max]) expect(figure === null).toBe(all.count === 0);
        expect(all.std === null).toBe(all.count < 2);
        expect(all.boundsWithErrors === null).toBe(all.count + all.errorCount === 0);
      }),
    );
  });

  it("is finished for a hundred thousand samples of which all scores differ", () => {
    const summary = createSummary({ scorers: ["s"] });
    for (let row = 0; row <= 100_000; row++) summary.add({ epochs: [{ s: epochOf(row / 100_000)["s"] ?? skip("") }] });
    expect(summary.finish().get("s")).toMatchObject({ count: 100_001, min: 0, max: 1, median: 0.5 });
  });
});

function epochOf(word: Word): Readonly<Record<string, Score>> {
  switch (word) {
    case "missing":
      return {};
    case "error":
      return { s: broken("judge", "timeout", "no reply within 60 s") };
    case "skip":
      return { s: skip("not asked for") };
    case "none":
      return { s: noAnswer() };
    case "pass":
      return { s: { value: 0.4, pass: true, confident: true, reason: "threshold" } };
    case "fail":
      return { s: { value: 0.6, pass: false, confident: true, reason: "threshold" } };
    case 1:
      return { s: right("match") };
    case 0:
      return { s: wrong("mismatch", true) };
    default:
      return { s: { value: Number(word), pass: null, confident: true, reason: "custom" } };
  }
}

function summaryOf(list: readonly ScoredSample[]): ScorerSummary {
  const summary = createSummary({ scorers: ["s"], reducers, groupBy: "topic", clusterBy: "document" });
  for (const sample of list) summary.add(sample);
  const found = summary.finish().get("s");
  if (found === undefined) throw new Error("the scorer is not in its summary");
  return found;
}

function bytesOf(list: readonly ScoredSample[]): string {
  return JSON.stringify(plain(summaryOf(list)));
}

/** Maps as lists of entries, so that JSON shows them and their order. */
function plain(value: unknown): unknown {
  if (value instanceof Map) return { entries: [...value].map(([key, one]) => [key, plain(one)]) };
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}

function numbersOf(value: unknown): readonly number[] {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersOf) : [];
}

/** Every figure that is told, to four digits. */
function expectLike(got: unknown, expected: unknown): void {
  if (typeof expected === "number" && typeof got === "number") {
    expect(got).toBeCloseTo(expected, 4);
  } else if (typeof expected !== "object" || expected === null) {
    expect(got).toBe(expected);
  } else {
    const entries = fieldsOf(got);
    for (const [key, value] of Object.entries(expected)) expectLike(entries.get(key), value);
    if (Object.keys(expected).length === 0) expect(entries.size).toBe(0);
  }
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== "object" || value === null) return new Map([["(value)", value]]);
  if ("entries" in value) return new Map(value.entries as [string, unknown][]);
  return new Map(Object.entries(value));
}
