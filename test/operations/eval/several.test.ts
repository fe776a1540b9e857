import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runEval, runEvals } from "../../../src/eval.ts";
import { workplace } from "../../doors/cli/command-line.ts";

const rows = [
  { id: "a", input: "2+2", target: "4" },
  { id: "b", input: "3+1", target: "4" },
  { id: "c", input: "1+1", target: "2" },
  { id: "d", input: "6+1", target: "7" },
];
const config = {
  name: "sums",
  data: rows,
  model: ["mock:4", "mock:2"],
  prompt: "{{input}}",
  scorers: [{ type: "exact_match", name: "answer" }],
};

interface Document {
  readonly runs: readonly { readonly run_id: string; readonly model: string }[];
  readonly comparison: {
    readonly baseline: string;
    readonly runs: readonly { readonly label: string }[];
    readonly scorers: Readonly<Record<string, readonly { readonly mean: number; readonly difference: object }[]>>;
  };
}

test("a list of models is a run each, and the comparison pairs their samples", async () => {
  await using place = workplace();
  await place.write({ "eval.yaml": JSON.stringify(config) });
  const { exitCode, out, err } = await place.run(["eval", "eval.yaml", "--json"]);
  expect(exitCode).toBe(0);
  expect(err).toContain("(mock:2)");
  const { runs, comparison } = JSON.parse(out) as Document;
  expect(runs.map(({ model }) => model)).toEqual(["mock:4", "mock:2"]);
  expect(comparison.baseline).toBe(runs[0]?.run_id);
  expect(comparison.runs.map(({ label }) => label)).toEqual(["mock:4", "mock:2"]);
  const [first, second] = comparison.scorers["answer"] ?? [];
  expect(first).toMatchObject({ mean: 0.5, difference: null });
  expect(second).toMatchObject({ mean: 0.25, difference: { mean: -0.25, count: 4 } });
  // Each is a run like any other.
  const shown = await place.run(["runs", "show", runs[1]?.run_id ?? "", "--json"]);
  expect(JSON.parse(shown.out)).toMatchObject({ model: "mock:2", samples: 4 });
});

test("people get one table, and each run's id", async () => {
  await using place = workplace();
  await place.write({
    "eval.yaml": JSON.stringify({ ...config, model: "mock:4", prompt: ["{{input}}", "Say {{input}}"] }),
  });
  const { out } = await place.run(["eval", "eval.yaml"]);
  expect(out).toContain("against the first");
  expect(out).toContain("Say {{input}}");
  expect(out.match(/^run \w+ {2}complete/gm)).toHaveLength(2);
});

test("several models may be named on the command line", async () => {
  await using place = workplace();
  await place.write({ "eval.yaml": JSON.stringify({ ...config, model: "mock:echo" }) });
  const flags = ["--model", "mock:4", "--model", "mock:7", "--json"];
  const { out } = await place.run(["eval", "eval.yaml", ...flags]);
  expect((JSON.parse(out) as Document).runs.map(({ model }) => model)).toEqual(["mock:4", "mock:7"]);
});

test("a mistake in any of the runs is told before the first of them begins", async () => {
  await using place = workplace();
  await place.write({ "eval.yaml": JSON.stringify({ ...config, model: ["mock:4", "opnai:gpt-5.5"] }) });
  const { exitCode, err } = await place.run(["eval", "eval.yaml"]);
  expect(exitCode).toBe(2);
  expect(err).toContain("openai");
  expect(existsSync(join(place.folder, ".veridic"))).toBe(false);
});

test("the worst of several runs is the exit code, and every missed gate is told", async () => {
  await using place = workplace();
  await place.write({ "eval.yaml": JSON.stringify({ ...config, gates: { answer: ">= 0.4" } }) });
  const { exitCode, err } = await place.run(["eval", "eval.yaml"]);
  expect(exitCode).toBe(1);
  expect(err).toContain("gate missed: answer is 0.25");
  expect(err).not.toContain("gate missed: answer is 0.5");
});

test("a budget is of all runs together", async () => {
  await using place = workplace();
  await place.write({ "eval.yaml": JSON.stringify(config) });
  const { out } = await place.run(["eval", "eval.yaml", "--max-calls", "5", "--concurrency", "1", "--json"]);
  const { runs } = JSON.parse(out) as {
    readonly runs: readonly { readonly status: string; readonly samples: number }[];
  };
  expect(runs).toMatchObject([
    { status: "complete", samples: 4 },
    { status: "partial", samples: 1 },
  ]);
});

test("stopped before all have begun, it still answers with a list, and says what was not begun", async () => {
  await using place = workplace();
  await place.write({ "eval.yaml": JSON.stringify(config) });
  const stop = new AbortController();
  const { exitCode, out, err } = await place.run(["eval", "eval.yaml", "--json"], {
    signal: stop.signal,
    onErr: (text) => {
      if (text.startsWith("run ")) stop.abort();
    },
  });
  expect(exitCode).toBe(130);
  expect(JSON.parse(out)).toMatchObject({ runs: [{ status: "interrupted" }], comparison: null });
  expect(err).toContain("1 of 2 runs were not begun");
});

test("from code, several runs are asked for by their own name", async () => {
  const { runs, comparison } = await runEvals(config, { store: ":memory:" });
  expect(runs).toHaveLength(2);
  expect(comparison?.scorers.get("answer")?.[1]?.difference?.mean).toBe(-0.25);
  await expect(runEval(config, { store: ":memory:" })).rejects.toThrow("runEvals returns them all");
});
