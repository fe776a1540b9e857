import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { systemEnvironment } from "../../../src/operations/environment.ts";
import type { InitInput } from "../../../src/operations/init/init.ts";
import { initEval } from "../../../src/operations/init/init.ts";
import { jsonl, type Workplace, workplace } from "../../doors/cli/command-line.ts";

function init(place: Workplace, input: InitInput = {}) {
  return initEval(input, { ...systemEnvironment(new AbortController().signal), folder: place.folder, variables: {} });
}

/** The summary of an eval file, run as a user would. */
async function scored(place: Workplace, path: string) {
  const { exitCode, out, err } = await place.run(["eval", path, "--json", "--quiet"]);
  return { exitCode, err, summary: JSON.parse(out) };
}

describe("with sample rows", () => {
  test("the eval runs as it is, passes its gates, and has every outcome", async () => {
    await using place = workplace();
    expect(await init(place)).toMatchObject({ written: ["eval.yaml", "rows.jsonl"], next: "veridic eval eval.yaml" });
    const { exitCode, summary } = await scored(place, "eval.yaml");
    expect(exitCode).toBe(0);
    // 12 rows: 7 right, a slip, three without an answer (a hedge, a refusal, reasoning cut off), a broken line.
    const { answer, verbatim } = summary.scorers;
    expect(summary.samples).toBe(12);
    expect(answer).toMatchObject({
      count: 11,
      error_count: 1,
      no_answer: 3,
      mean: 7 / 11,
      errors: { "sample:bad_row": 1 },
    });
    expect(verbatim).toMatchObject({ count: 11, mean: 1 / 11 });
    expect(summary.gates.every((gate: { passed: boolean }) => gate.passed)).toBe(true);
  });

  test("its first line names the schema, for editors", async () => {
    await using place = workplace();
    await init(place);
    expect(await place.read("eval.yaml")).toMatch(
      /^# yaml-language-server: \$schema=\S+dist\/schemas\/eval\.schema\.json\n/,
    );
  });

  test("where veridic is installed in the project, the schema is named by a path that works for everybody", async () => {
    await using place = workplace();
    await place.write({ "node_modules/veridic/package.json": "{}" });
    await init(place, { folder: "evals/first" });
    const [first] = (await place.read("evals/first/eval.yaml")).split("\n");
    expect(first).toBe("# yaml-language-server: $schema=../../node_modules/veridic/dist/schemas/eval.schema.json");
  });

  test("a folder is made, and the next command names it", async () => {
    await using place = workplace();
    const { next } = await init(place, { folder: "evals/my first" });
    expect(next).toBe('veridic eval "evals/my first/eval.yaml"');
    expect(parse(await place.read("evals/my first/eval.yaml"))).toMatchObject({
      name: "my first",
      dataset: "rows.jsonl",
    });
    expect((await scored(place, "evals/my first/eval.yaml")).exitCode).toBe(0);
  });
});

describe("files that are there", () => {
  test.each(["eval.yaml", "rows.jsonl"])("%s is not replaced, and nothing else is written", async (name) => {
    await using place = workplace();
    await place.write({ [name]: "mine" });
    await expect(init(place)).rejects.toMatchObject({ code: "file_exists", place: name });
    expect(readdirSync(place.folder)).toEqual([name]);
    expect(await place.read(name)).toBe("mine");
  });

  test("force replaces them", async () => {
    await using place = workplace();
    await place.write({ "eval.yaml": "mine", "rows.jsonl": "mine" });
    await init(place, { force: true });
    expect((await scored(place, "eval.yaml")).exitCode).toBe(0);
  });

  test("a file in the place of the folder is a mistake that names it", async () => {
    await using place = workplace();
    await place.write({ evals: "a file" });
    await expect(init(place, { folder: "evals" })).rejects.toMatchObject({
      name: "ConfigError",
      code: "unwritable_folder",
    });
    expect(await place.read("evals")).toBe("a file");
  });
});

describe("with rows of the user's", () => {
  test("a table is read, its fields are guessed, and the eval runs", async () => {
    await using place = workplace();
    await place.write({
      "data/answers.csv": 'Question,Model Response,Correct Answer\nhow many?,so 42,42\nhow much?,"about $1,250",1250\n',
    });
    const report = await init(place, { folder: "evals", dataset: "data/answers.csv" });
    expect(report).toMatchObject({
      written: ["evals/eval.yaml"],
      kind: "numbers",
      dataset: {
        rowsRead: 2,
        fields: [
          { part: "input", field: "Question", guessed: true },
          { part: "output", field: "Model Response", guessed: true },
          { part: "target", field: "Correct Answer", guessed: true },
        ],
      },
    });
    const text = await place.read("evals/eval.yaml");
    expect(text).toContain("# Guessed from the names of the fields: please check.");
    expect(parse(text)).toMatchObject({
      dataset: "../data/answers.csv",
      fields: { input: "Question", target: "Correct Answer" },
      output_field: "Model Response",
    });
    expect(existsSync(`${place.folder}/evals/rows.jsonl`)).toBe(false);
    const { exitCode, summary } = await scored(place, "evals/eval.yaml");
    expect(exitCode).toBe(0);
    expect(summary.scorers.answer.count).toBe(2);
  });

  test.each<[kind: string, rows: object[], mean: number]>([
    [
      "letters",
      [
        { q: "?", response: "The answer is (B).", label: "B" },
        { q: "?", response: "C", label: "A" },
      ],
      0.5,
    ],
    ["marked_numbers", [{ response: "so it is 9", label: "5 + 4 = 9\n#### 9" }], 1],
    [
      "texts",
      [
        { response: "<think>Rome?</think>It is Paris.", label: "Paris" },
        { response: "Rome", label: "Oslo" },
      ],
      0.5,
    ],
  ])("targets that are %s get scorers that read them", async (kind, rows, mean) => {
    await using place = workplace();
    await place.write({ "rows.jsonl": jsonl(rows) });
    expect((await init(place, { dataset: "rows.jsonl" })).kind).toBe(kind);
    const { exitCode, summary } = await scored(place, "eval.yaml");
    expect(exitCode).toBe(0);
    expect(summary.scorers.answer).toMatchObject({ mean, error_count: 0 });
  });

  test("fields that are named win over guesses, and are not called guesses", async () => {
    await using place = workplace();
    await place.write({ "rows.jsonl": jsonl([{ response: "a", gpt: { says: "b" }, gold: "b", label: "c" }]) });
    const { dataset } = await init(place, { dataset: "rows.jsonl", outputField: "gpt.says", targetField: "gold" });
    expect(dataset?.fields).toEqual([
      { part: "output", field: "gpt.says", guessed: false, others: [] },
      { part: "target", field: "gold", guessed: false, others: [] },
    ]);
    expect(await place.read("eval.yaml")).not.toContain("Guessed");
    expect((await scored(place, "eval.yaml")).summary.scorers.answer.mean).toBe(1);
  });

  test.each([
    ["output", { question: "q", answer: "a" }, "--output-field"],
    ["target", { prompt: "q", completion: "a" }, "--target-field"],
  ])(
    "where nothing looks like the %s, nothing is written, and the flag that names it is told",
    async (_part, row, flag) => {
      await using place = workplace();
      await place.write({ "rows.jsonl": jsonl([row]) });
      await expect(init(place, { dataset: "rows.jsonl", folder: "evals" })).rejects.toMatchObject({
        code: "unclear_fields",
        hint: `name it with ${flag}`,
        expected: `one of ${Object.keys(row).join(", ")}`,
      });
      expect(readdirSync(place.folder)).toEqual(["rows.jsonl"]);
    },
  );

  test("a named field that no row has is refused with the nearest one", async () => {
    await using place = workplace();
    await place.write({ "rows.jsonl": jsonl([{ response: "a", label: "b" }]) });
    await expect(init(place, { dataset: "rows.jsonl", outputField: "respons" })).rejects.toMatchObject({
      code: "missing_field",
      hint: 'did you mean "response"?',
    });
  });

  test("names of fields that YAML would read as something else come through", async () => {
    await using place = workplace();
    const output = 'the "output": #1, yes';
    await place.write({ "rows.jsonl": jsonl([{ [output]: "b", no: "b" }]) });
    await init(place, { dataset: "rows.jsonl", outputField: output, targetField: "no" });
    expect(parse(await place.read("eval.yaml"))).toMatchObject({ output_field: output, fields: { target: "no" } });
    expect((await scored(place, "eval.yaml")).summary.scorers.answer.mean).toBe(1);
  });

  test.each([
    ["a file that is not there", "answers.jsonl", "missing_file"],
    ["a file without a readable row", "broken.jsonl", "unreadable_dataset"],
  ])("%s is a mistake before anything is written", async (_name, dataset, code) => {
    await using place = workplace();
    await place.write({ "broken.jsonl": "x\ny\n" });
    await expect(init(place, { dataset, folder: "evals" })).rejects.toMatchObject({ name: "ConfigError", code });
    expect(readdirSync(place.folder)).toEqual(["broken.jsonl"]);
  });
});
