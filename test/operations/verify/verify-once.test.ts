import { resolve } from "node:path";
import { expect, test } from "vitest";
import { systemEnvironment } from "../../../src/operations/environment.ts";
import { verifyOnce } from "../../../src/operations/verify/verify-once.ts";
import { startModelServer } from "../../../src/testing/model-server.ts";
import { workplace } from "../../doors/cli/command-line.ts";

function environmentIn(folder: string, signal = new AbortController().signal) {
  return { ...systemEnvironment(signal), folder, variables: {} };
}

test("an answer is verified by the content of a pipeline, and by a file whose paths count from its folder", async () => {
  await using place = workplace();
  await place.write({
    "in/pipeline.yaml": "plugins: [./short.ts]\nverifier: { type: acme/short }\n",
    "in/short.ts": [
      `import { defineVerifier } from ${JSON.stringify(resolve("src/index.ts"))};`,
      'export default defineVerifier({ type: "acme/short", summary: "s", create: () => ({ output }) => output.length < 3 });',
    ].join("\n"),
  });
  const environment = environmentIn(place.folder);
  const config = { extractors: [{ type: "number" }], verifier: { type: "numeric" } };
  const one = await verifyOnce({ prediction: "so 42", groundTruth: "42" }, { config }, environment);
  expect(one.isCorrect).toBe(true);
  const other = await verifyOnce({ prediction: "ab" }, { file: "in/pipeline.yaml" }, environment);
  expect([other.isCorrect, other.metadata["error"]]).toEqual([true, undefined]);
});

test("a mistake of a file is told with the file, and a model that is not there before anything is asked", async () => {
  await using place = workplace();
  await place.write({
    "unknown.yaml": "verifier: { type: exact_mach }\n",
    "model.yaml": "verifier: { type: llm_judge, model: 'deployment:none' }\n",
  });
  const environment = environmentIn(place.folder);
  const verify = (file: string) => verifyOnce({ prediction: "a", groundTruth: "a" }, { file }, environment);
  await expect(verify("unknown.yaml")).rejects.toThrow(/^unknown\.yaml: /);
  await expect(verify("model.yaml")).rejects.toThrow(/none/);
  await expect(verify("absent.yaml")).rejects.toThrow(/absent\.yaml/);
});

test("a judge under way is let go of when the check is cancelled", async () => {
  await using place = workplace();
  const models = await startModelServer({ misbehave: () => ({ kind: "hang" }) });
  try {
    const deployments = { one: { base_url: `${models.url}/v1`, model: "one" } };
    const config = { verifier: { type: "llm_judge", model: "deployment:one" } };
    const cancelling = new AbortController();
    const environment = environmentIn(place.folder, cancelling.signal);
    const checking = verifyOnce({ prediction: "a", groundTruth: "a" }, { config, deployments }, environment);
    await expect.poll(() => models.requests.length, { timeout: 10_000 }).toBe(1);
    cancelling.abort();
    expect((await checking).metadata["error"]).toBeDefined();
  } finally {
    await models.close();
  }
});
