import { describe, expect, test } from "vitest";
import { startModelServer } from "../../../src/testing/model-server.ts";
import { workplace } from "../../doors/cli/command-line.ts";
import { honestJudge, inForm } from "./judge-answer.ts";

const question = {
  task: "t",
  criteria: [
    { id: "right", name: "Correctness", description: "Does it solve the task?" },
    { id: "proof", name: "Proof", description: "Is there evidence?" },
  ],
  candidates: [
    { id: "strong", content: "quality 18" },
    { id: "weak", content: "quality 3" },
  ],
};
const keys = { KIMI_API_KEY: "k", MINIMAX_API_KEY: "k", OPENAI_API_KEY: "k" };

async function foreseen(input: object, variables: Readonly<Record<string, string>>, argv: readonly string[] = []) {
  await using place = workplace();
  await place.write({ "in.json": JSON.stringify(input) });
  const ran = await place.run(["compare", "--input", "in.json", "--dry-run", "--json", ...argv], { variables });
  return { ...ran, forecast: JSON.parse(ran.out) };
}

describe("without named judges", () => {
  test("the default panel judges", async () => {
    const { exitCode, forecast } = await foreseen(question, keys);
    expect(exitCode).toBe(0);
    expect(forecast.judges.map(({ model }: { model: string }) => model)).toEqual([
      "kimi:kimi-for-coding",
      "minimax.io:minimax-m3",
      "openai:gpt-5.5",
    ]);
    // One pair, two criteria, five looks in both orders; at first every judge has a look at least.
    expect(forecast.total.calls).toBe(20);
    expect(forecast.first_calls).toBeGreaterThanOrEqual(6);
    expect(forecast.first_calls).toBeLessThan(20);
  });

  test("who has no key is told of, and the others judge", async () => {
    const { forecast } = await foreseen(question, { OPENAI_API_KEY: "k" });
    expect(forecast.judges.map(({ model }: { model: string }) => model)).toEqual(["openai:gpt-5.5"]);
    expect(forecast.warnings.join("\n")).toMatch(/lack a key \(kimi:kimi-for-coding, minimax\.io:minimax-m3\)/);
  });

  test("the single verifier stands in for a panel without any key, and that is said", async () => {
    const { forecast } = await foreseen(question, { ZAI_API_KEY: "k" });
    expect(forecast.judges.map(({ model }: { model: string }) => model)).toEqual(["zai:glm-5.1"]);
    expect(forecast.warnings.join("\n")).toContain("zai:glm-5.1 judges alone");
  });

  test("the names of other tools' backends choose the judges", async () => {
    for (const [backend, model] of [
      ["zai-coding-plan", "zai:glm-5.1"],
      ["gemini-python", "google:gemini-2.5-flash"],
    ]) {
      const variables = { ZAI_API_KEY: "k", GEMINI_API_KEY: "k" };
      const { forecast } = await foreseen({ ...question, backend }, variables);
      expect(forecast.judges.map((judge: { model: string }) => judge.model)).toEqual([model]);
    }
  });
});

test("a dry run for people has the calls, and writes no run", async () => {
  await using place = workplace();
  await place.write({ "in.json": JSON.stringify({ ...question, models: ["gpt-5.5"] }) });
  const { out } = await place.run(["compare", "--input", "in.json", "--dry-run"], { variables: keys });
  expect(out).toMatch(/openai:gpt-5\.5 +up to 20/);
  expect((await place.run(["runs", "list"])).out).toContain("no runs yet");
});

test("a limit of cost needs a price for every judge", async () => {
  const input = {
    ...question,
    models: ["deployment:x"],
    deployments: { x: { base_url: "http://127.0.0.1:9/v1", model: "x" } },
  };
  const { exitCode, out } = await foreseen(input, {}, ["--max-cost", "1"]);
  expect(exitCode).toBe(2);
  expect(JSON.parse(out)).toMatchObject({ error: { code: "unknown_price" } });
});

async function judged(
  answer: (prompt: string) => string,
  files: Readonly<Record<string, string>>,
  more: object,
  argv: readonly string[] = [],
) {
  const server = await startModelServer({ answer });
  try {
    await using place = workplace();
    const deployments = Object.fromEntries(
      ["one", "two"].map((model) => [model, { base_url: `${server.url}/v1`, model }]),
    );
    const models = ["deployment:one", "deployment:two"];
    await place.write({ ...files, "in.json": JSON.stringify({ ...question, models, deployments, ...more }) });
    const ran = await place.run(["compare", "--input", "in.json", "--output", "out.json", ...argv]);
    return { ...ran, artefact: JSON.parse(await place.read("out.json")), calls: server.requests.length };
  } finally {
    await server.close();
  }
}

describe("a calibration file", () => {
  const fitted = {
    version: 1,
    method: "log_odds",
    pairs: 40,
    models: [
      { model: "deployment:one", weight: 2.2 },
      { model: "deployment:two", weight: 0.3 },
      { model: "gpt-5.5", weight: 1 },
    ],
  };

  test("gives the judges their weights, and the warning of an unweighted panel goes", async () => {
    const { artefact } = await judged(
      honestJudge,
      { "weights.json": JSON.stringify(fitted) },
      { calibrationPath: "weights.json" },
    );
    expect(artefact.config.model_weights).toEqual([
      { model: "deployment:one", weight: 2.2 },
      { model: "deployment:two", weight: 0.3 },
    ]);
    expect(artefact.result.warnings.join("\n")).not.toContain("unweighted");
  });

  test("without one of the judges, or beside weights, or broken, is a mistake", async () => {
    const without = JSON.stringify({ ...fitted, models: fitted.models.slice(1) });
    for (const [file, more, code] of [
      [without, {}, "uncalibrated_model"],
      [JSON.stringify(fitted), { model_weights: { "deployment:one": 2 } }, "given_twice"],
      [JSON.stringify({ ...fitted, version: 2 }), {}, "wrong_type"],
      [JSON.stringify({ ...fitted, models: [{ model: "deployment:one", weight: -1 }] }), {}, "wrong_type"],
    ] as const) {
      const { exitCode, artefact } = await judged(honestJudge, { "w.json": file }, more, ["--calibration", "w.json"]);
      expect([exitCode, artefact.ok, artefact.error.code]).toEqual([2, false, code]);
    }
  });
});

describe("the control", () => {
  test("says nothing of judges who score empty answers low", async () => {
    const { artefact } = await judged(honestJudge, {}, {}, ["--control"]);
    expect(artefact.control).toMatchObject({ unsafe: false, answers: [{ text: ".", looks: 2, looks_won: 0 }, {}] });
    expect(artefact.result.warnings.join("\n")).not.toContain("unsafe");
    // The votes on empty answers are none of the comparison's.
    expect(artefact.result.ranking).toHaveLength(2);
  });

  test("marks a run whose judges score anything", async () => {
    const { artefact, calls } = await judged((prompt) => inForm(prompt, ["B", "B"]), {}, {}, ["--control"]);
    expect(artefact.control.unsafe).toBe(true);
    expect(artefact.result.warnings[0]).toMatch(/^unsafe: the judges score answers without content/);
    expect(artefact.usage.calls).toBe(calls);
    expect(artefact.result.calls.used).toBe(calls - 8);
  });
});

describe("checks", () => {
  const withChecks = (run: string, more: object = {}) => ({
    candidates: [
      { id: "strong", content: "quality 18", checks: [{ name: "test", run, ...more }] },
      { id: "weak", content: "quality 3", checks: [{ name: "test", run: "true" }] },
    ],
  });

  test("are commands that nobody runs unasked, and that is said", async () => {
    const { artefact } = await judged(honestJudge, {}, withChecks("echo ran > ran.txt; false"));
    expect(artefact.result.winner).toBe("strong");
    expect(artefact.result.warnings.join("\n")).toContain("--run-checks does");
  });

  test("that fail cap a candidate, whatever the judges say", async () => {
    const { artefact } = await judged(honestJudge, {}, withChecks("echo 3 failed; exit 1"), [
      "--run-checks",
      "--fixed",
    ]);
    expect(artefact.result).toMatchObject({ winner: "weak", reason: "checks" });
    expect(artefact.result.ranking[1]).toMatchObject({ id: "strong", failed_checks: ["test"] });
  });

  test("that decide alone cost no call", async () => {
    const { calls, exitCode, artefact } = await judged(honestJudge, {}, withChecks("exit 1"), ["--run-checks"]);
    expect([calls, exitCode, artefact.result.winner]).toEqual([0, 0, "weak"]);
  });

  test("that pass are shown to the judge as evidence", async () => {
    const prompts: string[] = [];
    const listening = (prompt: string) => {
      prompts.push(prompt);
      return honestJudge(prompt);
    };
    await judged(listening, {}, withChecks("echo all 12 passed"), ["--run-checks"]);
    expect(prompts[0]).toContain("all 12 passed");
  });

  test("that run out of time fail", async () => {
    const { artefact } = await judged(honestJudge, {}, withChecks("sleep 30", { timeout: 1 }), ["--run-checks"]);
    expect(artefact.result.winner).toBe("weak");
  });
});
