import { describe, expect, test } from "vitest";
import { jsonl, workplace } from "../../doors/cli/command-line.ts";

interface Summary {
  readonly run_id: string;
  readonly status: string;
  readonly samples: number;
  readonly epochs: number;
  readonly parent: string | null;
  readonly warnings: readonly string[];
  readonly gates: readonly { readonly value: number | null; readonly passed: boolean }[];
  readonly scorers: Readonly<Record<string, Scorer>>;
}

interface Scorer {
  readonly mean: number | null;
  readonly count: number;
  readonly error_count: number;
  readonly skipped_count: number;
  readonly no_answer: number;
  readonly pass_rate: number | null;
  readonly std: number | null;
  readonly ci: { readonly low: number; readonly high: number; readonly method: string } | null;
  readonly bounds_with_errors: { readonly low: number; readonly high: number } | null;
  readonly metrics: Readonly<Record<string, { readonly value: number | null; readonly count: number }>>;
  readonly groups: Readonly<Record<string, Scorer>>;
  readonly errors: Readonly<Record<string, number>>;
}

/** So many rows that are right, wrong, and without an output. */
function rows(right: number, wrong: number, broken: number): string {
  const make = (number: number, row: object) => Array.from({ length: number }, () => row);
  return jsonl(
    [
      ...make(right, { output: "blue", label: "Blue" }),
      ...make(wrong, { output: "red", label: "Blue" }),
      ...make(broken, { output: null, label: "Blue" }),
    ].map((row, index) => ({ id: `s${index + 1}`, ...row })),
  );
}

const exact = { dataset: "rows.jsonl", scorers: [{ type: "exact_match", name: "answer" }] };

async function summaryOf(files: Readonly<Record<string, string>>, config: object, flags: readonly string[] = []) {
  await using place = workplace();
  await place.write({ ...files, "eval.yaml": JSON.stringify(config) });
  const { exitCode, out, err } = await place.run(["eval", "eval.yaml", "--json", ...flags]);
  return { exitCode, err, summary: JSON.parse(out) as Summary };
}

describe("wrong and broken", () => {
  test("2 right, 3 wrong and 5 broken are a pass rate of 0.4 over 5, everywhere", async () => {
    await using place = workplace();
    await place.write({ "rows.jsonl": rows(2, 3, 5), "eval.yaml": JSON.stringify(exact) });
    const json = await place.run(["eval", "eval.yaml", "--json"]);
    const summary = JSON.parse(json.out) as Summary;
    const { answer } = summary.scorers;
    expect(answer).toMatchObject({ mean: 0.4, pass_rate: 0.4, count: 5, error_count: 5, skipped_count: 0 });
    expect(answer?.ci).toMatchObject({ method: "wilson" });
    expect(answer?.ci?.low).toBeCloseTo(0.1176, 4);
    expect(answer?.ci?.high).toBeCloseTo(0.7693, 4);
    expect(answer?.bounds_with_errors).toEqual({ low: 0.2, high: 0.7 });

    const shown = await place.run(["runs", "show", "latest"]);
    expect(shown.out).toMatch(/answer\s+0\.4000\s+0\.1176 to 0\.7693\s+5\s+5 \(50\.0%\)/);
    const csv = await place.run(["runs", "export", "latest", "--format", "csv"]);
    const cells = csv.out
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(",")[5]);
    const scored = cells.filter((cell) => cell !== "").map(Number);
    expect(scored.length).toBe(5);
    expect(scored.reduce((sum, value) => sum + value, 0) / scored.length).toBe(0.4);
    const junit = await place.run(["runs", "export", "latest", "--format", "junit"]);
    expect(junit.out).toMatch(/<testsuite [^>]*tests="10" failures="3" errors="5"/);
    expect(junit.out).toContain('name="pass_rate" value="0.4"');
  });

  test("a skipped score and a broken one are counted apart, and neither is in the mean", async () => {
    await using place = workplace();
    await place.write({
      "own.ts": `
        import { defineVerifier } from "${new URL("../../../src/index.ts", import.meta.url).pathname}";
        export default defineVerifier({
          type: "acme/four", summary: "Right, broken, wrong, skipped.",
          create: () => ({ output }) =>
            output === "1" ? 1 : output === "2" ? (() => { throw new Error("broken"); })()
              : output === "3" ? 0 : { value: null, skipped: "left out" },
        });`,
      "rows.jsonl": jsonl([1, 2, 3, 4].map((output) => ({ output: String(output) }))),
      "eval.yaml": JSON.stringify({
        dataset: "rows.jsonl",
        plugins: ["./own.ts"],
        scorers: [{ type: "acme/four", name: "four" }],
      }),
    });
    const { out } = await place.run(["eval", "eval.yaml", "--json"]);
    expect((JSON.parse(out) as Summary).scorers["four"]).toMatchObject({
      mean: 0.5,
      count: 2,
      error_count: 1,
      skipped_count: 1,
      errors: { "verifier:exception": 1 },
    });
    expect(out).not.toContain("NaN");
  });

  test("an empty output is no answer and counts as wrong; a missing one is an error", async () => {
    const { summary } = await summaryOf(
      { "rows.jsonl": jsonl([{ output: "", label: "x" }, { label: "x" }, { output: "x", label: "x" }]) },
      exact,
    );
    expect(summary.scorers["answer"]).toMatchObject({
      count: 2,
      mean: 0.5,
      no_answer: 1,
      error_count: 1,
      errors: { "sample:missing_output": 1 },
    });
  });

  test("a line that cannot be read is one error row, and the others are scored", async () => {
    const { summary } = await summaryOf(
      { "rows.jsonl": `${rows(1, 1, 0)}{"id": broken\n${jsonl([{ id: "x", output: "blue", label: "blue" }])}` },
      exact,
    );
    expect(summary.scorers["answer"]).toMatchObject({ count: 3, error_count: 1, errors: { "sample:bad_row": 1 } });
    expect(summary.warnings.join()).toContain("1 of 4 rows could not be read");
  });

  test("an invalid pattern out of a row is that row's error", async () => {
    const { summary } = await summaryOf(
      {
        "rows.jsonl": jsonl([
          { output: "abc", label: "([a-" },
          { output: "abc", label: "^a" },
        ]),
      },
      { dataset: "rows.jsonl", scorers: [{ type: "contains", name: "pattern", regex: true }] },
    );
    expect(summary.scorers["pattern"]).toMatchObject({
      mean: 1,
      count: 1,
      error_count: 1,
      errors: { "sample:invalid_pattern": 1 },
    });
  });

  test("a pattern that backtracks for ever is a timeout of its row", async () => {
    const { summary } = await summaryOf(
      {
        "rows.jsonl": jsonl([
          { output: `${"a".repeat(40)}!`, label: "x" },
          { output: "aa", label: "aa" },
        ]),
      },
      {
        dataset: "rows.jsonl",
        scorers: [
          {
            type: "pipeline",
            name: "slow",
            extractors: [{ type: "regex", pattern: "(?=a)((a+)+)$" }],
            verifier: { type: "exact_match" },
          },
        ],
      },
    );
    expect(summary.scorers["slow"]).toMatchObject({
      mean: 1,
      count: 1,
      error_count: 1,
      errors: { "extractor:timeout": 1 },
    });
  });
});

describe("what a graded verifier says of passing", () => {
  test("without a threshold nothing passes or fails, no answer either", async () => {
    const { summary } = await summaryOf(
      {
        "rows.jsonl": jsonl([
          { output: "a b", label: "a b" },
          { output: "", label: "a" },
        ]),
      },
      {
        dataset: "rows.jsonl",
        scorers: [
          { type: "f1", name: "f1" },
          { type: "levenshtein", name: "close" },
        ],
      },
    );
    expect(summary.scorers["f1"]).toMatchObject({ mean: 0.5, pass_rate: null, no_answer: 1 });
    expect(summary.scorers["close"]).toMatchObject({ mean: 0.5, pass_rate: null, no_answer: 1 });
  });
});

describe("exit codes", () => {
  const cases: readonly [string, string, object, readonly string[], number][] = [
    ["done", rows(2, 2, 0), exact, [], 0],
    ["a gate that is kept", rows(2, 2, 0), { ...exact, gates: { answer: ">= 0.5" } }, [], 0],
    ["a gate on a number of samples", rows(2, 2, 0), { ...exact, gates: { "answer.count": 4 } }, [], 0],
    ["a gate as people write small numbers", rows(2, 2, 0), { ...exact, gates: { answer: ">= .5" } }, [], 0],
    ["a gate as YAML reads small numbers", rows(2, 2, 0), { ...exact, gates: { answer: 1e-9 } }, [], 0],
    ["a gate that is missed", rows(2, 2, 0), { ...exact, gates: { answer: ">= 0.6" } }, [], 1],
    ["a gate on another statistic", rows(2, 2, 0), { ...exact, gates: { "answer.median": "< 0.5" } }, [], 1],
    [
      "--fail-under wins over the file",
      rows(2, 2, 0),
      { ...exact, gates: { answer: ">= 0.5" } },
      ["--fail-under", "answer=0.9"],
      1,
    ],
    ["nothing scored fails closed", rows(0, 0, 3), exact, [], 3],
    [
      "nothing scored, although a gate would be missed too",
      rows(0, 0, 3),
      { ...exact, gates: { answer: ">= 0.5" } },
      [],
      3,
    ],
    ["more errors than --max-errors", rows(9, 0, 1), exact, ["--max-errors", "5%"], 3],
    ["as many errors as --max-errors", rows(9, 0, 1), exact, ["--max-errors", "10%"], 0],
    ["a number of rows as the limit", rows(9, 0, 2), exact, ["--max-errors", "1"], 3],
    ["the errors gate", rows(9, 0, 1), { ...exact, gates: { errors: "<= 5%" } }, [], 3],
    ["errors without a limit", rows(1, 0, 9), exact, [], 0],
  ];
  test.each(cases)("%s", async (_, data, config, flags, expected) => {
    const { exitCode, summary } = await summaryOf({ "rows.jsonl": data }, config, flags);
    expect(exitCode).toBe(expected);
    expect(summary.status).toBe("complete");
  });
});

describe("epochs", () => {
  const several = jsonl([
    { id: "a", outputs: ["1", "2", "1", "1"], label: "1" },
    { id: "b", outputs: ["2", "2", "2", "2"], label: "1" },
  ]);

  test("a list is several epochs, reduced to one score a sample", async () => {
    const { summary } = await summaryOf(
      { "rows.jsonl": several },
      { ...exact, reducers: ["mean", "max", { pass_at_k: 2 }, { pass_k: 2 }, { at_least_k: 3 }] },
    );
    expect(summary).toMatchObject({ samples: 2, epochs: 4 });
    const { answer } = summary.scorers;
    expect(answer?.mean).toBe(0.375);
    expect(answer?.metrics["max"]?.value).toBe(0.5);
    expect(answer?.metrics["pass_at_2"]?.value).toBe(0.5);
    expect(answer?.metrics["pass_k_2"]?.value).toBe(0.25);
    expect(answer?.metrics["at_least_3"]?.value).toBe(0.5);
  });

  test("--epochs takes the first ones, and a row with fewer has errors for the rest", async () => {
    const { summary } = await summaryOf({ "rows.jsonl": several }, exact, ["--epochs", "2"]);
    expect(summary).toMatchObject({ epochs: 2 });
    expect(summary.scorers["answer"]?.mean).toBe(0.25);
    const more = await summaryOf({ "rows.jsonl": several }, exact, ["--epochs", "5"]);
    expect(more.summary.scorers["answer"]?.errors).toEqual({ "sample:missing_output": 2 });
  });

  test("pass@5 of a sample with three broken epochs is not known, and pass@1 is", async () => {
    const { summary } = await summaryOf(
      { "rows.jsonl": jsonl([{ outputs: ["2", "2", null, null, null], label: "1" }]) },
      { ...exact, reducers: [{ pass_at_k: 1 }, { pass_at_k: 5 }] },
    );
    const { answer } = summary.scorers;
    expect(answer?.metrics["pass_at_5"]).toMatchObject({ value: null, count: 0, undefined_count: 1 });
    expect(answer?.metrics["pass_at_1"]).toMatchObject({ value: 0, count: 1 });
  });

  test("fields may be named instead", async () => {
    const { summary } = await summaryOf(
      { "rows.jsonl": jsonl([{ first: "1", second: { text: "2" }, label: "1" }]) },
      { ...exact, output_field: ["first", "second.text"] },
    );
    expect(summary).toMatchObject({ samples: 1, epochs: 2 });
    expect(summary.scorers["answer"]?.mean).toBe(0.5);
  });
});

describe("selection, groups and clusters", () => {
  const data = jsonl(
    Array.from({ length: 12 }, (_, index) => ({
      id: `s${index}`,
      output: index % 3 === 0 ? "x" : "y",
      label: "x",
      topic: index % 2 === 0 ? "even" : "odd",
      document: `d${Math.floor(index / 4)}`,
    })),
  );

  test("statistics are given per value of a field", async () => {
    const { summary } = await summaryOf({ "rows.jsonl": data }, { ...exact, group_by: "topic" });
    const { answer } = summary.scorers;
    expect(Object.keys(answer?.groups ?? {})).toEqual(["even", "odd"]);
    expect(answer?.groups["even"]).toMatchObject({ count: 6 });
  });

  test("a field that `fields` names groups and clusters as the path that it stands for", async () => {
    const data = ["a", "a", "b", "b"].map((topic, index) => ({
      id: `${index}`,
      output: topic,
      label: "a",
      meta: { topic },
    }));
    const config = { ...exact, fields: { area: "meta.topic" }, group_by: "area", cluster_by: "area" };
    const { summary } = await summaryOf({ "rows.jsonl": jsonl(data) }, config);
    expect(Object.keys(summary.scorers["answer"]?.groups ?? {})).toEqual(["a", "b"]);
    const named = await summaryOf({ "rows.jsonl": jsonl(data) }, { ...exact, cluster_by: "meta.topic" });
    expect(summary.scorers["answer"]?.ci).toEqual(named.summary.scorers["answer"]?.ci);
  });

  test("clusters make the interval one of clusters", async () => {
    const { summary } = await summaryOf({ "rows.jsonl": data }, { ...exact, cluster_by: "document" });
    expect(summary.scorers["answer"]?.ci?.method).toBe("t");
  });

  test.each([
    [["--limit", "3"], 3],
    [["--sample-id", "s2", "--sample-id", "s7"], 2],
    [["--limit", "100"], 12],
  ])("%j scores %i rows", async (flags, samples) => {
    const { summary } = await summaryOf({ "rows.jsonl": data }, exact, flags);
    expect(summary.samples).toBe(samples);
  });

  test("a seed draws other rows than the first ones, and the same ones each time", async () => {
    const config = { ...exact, dataset: { path: "rows.jsonl", limit: 4, shuffle_seed: 7 } };
    const ids = async () => {
      await using place = workplace();
      await place.write({ "rows.jsonl": data, "eval.yaml": JSON.stringify(config) });
      await place.run(["eval", "eval.yaml"]);
      const { out } = await place.run(["runs", "export", "latest"]);
      return out
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { sample_id: string }).sample_id);
    };
    const drawn = await ids();
    expect(drawn).toEqual(await ids());
    expect(drawn).not.toEqual(["s0", "s1", "s2", "s3"]);
  });
});
