import fc from "fast-check";
import { expect, test } from "vitest";
import { benchmarkOf, benchmarks } from "../../src/benchmarks/catalogue.ts";
import { shotsOf } from "../../src/benchmarks/variant.ts";
import { readReducers } from "../../src/evals/reducers.ts";
import cases from "../cases/benchmark-rows.json" with { type: "json" };

test("names are there once, and each benchmark tells how to judge its figures", () => {
  expect(new Set(benchmarks.map(({ name }) => name)).size).toBe(benchmarks.length);
  for (const benchmark of benchmarks) {
    expect(benchmark.name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(benchmark.plausible.length, benchmark.name).toBeGreaterThan(1);
    for (const { value } of benchmark.plausible) expect(value > 0 && value <= 100).toBe(true);
    expect(benchmark.flaws.length, benchmark.name).toBeGreaterThan(0);
    readReducers(benchmark.reducers);
    for (const variant of benchmark.variants) {
      expect(variant.prompt, benchmark.name).toContain("{{input}}");
      expect(shotsOf(variant)).toBeGreaterThanOrEqual(0);
      if (variant.shots !== undefined && "file" in variant.shots) {
        expect(benchmark.files.map(({ name }) => name)).toContain(variant.shots.file);
      }
    }
    for (const { url, sha256, licence } of benchmark.files) {
      expect(url).toMatch(/^https:\/\//);
      expect(licence).not.toBe("");
      if (sha256 !== null) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    }
  }
});

test.each(cases)("$benchmark: $why", ({ benchmark, raw, row, refused }) => {
  const read = benchmarkOf(benchmark, "test").row(raw as never, 3);
  if (refused === undefined) expect(read).toEqual(row);
  else expect(read).toContain(refused);
});

test("options that are published with the right one first are asked in an order of their own, always the same", () => {
  const raw = {
    "Record ID": "r",
    Question: "Which?",
    "Correct Answer": "right ",
    "Incorrect Answer 1": "one",
    "Incorrect Answer 2": "two",
    "Incorrect Answer 3": "three",
  };
  const letters = Array.from({ length: 40 }, (_, index) => {
    const read = benchmarkOf("gpqa-diamond", "test").row(raw, index);
    if (read === null || typeof read === "string") throw new TypeError("the row was not read");
    expect(read).toEqual(benchmarkOf("gpqa-diamond", "test").row(raw, index));
    expect(read.input).toContain(`${read.target}) right`);
    return read.target;
  });
  expect([...new Set(letters)].sort()).toEqual(["A", "B", "C", "D"]);
});

test("a published row of any shape is read, left out or refused with a sentence, and never thrown at", () => {
  const field = fc.constantFrom(
    ...["question", "answer", "choices", "options", "answer_index", "task_id", "prompt", "entry_point", "test", "text"],
    ...["code", "test_list", "problem", "ID", "Problem", "Answer", "answerKey", "mc1_targets", "Question"],
  );
  fc.assert(
    fc.property(fc.dictionary(field, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 8 }), (raw) => {
      for (const benchmark of benchmarks) benchmark.row(raw as never, 0);
    }),
    { numRuns: 300 },
  );
});
