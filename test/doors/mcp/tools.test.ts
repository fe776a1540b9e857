import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startModelServer } from "../../../src/testing/model-server.ts";
import { threePatches } from "../../operations/selection/input.ts";
import { honestJudge } from "../../operations/selection/judge-answer.ts";
import { jsonl, workplace } from "../cli/command-line.ts";
import { call, served } from "./served.ts";

const judged = {
  task: "t",
  criteria: [{ id: "right", name: "Correctness", description: "Does it solve the task?" }],
  candidates: [
    { id: "strong", content: "quality 18" },
    { id: "weak", content: "quality 3" },
  ],
  models: ["deployment:one"],
};

function deploymentsOf(url: string): string {
  return JSON.stringify({ deployments: { one: { base_url: `${url}/v1`, model: "one" } } });
}

test("the tools are five, each with a schema in snake_case that tells what it takes", async () => {
  await using place = workplace();
  await using server = await served({ folder: place.folder });
  const client = await server.connect();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["compare", "audit", "verify", "eval", "runs"]);
  for (const { inputSchema, description } of tools) {
    const names = Object.keys(inputSchema.properties ?? {});
    expect(names.filter((name) => !/^[a-z]+(?:_[a-z]+)*$/.test(name))).toEqual([]);
    expect(names).not.toContain("store");
    expect(description).not.toBe("");
    const untold = Object.entries(inputSchema.properties ?? {}).filter(([, one]) => !("description" in one));
    expect(untold).toEqual([]);
  }
  const compare = tools.find(({ name }) => name === "compare")?.inputSchema.properties as Record<string, object>;
  expect(compare["candidates"]).toMatchObject({ items: { properties: { evidence_paths: {} }, required: ["id"] } });
});

test("a tool that is not there is an error of the protocol", async () => {
  await using place = workplace();
  await using server = await served({ folder: place.folder });
  const client = await server.connect();
  await expect(client.callTool({ name: "shell", arguments: {} })).rejects.toThrow(
    'unknown tool "shell", expected one of compare, audit, verify, eval, runs',
  );
});

describe("compare", () => {
  test("asks the judges of the server, tells how far it is, and keeps the run", async () => {
    await using place = workplace();
    const models = await startModelServer({ answer: honestJudge });
    try {
      await place.write({ "models.json": deploymentsOf(models.url) });
      await using server = await served({ folder: place.folder, deployments: "models.json" });
      const client = await server.connect();
      const progress: number[] = [];
      const given = { ...judged, output_path: "result.json" };
      const { failed, answer, text } = await call(client, "compare", given, {
        onprogress: ({ progress: done }) => void progress.push(done),
      });
      expect(failed).toBe(false);
      expect(answer.result.winner).toBe("strong");
      expect(answer.usage.calls).toBe(models.requests.length);
      expect(JSON.parse(text)).toEqual(answer);
      expect(progress.length).toBeGreaterThan(0);
      expect([...progress].sort((one, other) => one - other)).toEqual(progress);
      // Single votes are in the file, and in the answer where they are asked for.
      expect(answer.result.pairwise[0].criteria[0].repetitions).toBeUndefined();
      const kept = JSON.parse(await place.read("result.json"));
      expect(kept.result.pairwise[0].criteria[0].repetitions).toHaveLength(answer.votes_left_out);
      const shown = await call(client, "runs", { action: "show", run: answer.run_id });
      expect(shown.answer).toEqual(answer);
      const before = models.requests.length;
      const again = await call(client, "compare", {
        from: answer.run_id,
        criterion_weights: { right: 2 },
        votes: true,
      });
      expect(again.answer.result.winner).toBe("strong");
      expect(again.answer.result.pairwise[0].criteria[0].repetitions.length).toBeGreaterThan(1);
      expect(models.requests.length).toBe(before);
    } finally {
      await models.close();
    }
  });

  test("takes names in camelCase, and a file with what goes over it", async () => {
    await using place = workplace();
    await place.write({ "in/in.json": JSON.stringify({ ...threePatches, candidates: [], mock: false }) });
    await using server = await served({ folder: place.folder });
    const client = await server.connect();
    const { candidates } = threePatches;
    const { answer } = await call(client, "compare", { file: "in/in.json", candidates, mock: true, nVerifications: 5 });
    expect(answer).toMatchObject({
      ok: true,
      config: { n_verifications: 5, mock: true },
      result: { winner: "passing" },
    });
  });

  test("foresees what it would send, and sends nothing", async () => {
    await using place = workplace();
    const models = await startModelServer({ answer: honestJudge });
    try {
      await place.write({ "models.json": deploymentsOf(models.url) });
      await using server = await served({ folder: place.folder, deployments: "models.json" });
      const client = await server.connect();
      const { answer } = await call(client, "compare", { ...judged, dry_run: true });
      expect(answer.forecast.total.calls).toBeGreaterThan(0);
      expect(models.requests).toEqual([]);
    } finally {
      await models.close();
    }
  });

  test("tells a run of replies that nobody can read as an error with what there is", async () => {
    await using place = workplace();
    const models = await startModelServer({ answer: () => "hm" });
    try {
      await place.write({ "models.json": deploymentsOf(models.url) });
      await using server = await served({ folder: place.folder, deployments: "models.json" });
      const client = await server.connect();
      const { failed, answer } = await call(client, "compare", judged);
      expect(failed).toBe(true);
      expect(answer).toMatchObject({ ok: false, error: { code: "nothing_judged" }, result: { winner: null } });
    } finally {
      await models.close();
    }
  });

  test("is ended when its caller cancels it, and the run can be resumed", async () => {
    await using place = workplace();
    const models = await startModelServer({ answer: honestJudge, latencyMs: 150 });
    try {
      await place.write({ "models.json": deploymentsOf(models.url) });
      await using server = await served({ folder: place.folder, deployments: "models.json" });
      const client = await server.connect();
      const cancelling = new AbortController();
      const calling = call(
        client,
        "compare",
        { ...judged, fixed: true, concurrency: 1 },
        {
          signal: cancelling.signal,
          onprogress: ({ message }) => {
            if (message?.startsWith("1 of")) cancelling.abort();
          },
        },
      );
      await expect(calling).rejects.toThrow();
      const status = async () => (await call(client, "runs", {})).answer.runs[0].status;
      await expect.poll(status, { timeout: 5_000 }).toBe("interrupted");
      expect(models.requests.length).toBeLessThan(10);
      const { answer } = await call(client, "compare", { resume: "latest" });
      expect(answer.result.calls.used).toBe(10);
      expect(answer.result.winner).toBe("strong");
    } finally {
      await models.close();
    }
  });
});

test("an audit judges a single candidate", async () => {
  await using place = workplace();
  await using server = await served({ folder: place.folder });
  const client = await server.connect();
  const [candidate] = threePatches.candidates;
  const { failed, answer } = await call(client, "audit", { ...threePatches, candidates: [candidate], mock: true });
  expect(failed).toBe(false);
  expect(answer).toMatchObject({ ok: true, config: { mode: "audit" } });
  expect(["positive", "negative", "uncertain"]).toContain(answer.result.verdict);
});

describe("verify", () => {
  test("compares an answer as it is told, and says when the check broke", async () => {
    await using place = workplace();
    await using server = await served({ folder: place.folder });
    const client = await server.connect();
    const parts = { extractors: ["number"], verifier: { type: "numeric", rel_tol: 0.1 } };
    const right = await call(client, "verify", { prediction: "so about 41", ground_truth: 42, ...parts });
    expect(right.answer).toMatchObject({ score: 1, is_correct: true, metadata: { extracted_prediction: "41" } });
    const broken = await call(client, "verify", { prediction: "41", ground_truth: "none", ...parts });
    expect(broken.failed).toBe(true);
    expect(broken.answer).toMatchObject({ ok: false, score: null, is_correct: null });
    expect(broken.answer.error.code).toBe("unusable_target");
  });

  test("takes a pipeline file, and asks judges of the server", async () => {
    await using place = workplace();
    const models = await startModelServer({ answer: () => '{"score": 1, "pass": true}' });
    try {
      await place.write({
        "models.json": deploymentsOf(models.url),
        "pipeline.yaml": "verifier: { type: llm_judge, model: 'deployment:one' }\n",
      });
      await using server = await served({ folder: place.folder, deployments: "models.json" });
      const client = await server.connect();
      const sample = { question: "q", prediction: "Paris", ground_truth: ["Paris", "paris"] };
      const { answer, failed } = await call(client, "verify", { ...sample, config: "pipeline.yaml" });
      expect([failed, models.requests.length]).toEqual([false, 1]);
      expect(answer.is_correct).toBe(true);
    } finally {
      await models.close();
    }
  });
});

test("an eval is scored and kept; runs lists, shows, rescores and compares it", async () => {
  await using place = workplace();
  const rows = [1, 2, 3].map((n) => ({ id: `r${n}`, output: String(n), label: n === 3 ? "4" : String(n) }));
  await place.write({
    "rows.jsonl": jsonl(rows),
    "scorers.json": JSON.stringify([{ type: "exact_match", name: "answer" }]),
    "loose.json": JSON.stringify([{ type: "exact_match", name: "answer", verifier: undefined }]),
  });
  await using server = await served({ folder: place.folder });
  const client = await server.connect();
  const source = { dataset: "rows.jsonl", scorers: "scorers.json", output_field: ["output"] };
  const { answer, failed } = await call(client, "eval", { ...source, fail_under: ["answer=0.9"] });
  expect(failed).toBe(false);
  expect(answer).toMatchObject({ status: "complete", samples: 3, exit_code: 1 });
  expect(answer.verdict).toContain("gate missed");
  expect(answer.scorers.answer.mean).toBeCloseTo(2 / 3);
  const listed = await call(client, "runs", {});
  expect(listed.answer.runs).toMatchObject([{ run_id: answer.run_id, status: "complete", samples: 3 }]);
  const shown = await call(client, "runs", { action: "show", run: "latest" });
  expect(shown.answer.scorers).toEqual(answer.scorers);
  const again = await call(client, "runs", { action: "rescore", run: answer.run_id, scorers: "loose.json" });
  expect(again.answer.parent).toBe(answer.run_id);
  const diff = await call(client, "runs", { action: "diff", run: answer.run_id, other: again.answer.run_id });
  expect(diff.failed).toBe(false);
  const none = await call(client, "eval", { ...source, dry_run: true });
  expect(none.answer.forecast.runs[0].samples).toBe(3);
});

const faults: readonly (readonly [string, string, object, string])[] = [
  ["a missing task", "compare", { candidates: [], criteria: [] }, "missing_option"],
  [
    "one candidate to compare",
    "compare",
    { ...threePatches, candidates: threePatches.candidates.slice(1, 2) },
    "too_few_candidates",
  ],
  ["an unknown option, with the nearest one", "compare", { ...threePatches, candidats: [] }, "unknown_option"],
  ["an option of another tool", "audit", { ...threePatches, allow_many: true }, "unknown_option"],
  ["two spellings that differ", "compare", { ...threePatches, nVerifications: 2, n_verifications: 3 }, "given_twice"],
  ["an unknown model", "compare", { ...threePatches, models: ["opnai:gpt"] }, "unknown_provider"],
  ["a run beside an input", "compare", { ...threePatches, from: "latest" }, "usage"],
  [
    "two weights of one judge",
    "compare",
    {
      from: "latest",
      model_weights: [
        { model: "a", weight: 1 },
        { model: "a", weight: 2 },
      ],
    },
    "duplicate_weight",
  ],
  ["a run that is not there", "runs", { action: "show", run: "latest" }, "unknown_run"],
  ["an action without its run", "runs", { action: "show" }, "missing_option"],
  ["an option of another action", "runs", { action: "list", run: "latest" }, "unknown_option"],
  ["nothing to score", "eval", {}, "usage"],
  ["an unknown verifier", "verify", { prediction: "a", verifier: "exact_mach" }, "unknown_type"],
  ["a file and parts", "verify", { prediction: "a", config: "p.yaml", verifier: "numeric" }, "usage"],
  ["commands where none may run", "compare", { ...threePatches, run_checks: true }, "checks_refused"],
  ["endpoints of the caller", "compare", { ...threePatches, deployments: { x: {} } }, "unknown_option"],
  ["a content of an eval", "eval", { config: { plugins: ["./x.ts"] } }, "unknown_option"],
  ["the sandbox taken away", "eval", { file: "e.yaml", unsafe_no_sandbox: true }, "unknown_option"],
  [
    "a function of the caller",
    "verify",
    { prediction: "a", verifier: { type: "reward_function", reward: "./r.py#f" } },
    "code_refused",
  ],
  [
    "the same inside another part",
    "verify",
    {
      prediction: "a",
      verifier: { type: "not", verifier: { type: "reward_function", reward: "http://127.0.0.1:1/" } },
    },
    "code_refused",
  ],
  ["a program as input", "compare", { file: "in.mjs" }, "code_refused"],
];

test("a mistake is an error of the tool with our code, and nothing is done", async () => {
  await using place = workplace();
  await using server = await served({ folder: place.folder });
  const client = await server.connect();
  for (const [why, tool, given, code] of faults) {
    const { failed, answer } = await call(client, tool, given);
    expect([why, failed, answer.ok, answer.error?.code]).toEqual([why, true, false, code]);
    expect(answer.error.message).not.toBe("");
  }
  expect(existsSync(join(place.folder, ".veridic"))).toBe(false);
});

test("what was sent is quoted in an error no longer than anybody reads", async () => {
  await using place = workplace();
  await using server = await served({ folder: place.folder });
  const client = await server.connect();
  const long = "x".repeat(1_000_000);
  const [first, ...others] = threePatches.candidates;
  const calls: readonly (readonly [string, object])[] = [
    ["compare", { ...threePatches, [long]: 1 }],
    ["compare", { ...threePatches, models: [long] }],
    ["compare", { ...threePatches, candidates: [{ ...first, id: long }, ...others], mock: true }],
    [
      "compare",
      {
        ...threePatches,
        candidates: [
          { ...first, id: long },
          { ...first, id: long },
        ],
        mock: true,
      },
    ],
    ["compare", { file: long }],
    ["runs", { action: "show", run: long }],
    ["verify", { prediction: "a", ground_truth: "a", verifier: long }],
  ];
  for (const [tool, given] of calls) {
    const { failed, answer, text } = await call(client, tool, given);
    expect([failed, text.length < 10_000]).toEqual([true, true]);
    expect(answer.error.code).not.toBe("internal");
  }
});

test("runs that are no eval are left to their own tools", async () => {
  await using place = workplace();
  await using server = await served({ folder: place.folder });
  const client = await server.connect();
  await call(client, "compare", { ...threePatches, mock: true });
  for (const action of ["resume", "retry", "diff"]) {
    const other = action === "diff" ? { other: "latest" } : {};
    const { answer } = await call(client, "runs", { action, run: "latest", ...other });
    expect([answer.error.code, answer.error.hint]).toEqual(["not_an_eval", expect.stringContaining("`resume`")]);
  }
});

test("an error of a comparison goes to its output file too", async () => {
  await using place = workplace();
  await using server = await served({ folder: place.folder });
  const client = await server.connect();
  const { answer } = await call(client, "compare", {
    ...threePatches,
    criteria: [],
    output_path: "out.json",
    mock: true,
  });
  expect(JSON.parse(await place.read("out.json"))).toEqual(answer);
});

const ways = ["../secret", "/etc/passwd", "link/secret", "@../secret", "in/../../secret", "file:///etc/passwd"];

test("no path of a call leads out of the folder, wherever it stands", async () => {
  await using place = workplace();
  await using server = await served({ folder: place.folder });
  const { symlinkSync } = await import("node:fs");
  symlinkSync("/etc", join(place.folder, "link"));
  const client = await server.connect();
  const [first, ...others] = threePatches.candidates;
  const withCandidate = (more: object) => ({
    ...threePatches,
    mock: true,
    candidates: [{ ...first, ...more }, ...others],
  });
  for (const way of ways) {
    await place.write({ "in.json": JSON.stringify(withCandidate({ path: way })) });
    const calls: readonly (readonly [string, object])[] = [
      ["compare", withCandidate({ path: way })],
      ["compare", withCandidate({ evidencePaths: [way] })],
      ["compare", withCandidate({ checks: [{ run: "true", cwd: way }] })],
      ["compare", { ...threePatches, evidence_paths: [way] }],
      ["compare", { ...threePatches, output_path: way, mock: true }],
      ["compare", { ...threePatches, calibrationPath: way }],
      ["compare", { ...threePatches, models: [`replay:${way}`] }],
      ["compare", { ...threePatches, model: `Replay: ${way}#one` }],
      ["compare", { from: "latest", output_path: way }],
      ["compare", { file: way }],
      ["compare", { file: "in.json" }],
      ["verify", { prediction: "a", config: way }],
      ["verify", { prediction: "a", verifier: { type: "python", file: way } }],
      [
        "verify",
        { prediction: "a", verifier: { type: "not", verifier: { type: "llm_judge", model: `replay:${way}` } } },
      ],
      ["eval", { file: way }],
      ["eval", { dataset: way, scorers: "s.json" }],
      ["eval", { dataset: "d.jsonl", scorers: way }],
      ["eval", { file: "e.yaml", record: way }],
      ["eval", { file: "e.yaml", model: [`replay:${way}`] }],
      ["runs", { action: "rescore", run: "latest", scorers: way }],
    ];
    for (const [tool, given] of calls) {
      const { answer } = await call(client, tool, given);
      expect([tool, given, answer.error?.code]).toEqual([tool, given, "path_outside"]);
    }
  }
});
