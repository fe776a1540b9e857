import { expect, test } from "vitest";
import { readReducers } from "../../src/evals/reducers.ts";
import { createSummary } from "../../src/evals/summary.ts";

const score = (values: Readonly<Record<string, number>>) => ({
  value: 1,
  pass: true,
  confident: true,
  reason: "match",
  values,
});
const broken = {
  value: null,
  error: { stage: "sandbox" as const, code: "unavailable", message: "none", retryable: false },
};

test("sub-scores are reported after the reducers, a mean a sample, and a broken check has none", () => {
  const summary = createSummary({ scorers: ["answer"] });
  summary.add({ epochs: [{ answer: score({ strict: 0, final: 1 }) }, { answer: score({ strict: 1, final: 1 }) }] });
  summary.add({ epochs: [{ answer: score({ strict: 0, final: 1 }) }] });
  summary.add({ epochs: [{ answer: broken }] });
  const metrics = summary.finish().get("answer")?.metrics;
  expect([...(metrics?.keys() ?? [])]).toEqual(["mean", "strict", "final"]);
  expect(metrics?.get("strict")).toMatchObject({ value: 0.25, count: 2 });
  expect(metrics?.get("final")).toMatchObject({ value: 1, count: 2 });
});

test("a sub-score that is called like a reducer does not replace it, and one off the scale is none", () => {
  const summary = createSummary({ scorers: ["answer"], reducers: readReducers(["mean"]) });
  summary.add({ epochs: [{ answer: score({ mean: 0, far: 7 }) }] });
  const metrics = summary.finish().get("answer")?.metrics;
  expect([...(metrics?.keys() ?? [])]).toEqual(["mean"]);
  expect(metrics?.get("mean")?.value).toBe(1);
});

test("a share of several parts counts once for each of them, and a weight that is none counts as one", () => {
  const summary = createSummary({ scorers: ["answer"] });
  const weighed = (value: number, weights: unknown) => ({
    ...score({ parts: value }),
    metadata: { weights: weights as never },
  });
  summary.add({ epochs: [{ answer: weighed(1, { parts: 3 }) }] });
  summary.add({ epochs: [{ answer: weighed(0, { parts: -2 }) }] });
  expect(summary.finish().get("answer")?.metrics.get("parts")).toMatchObject({ value: 0.75, count: 4 });
});
