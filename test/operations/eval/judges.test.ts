import { expect, test } from "vitest";
import { startModelServer } from "../../../src/testing/model-server.ts";
import { jsonl, workplace } from "../../doors/cli/command-line.ts";

interface Summary {
  readonly warnings: readonly string[];
  readonly usage: { readonly candidate: { readonly calls: number }; readonly judge: { readonly calls: number } };
  readonly scorers: Readonly<
    Record<
      string,
      { readonly mean: number | null; readonly count: number; readonly error_count: number; readonly errors: object }
    >
  >;
}

const rows = jsonl([
  { id: "a", output: "Blue", label: "blue" },
  { id: "b", output: "The sky is blue.", label: "blue" },
  { id: "c", output: "Red", label: "blue" },
]);

/** The scorers page's own example, with a model that is there. */
const quality = (model: string) => ({
  type: "llm_judge",
  name: "quality",
  judge_model: model,
  judge_prompt: "Evaluate the candidate response.",
  rubric: "The response must be correct, relevant, and concise.",
  dimensions: ["correctness", "relevance"],
  min_score: 1,
  max_score: 5,
  pass_threshold: 0.75,
});

async function summaryOf(scorers: readonly object[], more: object = {}) {
  await using place = workplace();
  await place.write({ "rows.jsonl": rows, "eval.yaml": JSON.stringify({ dataset: "rows.jsonl", scorers, ...more }) });
  const { exitCode, out, err } = await place.run(["eval", "eval.yaml", "--json"]);
  return { exitCode, err, summary: JSON.parse(out) as Summary };
}

test("a judge's score is normalised and its calls are counted apart", async () => {
  const judge = quality('mock:{"score": 4, "correctness": 5, "relevance": 4, "explanation": "fine"}');
  const { exitCode, summary } = await summaryOf([judge]);
  expect(exitCode).toBe(0);
  expect(summary.scorers["quality"]).toMatchObject({ mean: 0.75, count: 3, error_count: 0 });
  expect(summary.usage).toMatchObject({ candidate: { calls: 0 }, judge: { calls: 3 } });
});

test("a judge that says nothing passes nothing and fails nothing", async () => {
  const { exitCode, summary } = await summaryOf([quality("mock:{}")]);
  expect(exitCode).toBe(3);
  expect(summary.scorers["quality"]).toMatchObject({ mean: null, count: 0, error_count: 3 });
});

test("in a chain the judge is asked only where the rule is not sure", async () => {
  const chain = {
    type: "composite",
    name: "checked",
    verifiers: [{ type: "exact_match" }, { type: "openai", model: "mock:INCORRECT" }],
  };
  const { summary } = await summaryOf([chain]);
  expect(summary.scorers["checked"]?.mean).toBeCloseTo(1 / 3);
  expect(summary.usage.judge.calls).toBe(2);
});

test("a deployment is a judge, and its key comes from the variable that it names", async () => {
  await using place = workplace();
  const deployments = {
    dep_judge123: {
      provider: "openai-compatible",
      base_url: "http://127.0.0.1:9/v1",
      model: "m",
      api_key_env: "MY_KEY",
    },
  };
  const config = { dataset: "rows.jsonl", scorers: [quality("deployment:dep_judge123")], deployments };
  await place.write({ "rows.jsonl": rows, "eval.yaml": JSON.stringify(config) });
  const { exitCode, err } = await place.run(["eval", "eval.yaml"]);
  expect(exitCode).toBe(2);
  expect(err).toContain("MY_KEY");
});

test.each([
  ["no model", { type: "llm_judge", name: "q", rubric: "x" }, ["scorers[0].model", "missing"]],
  ["an unknown provider", quality("opnai:gpt-5.5"), ["scorers[0]", "opnai"]],
  ["a missing key", { type: "openai", name: "q" }, ["OPENAI_API_KEY"]],
  [
    "a missing key deep in a chain",
    { type: "composite", name: "c", verifiers: [{ type: "exact_match" }, { type: "gemini" }] },
    ["scorers[0].verifiers[1]", "GEMINI_API_KEY"],
  ],
])("a judge with %s is refused before anything is sent or kept", async (_, scorer, says) => {
  await using place = workplace();
  await place.write({ "rows.jsonl": rows, "eval.yaml": JSON.stringify({ dataset: "rows.jsonl", scorers: [scorer] }) });
  const { exitCode, err } = await place.run(["eval", "eval.yaml"]);
  for (const part of says) expect(err).toContain(part);
  expect(exitCode).toBe(2);
});

test("a judge that is the model under test is allowed and said", async () => {
  const more = { model: "mock:echo", prompt: "{{label}}" };
  const { err } = await summaryOf([{ type: "openai", name: "self", model: "mock:echo" }], more);
  expect(err).toContain("judges favour their own answers");
});

test("a judge is the model under test also by another of its names", async () => {
  await using place = workplace();
  const server = await startModelServer({ answer: () => "correct" });
  try {
    await place.write({
      ".env": `OPENAI_API_KEY=key-4711\nOPENAI_BASE_URL=${server.url}/v1\n`,
      "eval.json": JSON.stringify({
        data: [{ question: "?", label: "correct" }],
        model: "gpt-4o",
        prompt: "{{question}}",
        scorers: [{ type: "openai", model: "openai:gpt-4o" }],
      }),
    });
    const { err } = await place.run(["eval", "eval.json"]);
    expect(err).toContain("judges favour their own answers");
  } finally {
    await server.close();
  }
});

test.each([
  ["a plain judge", { response_format: "json" }, '{"score": 4}'],
  ["a judge by labels", { response_format: "binary" }, "Verdict: correct"],
  ["a judge by numbers", { response_format: "score" }, "4"],
  ["a comparison", { judge_type: "comparative", response_format: "binary" }, "4 2\nThe first is better."],
])("the recorded replies of %s are found again by a replay, whatever the judge could do", async (_, options, said) => {
  await using place = workplace();
  const config = (model: string) => {
    const { judge_prompt: _prompt, dimensions: _dimensions, ...judge } = { ...quality(model), ...options };
    return JSON.stringify({ dataset: "rows.jsonl", scorers: [judge] });
  };
  await place.write({ "rows.jsonl": rows, "eval.yaml": config(`mock:${said}`) });
  const recorded = await place.run(["eval", "eval.yaml", "--record", "judge.jsonl", "--json"]);
  await place.write({ "again.yaml": config("replay:judge.jsonl") });
  const replayed = await place.run(["eval", "again.yaml", "--json"]);
  const [first, again] = [JSON.parse(recorded.out) as Summary, JSON.parse(replayed.out) as Summary];
  expect(first.scorers["quality"]?.count).toBe(3);
  expect(again.scorers["quality"]).toEqual(first.scorers["quality"]);
});

test("new scorers bring their own endpoints, and do not lose those of the run", async () => {
  await using place = workplace();
  const server = await startModelServer({ answer: (_, { model }) => (model === "new" ? "INCORRECT" : "CORRECT") });
  try {
    const endpoint = (model: string) => ({ base_url: `${server.url}/v1`, model });
    const judges = (...names: readonly string[]) =>
      names.map((name) => ({ type: "openai", name, model: `deployment:${name}` }));
    await place.write({
      "rows.jsonl": rows,
      "eval.yaml": JSON.stringify({
        dataset: "rows.jsonl",
        deployments: { old: endpoint("old") },
        limits: { "deployment:old": { concurrency: 1 } },
        groupBy: "label",
        scorers: judges("old"),
      }),
      "again/s.json": JSON.stringify({
        deployments: { new: endpoint("new") },
        prices: "prices.json",
        group_by: "id",
        scorers: judges("old", "new"),
      }),
      "again/prices.json": JSON.stringify({ "deployment:old": { input: 0, output: 0 } }),
    });
    await place.run(["eval", "eval.yaml"]);
    const { out, err } = await place.run(["runs", "rescore", "latest", "--scorers", "again/s.json", "--json"]);
    const { scorers } = JSON.parse(out) as Summary;
    expect(scorers["old"], err).toMatchObject({ mean: 1, count: 3, groups: { a: {}, b: {}, c: {} } });
    expect(scorers["new"]).toMatchObject({ mean: 0, count: 3 });
  } finally {
    await server.close();
  }
});

test("metadata that a judge's prompt names and no row has are refused before anything is asked", async () => {
  const judge = (field: string) => ({
    type: "llm_judge",
    name: "judge",
    model: 'mock:{"score": 1}',
    custom_prompt: `Of {{metadata.${field}}}: {{output}}`,
  });
  const data = [
    { output: "a", target: "a", "by.hand": { topic: "sums" } },
    { output: "b", target: "b", metadata: { kind: { level: 0 } } },
  ];
  await using place = workplace();
  const run = async (field: string) => {
    await place.write({ "eval.yaml": JSON.stringify({ data, scorers: [judge(field)] }) });
    return place.run(["eval", "eval.yaml", "--json"]);
  };
  const missing = await run("kint");
  expect(missing.exitCode).toBe(2);
  expect(missing.err).toMatch(/scorers\[0\]\.custom_prompt: .*metadata\.kint.* did you mean "metadata\.kind"/);
  // One that a single row has is an error of the other.
  const { out } = await run("kind.level");
  expect((JSON.parse(out) as Summary).scorers["judge"]).toMatchObject({
    count: 1,
    errors: { "sample:missing_field": 1 },
  });
});
