import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { jsonl, type Workplace, workplace } from "../doors/cli/command-line.ts";
import { describeSandbox } from "../sandbox/needs-sandbox.ts";
import { describeShared, sharedPath, sharedRows } from "../shared.ts";
import { bench } from "./bench-line.ts";

interface Scorer {
  readonly mean: number | null;
  readonly count: number;
  readonly error_count: number;
  readonly metrics: Readonly<Record<string, { readonly value: number | null; readonly count: number }>>;
}

interface Summary {
  readonly run_id: string;
  readonly samples: number;
  readonly epochs: number;
  readonly truncated: number;
  readonly scorers: Readonly<Record<string, Scorer>>;
}

const question = (n: number) => ({ question: `What is ${n} + ${n}?`, answer: `${n} + ${n} = ${2 * n}\n#### ${2 * n}` });
const rows = jsonl([question(1), question(2), question(3)]);

async function summaryOf(place: Workplace, argv: readonly string[]): Promise<Summary> {
  const { exitCode, out, err } = await bench(place, [...argv, "--json"]);
  expect(err).not.toContain("error:");
  expect(exitCode).toBe(0);
  return JSON.parse(out) as Summary;
}

test("recorded outputs are scored, their readings side by side, and rows without one are errors", async () => {
  await using place = workplace();
  await place.write({
    "rows.jsonl": rows,
    "out.jsonl": jsonl([
      { id: "gsm8k/0", output: "#### 2" },
      { question: question(2).question, output: "The answer is 4." },
    ]),
  });
  const summary = await summaryOf(place, ["run", "gsm8k", "--data", "rows.jsonl", "--outputs", "out.jsonl"]);
  expect(summary.scorers["gsm8k"]).toMatchObject({ mean: 1, count: 2, error_count: 1 });
  expect(summary.scorers["gsm8k"]?.metrics["strict"]).toMatchObject({ value: 0.5, count: 2 });
  expect(summary.scorers["gsm8k"]?.metrics["final"]).toMatchObject({ value: 1, count: 2 });
});

test("outputs for fewer than half of the rows are warned of, for they may be another benchmark's", async () => {
  await using place = workplace();
  await place.write({
    "rows.jsonl": rows,
    "one.jsonl": jsonl([{ id: "gsm8k/0", output: "#### 2" }]),
    "two.jsonl": jsonl(["gsm8k/0", "gsm8k/1"].map((id) => ({ id, output: "#### 2" }))),
  });
  const told = async (name: string) =>
    (await bench(place, ["run", "gsm8k", "--data", "rows.jsonl", "--outputs", name])).err;
  expect(await told("one.jsonl")).toContain("warning: 1 recorded outputs for 1 of 3 rows; the other rows are errors");
  expect(await told("two.jsonl")).not.toContain("the other rows are errors");
});

test("a run of a benchmark is resumed, shown, exported and scored anew like any other", async () => {
  await using place = workplace();
  await place.write({
    "rows.jsonl": rows,
    "again.json": JSON.stringify([{ type: "benchmark", name: "again", task: "gsm8k" }]),
  });
  const first = await summaryOf(place, ["run", "gsm8k", "--data", "rows.jsonl", "--model", "mock:#### 4"]);
  expect(first).toMatchObject({ samples: 3, truncated: 0 });
  expect(first.scorers["gsm8k"]?.mean).toBeCloseTo(1 / 3);
  const resumed = await place.run(["runs", "resume", "latest", "--json"]);
  expect(JSON.parse(resumed.out)).toMatchObject({ run_id: first.run_id, samples: 3 });
  const again = await place.run(["runs", "rescore", "latest", "--scorers", "again.json", "--json"]);
  expect((JSON.parse(again.out) as Summary).scorers["again"]?.mean).toBeCloseTo(1 / 3);
});

test("an eval file names a benchmark by the scorer alone", async () => {
  await using place = workplace();
  await place.write({
    "rows.jsonl": rows,
    "eval.yaml":
      "model: 'mock:#### 2'\nscorers:\n  - { type: benchmark, name: sums, task: gsm8k, sample_limit: 2, data: rows.jsonl }\n",
  });
  const { exitCode, out } = await bench(place, ["eval", "eval.yaml", "--json"], "eval");
  expect(exitCode).toBe(0);
  expect((JSON.parse(out) as Summary).scorers["sums"]).toMatchObject({ mean: 0.5, count: 2 });
});

const scorer = { type: "benchmark", name: "gsm8k", task: "gsm8k", data: "rows.jsonl" };
const model = "mock:1";

test.each([
  ["a data set beside it", { model, dataset: "rows.jsonl", scorers: [scorer] }, ["dataset", "brings its own rows"]],
  ["a prompt beside it", { model, prompt: "x", scorers: [scorer] }, ["prompt", "brings its own rows and prompts"]],
  ["another scorer", { model, scorers: [scorer, { type: "exact_match" }] }, ["stands alone", "2 scorers"]],
  [
    "a benchmark within another verifier",
    { dataset: "rows.jsonl", scorers: [{ type: "composite", verifiers: [{ type: "exact_match" }, scorer] }] },
    ["scorers[0].verifiers[1]", "stands alone"],
  ],
  [
    "and deeper in one",
    { dataset: "rows.jsonl", scorers: [{ type: "pipeline", verifier: { type: "not", verifier: scorer } }] },
    ["scorers[0].verifier.verifier", "stands alone"],
  ],
  ["an unknown task", { model, scorers: [{ ...scorer, task: "gsm8" }] }, ["scorers[0].task", 'did you mean "gsm8k"?']],
  [
    "a variant that is none",
    { model, scorers: [{ ...scorer, variant: "8shot" }] },
    ["variant", 'did you mean "8-shot"?'],
  ],
  ["an option that is none", { model, scorers: [{ ...scorer, limit: 5 }] }, ["limit", "unknown option"]],
  ["neither a model nor outputs", { scorers: [scorer] }, ["nothing to score", "--outputs"]],
  ["both of them", { model, scorers: [{ ...scorer, outputs: "out.jsonl" }] }, ["from a model and from a file"]],
  ["more examples than there are", { model, scorers: [{ ...scorer, variant: "8-shot", few_shot: 9 }] }, ["at most 8"]],
  ["a ranking by log-likelihood", { model, scorers: [{ ...scorer, task: "hellaswag" }] }, ["log-likelihood"]],
])("%s is refused with exit code 2", async (_, config, says) => {
  await using place = workplace();
  await place.write({ "rows.jsonl": rows, "out.jsonl": "", "eval.json": JSON.stringify(config) });
  const { exitCode, err } = await bench(place, ["eval", "eval.json"], "eval");
  for (const part of says) expect(err).toContain(part);
  expect(exitCode).toBe(2);
});

test("no network and no data is exit code 2, with the way out", async () => {
  await using place = workplace();
  const { exitCode, err } = await bench(place, ["run", "gsm8k", "--model", model], "bench", {
    VERIDIC_DATA_MIRROR: "http://127.0.0.1:9",
  });
  expect(err).toContain("VERIDIC_DATA_DIR");
  expect(exitCode).toBe(2);
});

test("the question stands in the words of the variant", async () => {
  await using place = workplace();
  await place.write({ "rows.jsonl": rows });
  const shown = ["run", "gsm8k", "--data", "rows.jsonl", "--variant", "8-shot", "--few-shot", "2"];
  await summaryOf(place, [...shown, "--model", "mock:echo", "--limit", "1"]);
  const { out } = await place.run(["runs", "export", "latest"]);
  expect((JSON.parse(out) as { readonly output: string }).output).toBe("Q: What is 1 + 1?\nA:");
});

test("list and show tell rows, licence, pins, figures and flaws", async () => {
  await using place = workplace();
  const list = await bench(place, ["list"]);
  expect(list.out).toMatch(/gsm8k +1,319 +MIT +verified/);
  const show = await bench(place, ["show", "gsm8k"]);
  for (const part of ["8-shot", "3730d312", "175B", "Some golds are wrong"]) expect(show.out).toContain(part);
  const json = JSON.parse((await bench(place, ["list", "--json"])).out) as { name: string; pin: string }[];
  expect(json.find(({ name }) => name === "humaneval")).toMatchObject({ pin: "verified", rows: 164 });
});

test("samples of lm-eval are put to their rows, each once however many filters there are", async () => {
  await using place = workplace();
  const sample = (n: number, filter: string) => ({
    doc_id: n - 1,
    doc: question(n),
    target: String(2 * n),
    resps: [[`#### ${n === 3 ? 7 : 2 * n}`]],
    filter,
    exact_match: 1,
  });
  await place.write({
    "rows.jsonl": rows,
    "samples.jsonl": jsonl([1, 2, 3].flatMap((n) => [sample(n, "strict-match"), sample(n, "flexible-extract")])),
  });
  const summary = await summaryOf(place, ["run", "gsm8k", "--data", "rows.jsonl", "--outputs", "samples.jsonl"]);
  expect(summary).toMatchObject({ samples: 3, epochs: 1 });
  expect(summary.scorers["gsm8k"]?.mean).toBeCloseTo(2 / 3);
});

test.each([
  ["a row that nobody asked", [{ id: "gsm8k/77", output: "1" }], 'there is no row "gsm8k/77"'],
  ["an output of no row", [{ output: "1" }], "nothing tells which row"],
  ["a row without an output", [{ id: "gsm8k/0", text: "1" }], "has no output"],
])("%s among recorded outputs is refused", async (_, outputs, says) => {
  await using place = workplace();
  await place.write({ "rows.jsonl": rows, "out.jsonl": jsonl(outputs) });
  const { exitCode, err } = await bench(place, ["run", "gsm8k", "--data", "rows.jsonl", "--outputs", "out.jsonl"]);
  expect(err).toContain(says);
  expect(exitCode).toBe(2);
});

describeShared("published data", "data/gsm8k/test.jsonl", () => {
  test("gsm8k is found below a folder, with the shots of its training set", async () => {
    await using place = workplace();
    const run = ["run", "gsm8k", "--data", sharedPath("data"), "--model", "mock:#### 18", "--limit", "5"];
    expect(await summaryOf(place, [...run, "--variant", "5-shot"])).toMatchObject({ samples: 5 });
  });

  test("the recorded solutions of four models give the published shares", async () => {
    await using place = workplace();
    interface Solved {
      readonly question: string;
      readonly [model: string]: unknown;
    }
    const solved = sharedRows<Solved>("data/gsm8k/example_model_solutions.jsonl");
    const text = (value: unknown) => (value as { readonly solution: string }).solution;
    await place.write({
      "out.jsonl": jsonl(solved.map((row) => ({ question: row.question, output: text(row["175b_verification"]) }))),
    });
    const summary = await summaryOf(place, ["run", "gsm8k", "--data", sharedPath("data"), "--outputs", "out.jsonl"]);
    expect(summary.samples).toBe(1_319);
    expect(summary.scorers["gsm8k"]?.mean).toBeCloseTo(742 / 1_319, 12);
  });
});

describeSandbox("in the sandbox", () => {
  const problem = {
    task_id: "t/0",
    prompt: 'def add(a, b):\n    """The sum."""\n',
    entry_point: "add",
    test: "def check(candidate):\n    assert candidate(2, 3) == 5\n",
  };

  test("humaneval gives pass@k over epochs, and keeps block, rule and program", async () => {
    await using place = workplace();
    await place.write({
      "rows.jsonl": jsonl([problem]),
      "out.jsonl": jsonl(
        ["    return a + b", "```python\ndef add(a, b):\n    return a + b\n```", "    return a - b", ""].map(
          (completion) => ({
            task_id: "t/0",
            completion,
          }),
        ),
      ),
    });
    const argv = ["run", "humaneval", "--data", "rows.jsonl", "--outputs", "out.jsonl", "--pass-at", "1,2"];
    const summary = await summaryOf(place, argv);
    expect(summary).toMatchObject({ samples: 1, epochs: 4 });
    expect(summary.scorers["humaneval"]?.mean).toBe(0.5);
    expect(summary.scorers["humaneval"]?.metrics["pass_at_2"]?.value).toBeCloseTo(1 - 1 / 6);
    const { out } = await place.run(["runs", "export", "latest"]);
    expect(out).toContain('"rule":"block"');
    expect(out).toContain('"program":');
  });
});

test("packed rows are read as they are", async () => {
  await using place = workplace();
  writeFileSync(join(place.folder, "rows.jsonl.gz"), gzipSync(rows));
  const summary = await summaryOf(place, ["run", "gsm8k", "--data", "rows.jsonl.gz", "--model", "mock:#### 2"]);
  expect(summary.samples).toBe(3);
});
