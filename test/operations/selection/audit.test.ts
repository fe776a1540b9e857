import { describe, expect, test } from "vitest";
import { startModelServer } from "../../../src/testing/model-server.ts";
import { workplace } from "../../doors/cli/command-line.ts";
import { honestJudge } from "./judge-answer.ts";

const question = {
  task: "t",
  criteria: [
    { id: "right", name: "Correctness", description: "Does it solve the task?" },
    { id: "proof", name: "Proof", description: "Is there evidence?" },
  ],
};

async function audited(quality: number, argv: readonly string[] = [], more: object = {}) {
  await using server = Object.assign(await startModelServer({ answer: honestJudge }), {
    [Symbol.asyncDispose]: () => server.close(),
  });
  await using place = workplace();
  const input = {
    ...question,
    candidates: [{ id: "only", content: `quality ${quality}`, ...more }],
    models: ["deployment:judge"],
    deployments: { judge: { base_url: `${server.url}/v1`, model: "judge" } },
  };
  await place.write({ "in.json": JSON.stringify(input) });
  const ran = await place.run(["audit", "--input", "in.json", "--output", "out.json", ...argv]);
  return { ...ran, artefact: JSON.parse(await place.read("out.json")), calls: server.requests.length };
}

test("good is positive, bad is negative, and between is uncertain", async () => {
  for (const [quality, verdict] of [
    [18, "positive"],
    [3, "negative"],
    [11, "uncertain"],
  ] as const) {
    const { exitCode, artefact, out } = await audited(quality);
    expect(exitCode).toBe(0);
    expect(artefact.result.verdict).toBe(verdict);
    expect(out).toContain(`${verdict}: only`);
  }
});

test("without a fixed number it ends where the rest cannot change the verdict", async () => {
  const early = await audited(18);
  expect(early.calls).toBeLessThan(10);
  expect(early.artefact.result.calls).toMatchObject({ planned: 10, used: early.calls });
  const whole = await audited(18, ["--fixed"]);
  expect(whole.calls).toBe(10);
  expect(whole.artefact.result.verdict).toBe(early.artefact.result.verdict);
});

describe("a recorded check that failed", () => {
  const checks = { checks: [{ name: "npm test", passed: false, output: "1 failed" }] };

  test("makes it negative without a call", async () => {
    const { calls, exitCode, artefact } = await audited(18, [], checks);
    expect(calls).toBe(0);
    expect(exitCode).toBe(0);
    expect(artefact.result).toMatchObject({ verdict: "negative", reason: "checks", failed_checks: ["npm test"] });
  });

  test("is not lifted by any vote", async () => {
    const { calls, artefact } = await audited(18, ["--fixed"], checks);
    expect(calls).toBe(10);
    expect(artefact.result).toMatchObject({ verdict: "negative", reason: "checks" });
  });
});

test("--fail-on ends with 1 where the verdict is so", async () => {
  expect((await audited(3, ["--fail-on", "negative"])).exitCode).toBe(1);
  expect((await audited(3, ["--fail-on", "uncertain"])).exitCode).toBe(0);
  expect((await audited(11, ["--fail-on", "negative,uncertain"])).exitCode).toBe(1);
});
