import { expect, test } from "vitest";
import { jsonl, workplace } from "../doors/cli/command-line.ts";
import { bench } from "./bench-line.ts";

const rows = jsonl([
  { metadata: "{}", problem: "The capital of France?", answer: "Paris" },
  { metadata: "{}", problem: "The capital of Italy?", answer: "Rome" },
]);

interface Printed {
  readonly scorers: {
    readonly simpleqa: {
      readonly mean: number | null;
      readonly error_count: number;
      readonly metrics: Readonly<Record<string, { readonly value: number; readonly count: number }>>;
    };
  };
}

test.each([
  ["correct", 1, { correct: 1, incorrect: 0, not_attempted: 0, correct_of_attempted: 1 }],
  ["incorrect", 0, { correct: 0, incorrect: 1, not_attempted: 0, correct_of_attempted: 0 }],
  ["not_attempted", 0, { correct: 0, incorrect: 0, not_attempted: 1 }],
])("an answer that the judge calls %s is %i", async (label, mean, values) => {
  await using place = workplace();
  await place.write({ "rows.jsonl": rows });
  const argv = [
    "run",
    "simpleqa",
    "--data",
    "rows.jsonl",
    "--model",
    "mock:Paris",
    "--judge",
    `mock:Verdict: ${label}`,
  ];
  const { out, err, exitCode } = await bench(place, [...argv, "--json"]);
  expect(err).not.toContain("error:");
  expect(exitCode).toBe(0);
  const { simpleqa } = (JSON.parse(out) as Printed).scorers;
  expect(simpleqa.mean).toBe(mean);
  const told = Object.entries(simpleqa.metrics).filter(([name]) => name !== "mean");
  expect(Object.fromEntries(told.map(([name, metric]) => [name, metric.value]))).toEqual(values);
});

test("an empty answer is not attempted, in every share as in the mean", async () => {
  await using place = workplace();
  const outputs = ["Paris", "  "].map((output, index) => ({ id: `simpleqa/${index}`, output }));
  await place.write({ "rows.jsonl": rows, "outputs.jsonl": jsonl(outputs) });
  const argv = [
    "run",
    "simpleqa",
    "--data",
    "rows.jsonl",
    "--outputs",
    "outputs.jsonl",
    "--judge",
    "mock:Verdict: correct",
  ];
  const { out } = await bench(place, [...argv, "--json"]);
  const { mean, metrics } = (JSON.parse(out) as Printed).scorers.simpleqa;
  expect(mean).toBe(0.5);
  expect(metrics).toMatchObject({
    correct: { value: 0.5, count: 2 },
    incorrect: { value: 0 },
    not_attempted: { value: 0.5 },
    correct_of_attempted: { value: 1, count: 1 },
  });
});

test("a judge that gives no label leaves its rows without a score", async () => {
  await using place = workplace();
  await place.write({ "rows.jsonl": rows });
  const argv = ["run", "simpleqa", "--data", "rows.jsonl", "--model", "mock:Paris", "--judge", "mock:B, of course. A."];
  const { out, exitCode } = await bench(place, [...argv, "--json"]);
  expect(exitCode).toBe(3);
  expect((JSON.parse(out) as Printed).scorers.simpleqa).toMatchObject({ mean: null, error_count: 2 });
});

test.each([
  ["simpleqa", [], "judge: is missing"],
  ["gsm8k", ["--judge", "mock:x"], "graded by rules"],
])("%s with %j is refused", async (name, more, says) => {
  await using place = workplace();
  await place.write({ "rows.jsonl": name === "gsm8k" ? jsonl([{ question: "1?", answer: "#### 1" }]) : rows });
  const { err, exitCode } = await bench(place, ["run", name, "--data", "rows.jsonl", "--model", "mock:Paris", ...more]);
  expect(err).toContain(says);
  expect(exitCode).toBe(2);
});
