import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startModelServer } from "../../../src/testing.ts";
import { describeShared, sharedPath } from "../../shared.ts";
import { jsonl, type Workplace, workplace } from "./command-line.ts";

const PAGE = "spec/sources/scorers-page.txt";

/** The example of a scorer, as the page shows it. */
function exampleOf(type: string): object {
  const page = readFileSync(sharedPath(PAGE), "utf8");
  const examples = [...page.matchAll(/^```json.*\n([^`]+)```/gm)].map(([, json = ""]) => JSON.parse(json));
  const found = examples.find((example) => example.type === type);
  if (found === undefined) throw new Error(`the page shows no ${type}`);
  return found;
}

const rows = jsonl([
  { id: "a", question: "What colour is the sky?", label: "blue" },
  { id: "b", question: "What colour is grass?", label: "green" },
  { id: "c", question: "What colour is snow?", label: "white" },
]);

const SAID: Readonly<Record<string, string>> = {
  "What colour is the sky?": " Blue\n",
  "What colour is grass?": "Grass is green.",
  "What colour is snow?": "black",
};

/** What the judge says of an answer. Its JSON is wrapped as models like to. */
function verdictOn(prompt: string): string {
  const [score, relevance] = prompt.includes("Grass is green.") ? [4, 5] : prompt.includes("Blue") ? [5, 5] : [1, 4];
  return `\`\`\`json\n{"explanation": "as I see it", "score": ${score}, "correctness": ${score}, "relevance": ${relevance}}\n\`\`\``;
}

async function startProvider() {
  return startModelServer({
    key: "judge-key",
    answer: (prompt, { model }) => (model === "served-judge" ? verdictOn(prompt) : (SAID[prompt] ?? "?")),
  });
}

function deploymentsAt(url: string) {
  const deployment = (model: string) => ({
    base_url: `${url}/v1`,
    model,
    api_key_env: "JUDGE_KEY",
  });
  return { dep_judge123: deployment("served-judge"), candidate: deployment("served-candidate") };
}

const variables = { JUDGE_KEY: "judge-key" };

async function exportedFrom(place: Workplace) {
  const { out } = await place.run(["runs", "export", "latest", "--format", "jsonl"]);
  return out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

describeShared("the scorers page's own examples, through the command line", PAGE, () => {
  test("llm_judge runs as written: normalised, with explanation, dimensions and usage of its own", async () => {
    await using place = workplace();
    const server = await startProvider();
    const config = {
      dataset: "rows.jsonl",
      model: "deployment:candidate",
      prompt: "{{question}}",
      scorers: [exampleOf("exact_match"), exampleOf("contains"), exampleOf("llm_judge")],
      deployments: deploymentsAt(server.url),
    };
    await place.write({ "rows.jsonl": rows, "eval.json": JSON.stringify(config) });
    const { exitCode, out } = await place.run(["eval", "eval.json", "--json"], { variables });
    await server.close();
    expect(exitCode).toBe(0);
    const { scorers, usage } = JSON.parse(out);
    expect(scorers).toMatchObject({
      answer_accuracy: { count: 3, error_count: 0, max: 1 },
      mentions_refund: { count: 3, error_count: 0 },
      quality: { count: 3, error_count: 0, min: 0, max: 1, median: 0.75 },
    });
    expect(scorers.answer_accuracy.mean).toBeCloseTo(1 / 3);
    expect(scorers.mentions_refund.mean).toBeCloseTo(2 / 3);
    expect(scorers.quality.mean).toBeCloseTo((1 + 0.75 + 0) / 3);
    expect(scorers.quality.pass_rate).toBeCloseTo(2 / 3);
    expect(usage).toMatchObject({ candidate: { calls: 3 }, judge: { calls: 3 } });
    expect(usage.judge.input_tokens).toBeGreaterThan(usage.candidate.input_tokens);

    const qualities = (await exportedFrom(place)).map(({ scores }) => scores.quality);
    expect(qualities).toMatchObject([
      { value: 1, pass: true, explanation: "as I see it", dimensions: { correctness: 1, relevance: 1 } },
      { value: 0.75, pass: true, dimensions: { correctness: 0.75, relevance: 1 } },
      { value: 0, pass: false, dimensions: { correctness: 0, relevance: 0.75 } },
    ]);
    const asked = server.requests.filter(({ model }) => model === "served-judge").map(({ prompt }) => prompt);
    for (const prompt of asked) {
      for (const part of [
        "Evaluate the candidate response.",
        "must be correct, relevant, and concise.",
        "correctness",
      ]) {
        expect(prompt).toContain(part);
      }
    }
  });

  test("it judges the answers of an earlier run without asking for them again", async () => {
    await using place = workplace();
    const server = await startProvider();
    const config = {
      dataset: "rows.jsonl",
      model: "deployment:candidate",
      prompt: "{{question}}",
      scorers: [exampleOf("exact_match")],
      deployments: deploymentsAt(server.url),
    };
    await place.write({
      "rows.jsonl": rows,
      "eval.json": JSON.stringify(config),
      "judge.json": JSON.stringify([exampleOf("llm_judge")]),
    });
    expect((await place.run(["eval", "eval.json", "--quiet"], { variables })).exitCode).toBe(0);
    const { exitCode, out } = await place.run(["runs", "rescore", "latest", "--scorers", "judge.json", "--json"], {
      variables,
    });
    await server.close();
    expect([exitCode, Object.keys(JSON.parse(out).scorers)]).toEqual([0, ["quality"]]);
    const count = (model: string) => server.requests.filter((request) => request.model === model).length;
    expect([count("served-candidate"), count("served-judge")]).toEqual([3, 3]);
    expect(JSON.parse(out).usage.judge.calls).toBe(3);
  });

  test("a judge that answers with neither score nor pass is an error, never a zero", async () => {
    await using place = workplace();
    const server = await startModelServer({ answer: () => '{"verdict_of": "nobody"}' });
    const judge = exampleOf("llm_judge");
    const config = { dataset: "rows.jsonl", output_field: "question", scorers: [judge] };
    const deployments = { dep_judge123: { base_url: `${server.url}/v1`, model: "served-judge" } };
    await place.write({ "rows.jsonl": rows, "eval.json": JSON.stringify({ ...config, deployments }) });
    const { exitCode, out } = await place.run(["eval", "eval.json", "--json"], { variables });
    await server.close();
    expect(exitCode).toBe(3);
    expect(JSON.parse(out).scorers.quality).toMatchObject({ mean: null, count: 0, error_count: 3 });
  });
});
