import { expect, test } from "vitest";
import { startModelServer } from "../../../src/testing/model-server.ts";
import { workplace } from "../../doors/cli/command-line.ts";

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
