import { join } from "node:path";
import { expect, test } from "vitest";
import { loadPipeline } from "../../../src/operations/verify/load-pipeline.ts";
import { readPipelineFile } from "../../../src/operations/verify/pipeline-file.ts";
import { startModelServer } from "../../../src/testing/model-server.ts";
import { jsonl, workplace } from "../../doors/cli/command-line.ts";

const verifier = { type: "openai", model: "deployment:judge" };

test.each([
  ["snake_case", { max_retries: 2, retry_delay: 1 }],
  ["camelCase", { maxRetries: 2, retryDelay: 1 }],
])("what a pipeline says of models is parted from it, in %s", (_, retries) => {
  const deployments = { judge: { base_url: "http://127.0.0.1:9/v1", model: "m" } };
  const limits = { "deployment:judge": { concurrency: 3 } };
  const { parts, models } = readPipelineFile(
    { extractors: [], verifier, deployments, limits, timeout: 2, prices: "prices.json", ...retries },
    "/somewhere",
  );
  expect(parts).toEqual({ extractors: [], verifier });
  expect(models).toMatchObject({
    deployments,
    timeoutMs: 2_000,
    retries: { most: 2, delayMs: 1_000 },
    prices: join("/somewhere", "prices.json"),
  });
  expect(models?.limits?.get("deployment:judge")).toMatchObject({ concurrency: 3 });
});

test("a pipeline that says nothing of models is as it was", () => {
  expect(readPipelineFile({ verifier }, "/somewhere")).toEqual({ parts: { verifier }, models: null });
});

test.each([
  ["a misspelt key", { verifier, deploymets: {} }, /unknown option "deploymets".*did you mean "deployments"/],
  [
    "an endpoint without an address",
    { verifier, deployments: { judge: { model: "m" } } },
    /deployments\.judge\.base_url/,
  ],
  ["a key in the file", { verifier, deployments: { judge: { model: "m", api_key: "sk-1" } } }, /deployments\.judge/],
  ["limits of nobody", { verifier, limits: { "deployment:jugde": { concurrency: 1 } } }, /jugde/],
  ["a cache, which needs a store", { verifier, cache: true }, /unknown option "cache"/],
  ["a list", [verifier], /no pipeline/],
  ["an eval", { data: [], scorers: [verifier] }, /this is an eval.*veridic eval/],
])("%s is refused before anything is asked", (_, config, says) => {
  expect(() => readPipelineFile(config, "/somewhere")).toThrow(says);
});

test("verify asks the endpoint that its pipeline names, for one answer and for rows", async () => {
  await using place = workplace();
  const server = await startModelServer({ answer: () => "CORRECT" });
  try {
    const deployments = { judge: { base_url: `${server.url}/v1`, model: "m" } };
    await place.write({
      "in/p.json": JSON.stringify({ verifier, deployments }),
      "in/typo.json": JSON.stringify({ verifier: { type: "openai", model: "deployment:jugde" }, deployments }),
      "rows.jsonl": jsonl([
        { prediction: "Paris", ground_truth: "Paris" },
        { prediction: "Lutetia", ground_truth: "Paris" },
      ]),
    });
    const one = await place.run([
      "verify",
      "--config",
      "in/p.json",
      "--prediction",
      "a",
      "--ground-truth",
      "b",
      "--json",
    ]);
    expect(JSON.parse(one.out)).toMatchObject({ is_correct: true });
    const rows = await place.run(["verify", "--config", "in/p.json", "--input", "rows.jsonl", "--json"]);
    expect(JSON.parse(rows.out)).toMatchObject({ summary: { right: 2 } });
    expect(server.requests.map(({ model }) => model)).toEqual(["m", "m", "m"]);
    const typo = await place.run(["verify", "--config", "in/typo.json", "--input", "rows.jsonl"]);
    expect(typo.exitCode).toBe(2);
    expect(typo.err).toMatch(/in\/typo\.json.*did you mean "judge"/);
    expect(server.requests).toHaveLength(3);
  } finally {
    await server.close();
  }
});

test("rows of verify are errors with the code of the refusal, and no more calls are sent", async () => {
  await using place = workplace();
  const server = await startModelServer({ key: "another" });
  try {
    const deployments = { judge: { base_url: `${server.url}/v1`, model: "m" } };
    const rows = Array.from({ length: 60 }, (_, row) => ({ prediction: `row ${row}`, ground_truth: "x" }));
    await place.write({ "p.json": JSON.stringify({ verifier, deployments }), "rows.jsonl": jsonl(rows) });
    const { exitCode, out } = await place.run(["verify", "--config", "p.json", "--input", "rows.jsonl", "--json"]);
    expect(exitCode).toBe(0);
    const { results } = JSON.parse(out) as { results: readonly { metadata: { error: { code: string } } }[] };
    expect(results.map(({ metadata }) => metadata.error.code)).toEqual(rows.map(() => "auth"));
    expect(server.requests.length).toBeLessThanOrEqual(18);
  } finally {
    await server.close();
  }
});

test("the library asks the endpoints that a pipeline names, too; with powers of its own they are refused", async () => {
  const server = await startModelServer({ answer: () => "INCORRECT" });
  try {
    const config = { verifier, deployments: { judge: { base_url: `${server.url}/v1`, model: "m" } } };
    const pipeline = await loadPipeline(config);
    expect(await pipeline.verify({ prediction: "a", groundTruth: "b" })).toMatchObject({ isCorrect: false, score: 0 });
    expect(server.requests).toHaveLength(1);
    await expect(loadPipeline(config, { powers: {} })).rejects.toThrow(/powers were given/);
  } finally {
    await server.close();
  }
});
