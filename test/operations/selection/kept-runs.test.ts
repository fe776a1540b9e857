import { describe, expect, test } from "vitest";
import { openStore } from "../../../src/store/open.ts";
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

test("runs show prints what came of a run that is no eval, and with --json the whole document", async () => {
  await using place = workplace();
  const ids = await withRuns(place);
  const { out, exitCode } = await place.run(["runs", "show", ids["compare"] ?? ""]);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^winner passing\npassing wins: /);
  for (const kind of ["compare", "audit", "track"]) {
    const shown = JSON.parse((await place.run(["runs", "show", ids[kind] ?? "", "--json"])).out);
    expect(shown).toMatchObject({ ok: true, run_id: ids[kind], config: { mode: kind } });
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
      for (const kind of ["compare", "audit"]) {
        const id = ids[kind] ?? "";
        const { exitCode, err } = await place.run(["runs", ...argv.map((word) => (word === "RUN" ? id : word))]);
        expect(exitCode).toBe(2);
        expect(err).toContain(`it is of \`veridic ${kind}\`: --resume ${id} goes on with it, --from ${id}`);
      }
    });
  }
});
