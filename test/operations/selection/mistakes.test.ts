import { readFileSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { workplace } from "../../doors/cli/command-line.ts";
import { runProgram } from "../../process/program.ts";

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

describe("a file that cannot be read is told in plain words, without the system's own", () => {
  const flags = ["--task", "T", "--criteria", "One: first thing", "--mock"];
  const files = { "a.patch": "all tests passed", "b.patch": "failed", "notes/x.md": "x", "in.json": "" };

  test.each([
    [["a.patch", "b.patc"], 'input.candidates[1].path: there is no such file "b.patc"; did you mean "b.patch"?'],
    [["a.patch", "@b.pach"], 'there is no such file "b.pach"; did you mean "b.patch"?'],
    [["a.patch", "quite-another.txt"], 'there is no such file "quite-another.txt"; looked in '],
    [["a.patch", "gone/b.patch"], 'there is no folder "gone"'],
    [["a.patch", "a.patch/b.patch"], 'there is no folder "a.patch"'],
    [["a.patch", "notes"], 'input.candidates[1].path: "notes" is a folder, expected a file of text'],
    [
      ["a.patch", `${"x".repeat(300)}.patch`],
      "no file has a name of 306 characters; a text itself is given as content",
    ],
    [
      ["a.patch", "b.patch", "--evidence", "notes/y.md"],
      'there is no such file "notes/y.md"; did you mean "notes/x.md"?',
    ],
    [["a.patch", "b.patch", "--evidence", "notes"], 'input.evidence_paths[0]: "notes" is a folder'],
  ])("%j", async (argv, says) => {
    await using place = workplace();
    await place.write(files);
    const { exitCode, out, err } = await place.run(["compare", ...flags, ...argv]);
    expect([exitCode, out]).toEqual([2, ""]);
    expect(err).toContain(says);
    expect(err).not.toMatch(/E[A-Z]{4,}|open '/);
  });

  test("also where an input file names it, with its own name as the place", async () => {
    await using place = workplace();
    const candidates = [{ id: "a", content: "x", evidence_paths: ["@b.pach"] }, good.candidates[1]];
    await place.write({ ...files, "sub/b.patch": "x", "sub/in.json": JSON.stringify({ ...good, candidates }) });
    const { exitCode, err } = await place.run(["compare", "--input", "sub/in.json"]);
    expect(exitCode).toBe(2);
    expect(err).toContain(
      'sub/in.json.candidates[0].evidence_paths[0]: there is no such file "b.pach"; did you mean "b.patch"?',
    );
  });

  test("also where there is no permission", async () => {
    await using place = workplace();
    await place.write(files);
    await chmod(join(place.folder, "b.patch"), 0);
    const argv = ["compare", ...flags, "a.patch", "b.patch"];
    const { code, err } = await runProgram(argv, { folder: place.folder, rights: false });
    expect(code).toBe(2);
    expect(err).toContain('input.candidates[1].path: no permission to read the file "b.patch"');
  });
});

test("without a task or criteria the next flag is told", async () => {
  await using place = workplace();
  await place.write({ "a.patch": "x", "b.patch": "y" });
  const patches = ["a.patch", "b.patch", "--mock"];
  const task = await place.run(["compare", ...patches]);
  expect([task.exitCode, task.err]).toEqual([2, expect.stringContaining("input.task: is missing; ")]);
  expect(task.err).toContain('--task "');
  const criteria = await place.run(["compare", "--task", "T", ...patches]);
  expect([criteria.exitCode, criteria.err]).toEqual([2, expect.stringContaining("input.criteria: is missing; ")]);
  expect(criteria.err).toContain('--criteria "Name: what to inspect"');
});

test("a criterion by its name alone is compared, with a warning", async () => {
  await using place = workplace();
  await place.write({ "a.patch": "all tests passed", "b.patch": "failed" });
  const { exitCode, out } = await place.run([
    "compare",
    "--task",
    "T",
    "--criteria",
    "Correctness",
    "--mock",
    "--json",
    "a.patch",
    "b.patch",
  ]);
  expect(exitCode).toBe(0);
  const warnings = JSON.parse(out).result.warnings as readonly string[];
  expect(warnings.filter((text) => text.includes('"Correctness" has no description but its name'))).toHaveLength(1);
});
