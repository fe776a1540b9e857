import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { workplace } from "../../doors/cli/command-line.ts";

interface Mistake {
  readonly why: string;
  readonly change: Readonly<Record<string, unknown>>;
  readonly code: string;
}

const mistakes: readonly Mistake[] = JSON.parse(readFileSync("test/cases/selection-mistakes.json", "utf8"));
const good = {
  task: "t",
  criteria: [{ name: "One", description: "first thing" }],
  candidates: [
    { id: "a", content: "x" },
    { id: "b", content: "y" },
  ],
  models: ["mock:T"],
};

describe("a mistake ends with 2 before the first call, with its code in the output file", () => {
  for (const { why, change, code } of mistakes) {
    test(why, async () => {
      await using place = workplace();
      await place.write({ "in.json": JSON.stringify({ ...good, ...change }) });
      const { exitCode, out, err } = await place.run(["compare", "--input", "in.json", "--output", "out.json"]);
      expect([exitCode, out]).toEqual([2, ""]);
      const document = JSON.parse(await place.read("out.json"));
      expect(document).toMatchObject({ ok: false, error: { code } });
      expect(err).toContain(document.error.message);
    });
  }
});

test("an input file that names the output gets the error there too", async () => {
  await using place = workplace();
  await place.write({ "in.json": JSON.stringify({ ...good, task: "", outputPath: "named.json" }) });
  expect((await place.run(["compare", "--input", "in.json"])).exitCode).toBe(2);
  expect(JSON.parse(await place.read("named.json"))).toMatchObject({ ok: false, error: { code: "empty_task" } });
});

describe("an output that cannot be written", () => {
  test("is found before the first call, and the error is printed", async () => {
    await using place = workplace();
    await place.write({ "in.json": JSON.stringify(good) });
    await mkdir(join(place.folder, "folder"));
    for (const output of ["gone/out.json", "folder"]) {
      const { exitCode, out } = await place.run(["compare", "--input", "in.json", "--output", output]);
      expect(exitCode).toBe(2);
      expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: "output_unwritable" } });
      expect(await place.run(["runs", "list"])).toMatchObject({ out: expect.stringContaining("no runs yet") });
    }
  });

  test("does not hide another mistake", async () => {
    await using place = workplace();
    await place.write({ "in.json": JSON.stringify({ ...good, task: "" }) });
    const { out } = await place.run(["compare", "--input", "in.json", "--output", "gone/out.json"]);
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: "empty_task" } });
  });
});

test("an input file that is none ends with 2, and --json prints the error", async () => {
  await using place = workplace();
  await place.write({ "in.json": "{", "list.yaml": "- 1" });
  for (const [file, code] of [
    ["in.json", "not_json"],
    ["list.yaml", "not_an_object"],
    ["gone.json", "missing_file"],
  ]) {
    const { exitCode, out } = await place.run(["compare", "--input", file ?? "", "--json"]);
    expect(exitCode).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code } });
  }
});

test("files and flags are an input too, and YAML is one", async () => {
  await using place = workplace();
  await place.write({
    "one/fix.patch": "all tests passed",
    "two/fix.patch": "failed with an error",
    "in.yaml": "task: t\ncriteria: [{name: One, description: first thing}]\nmock: true\n",
  });
  const patches = ["one/fix.patch", "@two/fix.patch"];
  const flags = ["--task", "Fix it", "--criteria", "Correctness: does it hold?", "--mock", "--json"];
  const first = await place.run(["compare", ...flags, ...patches]);
  expect(first.err).not.toContain("error");
  expect(JSON.parse(first.out)).toMatchObject({
    config: { criteria: [{ name: "Correctness" }] },
    result: { winner: "one/fix.patch" },
  });
  const second = await place.run(["compare", "--input", "in.yaml", "--json", ...patches]);
  expect(JSON.parse(second.out)).toMatchObject({ result: { winner: "one/fix.patch" } });
});

interface Ignored {
  readonly why: string;
  readonly argv: readonly string[];
  readonly told: string;
}

const ignored: readonly Ignored[] = JSON.parse(readFileSync("test/cases/ignored-flags.json", "utf8"));

describe("a flag that would change nothing is a mistake", () => {
  for (const { why, argv, told } of ignored) {
    test(why, async () => {
      await using place = workplace();
      await place.write({ "in.json": JSON.stringify({ ...good, mock: true }) });
      await place.run(["compare", "--input", "in.json", "-q"]);
      const { exitCode, out, err } = await place.run(argv);
      expect([exitCode, out]).toEqual([2, ""]);
      expect(err).toContain(`the option ${told} would change nothing here`);
    });
  }
});

test("a dry run of a run that is there says what it is for", async () => {
  await using place = workplace();
  for (const flag of ["--resume", "--from"]) {
    const { exitCode, err } = await place.run(["compare", "--dry-run", flag, "latest"]);
    expect(exitCode).toBe(2);
    expect(err).toContain("--dry-run tells of a new input");
  }
});
