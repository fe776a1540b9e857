import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../../src/testing/model-server.ts";
import { type Workplace, workplace } from "../../doors/cli/command-line.ts";
import { threePatches } from "./input.ts";

const steps = ["looked around", "wrote a test", "fixed the parser", "ran the test", "cleaned up"];

/** A judge for whom a task is done by so many letters a step; `rise` false sees it fall. */
function judge(rise: boolean) {
  return (prompt: string): string => {
    const letter = (step: number) => "TQNKHEB"[rise ? step : 6 - step] ?? "A";
    const several = [...prompt.matchAll(/^(c\d+): after step (\d+)$/gm)];
    const asked =
      several.length > 0
        ? several.map(([, name, step]) => [name ?? "", letter(Number(step))] as const)
        : [["score", letter(Number(/after step (\d+)\?/.exec(prompt)?.[1]))] as const];
    const evidence = asked.map(([name]) => [several.length > 0 ? `${name}_evidence` : "evidence", "seen"]);
    return JSON.stringify(Object.fromEntries([...evidence, ...asked]));
  };
}

async function tracked(more: object, argv: readonly string[] = [], answer = judge(true)) {
  const server = await startModelServer({ answer });
  try {
    await using place = workplace();
    const deployments = { judge: { base_url: `${server.url}/v1`, model: "judge" } };
    const input = { task: "fix it", steps, models: ["deployment:judge"], deployments, ...more };
    await place.write({ "in.json": JSON.stringify(input) });
    const ran = await place.run(["track", "--input", "in.json", "--output", "out.json", ...argv]);
    return { ...ran, artefact: JSON.parse(await place.read("out.json")), requests: [...server.requests] };
  } finally {
    await server.close();
  }
}

test("one call scores all inner steps, and rising progress agrees with their order", async () => {
  const { exitCode, artefact, requests, out } = await tracked({});
  expect(exitCode).toBe(0);
  expect(requests).toHaveLength(1);
  expect(artefact.result.checkpoints.map(({ step }: { step: number }) => step)).toEqual([2, 3, 4]);
  expect(artefact.result.rank_correlation).toBe(1);
  expect(out).toContain("rank correlation with the steps 1.000");
});

test("falling progress is told as such, and repetitions are asked each", async () => {
  const { artefact, requests } = await tracked({ checkpoints: [1, 2, 3, 4, 5] }, ["-n", "3"], judge(false));
  expect(requests).toHaveLength(3);
  expect(artefact.result.rank_correlation).toBe(-1);
  expect(artefact.result.checkpoints[0].repetitions).toHaveLength(3);
});

test("step by step no later step is in sight", async () => {
  const { artefact, requests } = await tracked({}, ["--stepwise", "--concurrency", "1"]);
  expect(requests).toHaveLength(5);
  expect(requests[1]?.prompt).toContain("wrote a test");
  expect(requests[1]?.prompt).not.toContain("fixed the parser");
  expect(artefact.result.checkpoints).toHaveLength(5);
});

test("a mock counts words and asks nobody; what cannot be read is 3", async () => {
  const mock = await tracked({ steps: ["error", "partial", "fixed", "all tests passed"] }, ["--mock"]);
  expect(mock.requests).toHaveLength(0);
  expect(mock.artefact.result.warnings[0]).toContain("mock smoke test");
  const unread = await tracked({}, [], () => "no idea");
  expect(unread.exitCode).toBe(3);
  expect(unread.artefact.result).toMatchObject({ rank_correlation: null, last: null, unreadable: 3 });
});

describe("a tracking", () => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer({ answer: judge(true) });
  });
  afterAll(() => server.close());

  function inputFor(more: object = {}): string {
    const deployments = { judge: { base_url: `${server.url}/v1`, model: "judge" } };
    return JSON.stringify({
      task: "fix it",
      steps,
      models: ["deployment:judge"],
      deployments,
      stepwise: true,
      ...more,
    });
  }

  async function read(place: Workplace) {
    const { duration_s: _, ...rest } = JSON.parse(await place.read("out.json"));
    return rest;
  }

  test("goes on where a budget ended it, repeats no call, and ends as if nothing had been", async () => {
    await using place = workplace();
    await place.write({ "in.json": inputFor({ output_path: "out.json" }) });
    const before = server.requests.length;
    const cut = await place.run(["track", "--input", "in.json", "--max-calls", "2"]);
    expect(cut.exitCode).toBe(0);
    const partial = await read(place);
    expect(partial.result.warnings[0]).toContain("stopped before its plan was done");
    expect((await place.run(["runs", "show", "latest"])).out).toContain(`veridic track --resume ${partial.run_id}`);
    // The run brings its own input.
    await place.write({ "in.json": "{}" });
    const resumed = await place.run(["track", "--resume", "latest"]);
    expect(resumed.exitCode).toBe(0);
    const whole = await read(place);
    expect(server.requests.length - before).toBe(5);
    expect([whole.run_id, whole.usage.calls, whole.result.rank_correlation]).toEqual([partial.run_id, 5, 1]);
    expect(JSON.parse((await place.run(["runs", "list", "--json"])).out)).toMatchObject([{ status: "complete" }]);
    await place.run(["track", "--resume", whole.run_id.slice(0, 11)]);
    expect(await read(place)).toEqual(whole);
    expect(server.requests.length - before).toBe(5);
  });

  test("that is interrupted says how to go on", async () => {
    await using place = workplace();
    await place.write({ "in.json": inputFor() });
    const stop = new AbortController();
    stop.abort();
    const { exitCode, err } = await place.run(["track", "--input", "in.json"], { signal: stop.signal });
    expect(exitCode).toBe(130);
    const runs = JSON.parse((await place.run(["runs", "list", "--json"])).out);
    if (runs.length > 0) expect(err).toContain(`veridic track --resume ${runs[0].run_id}`);
  });

  test("foresees what it would send, sends nothing and keeps no run", async () => {
    await using place = workplace();
    await place.write({ "in.json": inputFor() });
    const before = server.requests.length;
    const { exitCode, out } = await place.run(["track", "--input", "in.json", "--dry-run", "--json"]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      mode: "track",
      first_calls: 5,
      total: { calls: 5 },
      judges: [{ model: "deployment:judge", calls: { calls: 5 } }],
    });
    const people = await place.run(["track", "--input", "in.json", "--dry-run", "-n", "2"]);
    expect(people.out).toMatch(/deployment:judge +10 /);
    const mock = await place.run(["track", "--input", "in.json", "--dry-run", "--mock"]);
    expect(mock.out).toBe("no calls to a model\n");
    expect(server.requests.length).toBe(before);
    expect((await place.run(["runs", "list"])).out).toContain("no runs yet");
  });

  test("takes no run of another command, and no input beside one", async () => {
    await using place = workplace();
    await place.write({
      "in.json": inputFor(),
      "compare.json": JSON.stringify({ ...threePatches, mock: true }),
    });
    await place.run(["compare", "--input", "compare.json"]);
    for (const [argv, code] of [
      [["--resume", "latest"], "other_run"],
      [["--resume", "latest", "--input", "in.json"], "usage"],
      [["--resume", "latest", "--mock"], "usage"],
      [["--resume", "latest", "--dry-run"], "usage"],
      [[], "missing_option"],
    ] as const) {
      const { exitCode, out } = await place.run(["track", ...argv, "--json"]);
      expect([argv, exitCode, JSON.parse(out).error.code]).toEqual([argv, 2, code]);
    }
  });
});

test("a judge that is refused is named with its code, and 3", async () => {
  const server = await startModelServer({ misbehave: () => ({ kind: "status", status: 404 }) });
  try {
    await using place = workplace();
    const deployments = { judge: { base_url: `${server.url}/v1`, model: "judge" } };
    await place.write({ "in.json": JSON.stringify({ task: "t", steps, models: ["deployment:judge"], deployments }) });
    const { exitCode } = await place.run(["track", "--input", "in.json", "--output", "out.json"]);
    const artefact = JSON.parse(await place.read("out.json"));
    expect([exitCode, artefact.ok, artefact.error.code]).toEqual([3, false, "unknown_model"]);
    expect(artefact.result.warnings[0]).toContain("deployment:judge was refused (unknown_model");
  } finally {
    await server.close();
  }
});

test("mistakes end with 2 and are in the output file", async () => {
  for (const [more, code] of [
    [{ steps: [] }, "step_count"],
    [{ task: " " }, "empty_task"],
    [{ checkpoints: [9] }, "out_of_range"],
    [{ checkpoints: [2, 2] }, "duplicate_checkpoint"],
    [{ step: ["x"] }, "unknown_option"],
  ] as const) {
    const { exitCode, artefact } = await tracked(more);
    expect([exitCode, artefact.error.code]).toEqual([2, code]);
  }
});
