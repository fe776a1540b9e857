// biome-ignore-all lint/suspicious/noTemplateCurlyInString: data that looks like a template is what is tested.
import { expect, test } from "vitest";
import { jsonl, workplace } from "../../doors/cli/command-line.ts";

interface Summary {
  readonly run_id: string;
  readonly status: string;
  readonly model: string | null;
  readonly samples: number;
  readonly truncated: number;
  readonly usage: { readonly candidate: { readonly calls: number } };
  readonly scorers: Readonly<
    Record<
      string,
      { readonly mean: number | null; readonly count: number; readonly error_count: number; readonly errors: object }
    >
  >;
}

const rows = jsonl([
  { id: "a", question: "say blue", label: "say blue" },
  { id: "b", question: "{{env.KEY}} {% x %} ${HOME}", label: "{{env.KEY}} {% x %} ${HOME}" },
  { id: "c", question: "say red", label: "say blue" },
]);
const asking = {
  dataset: "rows.jsonl",
  model: "mock:echo",
  prompt: "{{question}}",
  scorers: [{ type: "exact_match", name: "answer" }],
};

test("a model is asked for each row, and data that looks like a template is data", async () => {
  await using place = workplace();
  await place.write({ "rows.jsonl": rows, "eval.yaml": JSON.stringify(asking) });
  const { exitCode, out, err } = await place.run(["eval", "eval.yaml", "--json"]);
  expect(err).not.toContain("error");
  expect(exitCode).toBe(0);
  const summary = JSON.parse(out) as Summary;
  expect(summary).toMatchObject({
    status: "complete",
    model: "mock:echo",
    samples: 3,
    usage: { candidate: { calls: 3 } },
  });
  expect(summary.scorers["answer"]).toMatchObject({ count: 3, error_count: 0 });
  expect(summary.scorers["answer"]?.mean).toBeCloseTo(2 / 3);
});

test("epochs ask several times; --model wins over the file", async () => {
  await using place = workplace();
  await place.write({ "rows.jsonl": rows, "eval.yaml": JSON.stringify({ ...asking, epochs: 2 }) });
  const { out } = await place.run(["eval", "eval.yaml", "--model", "mock:say blue", "--json"]);
  const summary = JSON.parse(out) as Summary;
  expect(summary).toMatchObject({ model: "mock:say blue", usage: { candidate: { calls: 6 } } });
  expect(summary.scorers["answer"]?.mean).toBeCloseTo(2 / 3);
});

test("a row that lacks a field of the prompt is an error of that row", async () => {
  await using place = workplace();
  await place.write({
    "rows.jsonl": `${rows}${jsonl([{ id: "d", label: "x" }])}`,
    "eval.yaml": JSON.stringify(asking),
  });
  const { out } = await place.run(["eval", "eval.yaml", "--json"]);
  expect((JSON.parse(out) as Summary).scorers["answer"]).toMatchObject({
    count: 3,
    error_count: 1,
    errors: { "sample:missing_field": 1 },
  });
});

test("a budget ends the run partial, and resume asks only for what is missing", async () => {
  await using place = workplace();
  await place.write({ "rows.jsonl": rows, "eval.yaml": JSON.stringify(asking) });
  const stopped = await place.run(["eval", "eval.yaml", "--max-calls", "1", "--concurrency", "1", "--json"]);
  expect(stopped.exitCode).toBe(0);
  expect(JSON.parse(stopped.out)).toMatchObject({ status: "partial", samples: 1, usage: { candidate: { calls: 1 } } });
  // The budget of a resume is its own.
  const again = await place.run(["runs", "resume", "latest", "--max-calls", "1", "--concurrency", "1", "--json"]);
  expect(JSON.parse(again.out)).toMatchObject({ status: "partial", samples: 2, usage: { candidate: { calls: 2 } } });
  const resumed = await place.run(["runs", "resume", "latest", "--json"]);
  expect(JSON.parse(resumed.out)).toMatchObject({ status: "complete", samples: 3, usage: { candidate: { calls: 3 } } });
});

test("recorded replies are replayed without asking, and a reply that is not there is an error of its row", async () => {
  await using place = workplace();
  await place.write({ "rows.jsonl": rows, "eval.yaml": JSON.stringify(asking) });
  await place.run(["eval", "eval.yaml", "--record", "replies.jsonl", "--limit", "2"]);
  const { out, exitCode } = await place.run(["eval", "eval.yaml", "--model", "replay:replies.jsonl", "--json"]);
  expect(exitCode).toBe(0);
  expect((JSON.parse(out) as Summary).scorers["answer"]).toMatchObject({
    count: 2,
    error_count: 1,
    mean: 1,
    errors: { "inference:no_recording": 1 },
  });
});

test.each([
  ["a prompt without a model", { ...asking, model: undefined }, ["model", "is missing", "prompt"]],
  ["a model and an output field", { ...asking, output_field: "question" }, ["output_field", "keep one"]],
  ["an unknown provider", { ...asking, model: "opnai:gpt-5.5" }, ["opnai", 'did you mean "openai']],
  ["a key that is missing", { ...asking, model: "openai:gpt-5.5" }, ["OPENAI_API_KEY"]],
  ["a field that no row has", { ...asking, prompt: "{{qestion}}" }, ["prompt", "qestion", 'did you mean "question"?']],
])("%s is refused before anything is sent or kept", async (_, config, says) => {
  await using place = workplace();
  await place.write({ "rows.jsonl": rows, "eval.yaml": JSON.stringify(config) });
  const { exitCode, err } = await place.run(["eval", "eval.yaml"]);
  for (const part of says) expect(err).toContain(part);
  expect(exitCode).toBe(2);
});
