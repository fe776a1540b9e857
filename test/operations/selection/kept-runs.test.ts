import { describe, expect, test } from "vitest";
import { openStore } from "../../../src/store/open.ts";
import { startModelServer } from "../../../src/testing/model-server.ts";
import { jsonl, type Workplace, workplace } from "../../doors/cli/command-line.ts";
import { threePatches } from "./input.ts";

interface Listed {
  readonly run_id: string;
  readonly kind: string;
}

async function withRuns(place: Workplace): Promise<Readonly<Record<string, string>>> {
  const [first] = threePatches.candidates;
  await place.write({
    "compare.json": JSON.stringify(threePatches),
    "audit.json": JSON.stringify({ ...threePatches, candidates: [first] }),
    "track.json": JSON.stringify({ task: "t", steps: ["began", "all tests passed"] }),
    "rows.jsonl": jsonl([{ input: "1+1", output: "2", label: "2" }]),
    "eval.yaml": "name: compare\ndataset: rows.jsonl\nscorers: [{ type: exact_match, name: right }]\n",
  });
  for (const kind of ["compare", "audit", "track"]) await place.run([kind, "--input", `${kind}.json`, "--mock"]);
  // An eval may have the name of another kind.
  await place.run(["eval", "eval.yaml"]);
  const runs: readonly Listed[] = JSON.parse((await place.run(["runs", "list", "--json"])).out);
  return Object.fromEntries(runs.map(({ run_id, kind }) => [kind, run_id]));
}

test("the list of runs says of what kind each is, and what came of it", async () => {
  await using place = workplace();
  const ids = await withRuns(place);
  expect(Object.keys(ids).sort()).toEqual(["audit", "compare", "eval", "track"]);
  const lines = (await place.run(["runs", "list"])).out.split("\n");
  const line = (kind: string) => lines.find((one) => one.startsWith(ids[kind] ?? "none"));
  expect(line("compare")).toMatch(/compare +compare +complete .*winner passing/);
  expect(line("audit")).toMatch(/audit +audit +complete .*, score 0\.\d{3}/);
  expect(line("track")).toMatch(/track +track +complete .*progress 0\.\d{3}/);
  expect(line("eval")).toMatch(/compare +eval +complete .*right 1\.000/);
});

test("runs show prints what its command printed, and with --json the same document", async () => {
  await using place = workplace();
  const ids = await withRuns(place);
  for (const kind of ["compare", "audit", "track"]) {
    const argv = [kind, "--input", `${kind}.json`, "--mock"];
    const ran = await place.run(argv);
    const shown = await place.run(["runs", "show", "latest"]);
    expect([kind, shown.exitCode, shown.out]).toEqual([kind, 0, ran.out]);
    const json = JSON.parse((await place.run(["runs", "show", ids[kind] ?? "", "--json"])).out);
    expect(json).toMatchObject({ ok: true, run_id: ids[kind], config: { mode: kind } });
    const again = await place.run([...argv, "--json"]);
    expect((await place.run(["runs", "show", "latest", "--json"])).out).toBe(again.out);
  }
});

test("a result that another version kept is shown as far as it is known", async () => {
  await using place = workplace();
  const ids = await withRuns(place);
  const store = await openStore(".veridic/veridic.db", { folder: place.folder });
  const result = { winner: "x", explanation: { verdict: "x wins." } };
  await store.updateRun(ids["compare"] ?? "", { summary: { config: { mode: "compare" }, result } });
  await store.close();
  const { out, exitCode } = await place.run(["runs", "show", ids["compare"] ?? ""]);
  expect(exitCode).toBe(0);
  expect(out).toContain(`winner x\nx wins.\ncompare ${ids["compare"]}\nall of it: veridic runs show`);
});

test("a run that came to nothing says so when it is shown", async () => {
  await using place = workplace();
  const server = await startModelServer({ misbehave: () => ({ kind: "status", status: 401 }) });
  try {
    const deployments = { one: { base_url: `${server.url}/v1`, model: "one" } };
    const models = ["deployment:one"];
    await place.write({
      "compare.json": JSON.stringify({ ...threePatches, mock: false, models, deployments }),
      "track.json": JSON.stringify({ task: "t", steps: ["began", "all tests passed"], models, deployments }),
    });
    for (const kind of ["compare", "track"]) {
      const ran = await place.run([kind, "--input", `${kind}.json`]);
      expect(ran.exitCode).toBe(3);
      const shown = await place.run(["runs", "show", "latest"]);
      expect(shown.out.startsWith(ran.out)).toBe(true);
      expect(shown.out).toContain("nothing was judged: deployment:one was refused (auth");
    }
  } finally {
    await server.close();
  }
});

test("a run that was killed before its result is shown with the way to go on", async () => {
  await using place = workplace();
  const ids = await withRuns(place);
  const id = ids["compare"] ?? "";
  const store = await openStore(".veridic/veridic.db", { folder: place.folder });
  await store.updateRun(id, { status: "running", summary: null });
  await store.close();
  const { out } = await place.run(["runs", "show", id]);
  expect(out).toContain("no result yet");
  expect(out).toContain(`veridic compare --resume ${id}`);
  expect(JSON.parse((await place.run(["runs", "show", id, "--json"])).out)).toMatchObject({ status: "running" });
});

describe("what reads evals alone says where else to go", () => {
  const commands: readonly (readonly string[])[] = [
    ["resume", "RUN"],
    ["retry", "RUN"],
    ["rescore", "RUN", "--scorers", "eval.yaml"],
    ["diff", "RUN", "RUN"],
    ["export", "RUN"],
  ];
  for (const argv of commands) {
    test(`runs ${argv[0]}`, async () => {
      await using place = workplace();
      const ids = await withRuns(place);
      for (const kind of ["compare", "audit", "track"]) {
        const id = ids[kind] ?? "";
        const { exitCode, err } = await place.run(["runs", ...argv.map((word) => (word === "RUN" ? id : word))]);
        expect(exitCode).toBe(2);
        expect(err).toContain(`it is of \`veridic ${kind}\`: --resume ${id} goes on with it, `);
        expect(err.includes(`--from ${id}`)).toBe(kind !== "track");
      }
    });
  }
});
