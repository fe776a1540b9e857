import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { jsonl, workplace } from "./command-line.ts";

interface Line {
  readonly id?: unknown;
  readonly line: number;
  readonly score: number;
  readonly is_correct: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const lines = (out: string) =>
  out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

describe("one sample by flags", () => {
  test("the default pipeline drops reasoning and compares texts", async () => {
    await using place = workplace();
    const { exitCode, out } = await place.run([
      "verify",
      "--prediction",
      "<think>hm</think>Blue",
      "--ground-truth",
      "blue",
    ]);
    expect(exitCode).toBe(0);
    expect(out).toContain("right (match, sure), score 1");
  });

  test("several ground truths are any-of; --json is one document", async () => {
    await using place = workplace();
    const argv = ["verify", "--prediction", "Lyon", "--ground-truth", "Paris", "--ground-truth", "lyon", "--json"];
    const { out } = await place.run(argv);
    expect(JSON.parse(out)).toMatchObject({ score: 1, is_correct: true, metadata: { raw_prediction: "Lyon" } });
  });

  test.each([
    [["--prediction", "a", "--ground-truth", "b", "--fail-on", "wrong"], 1],
    [["--prediction", "a", "--ground-truth", "a", "--fail-on", "wrong"], 0],
    [["--prediction", "a", "--ground-truth", "b"], 0],
    [["--prediction", "a", "--ground-truth", "b", "--fail-on", "rong"], 2],
    [["--prediction", "a", "--ground-truth", "b", "--verifier", "numerik"], 2],
  ])("%j exits with %i", async (argv, expected) => {
    await using place = workplace();
    expect((await place.run(["verify", ...argv])).exitCode).toBe(expected);
  });

  test("choices map option texts to letters", async () => {
    await using place = workplace();
    const argv = ["--prediction", "The answer is Lyon.", "--ground-truth", "B", "--choices", "Paris,Lyon", "--json"];
    const { out } = await place.run(["verify", "--extractors", "mcq", "--verifier", "mcq_match", ...argv]);
    expect(JSON.parse(out)).toMatchObject({ is_correct: true });
  });
});

describe("a judge that cannot be asked is refused before the first row", () => {
  test.each([
    ["no key", { type: "openai" }, ["p.json", "verifier.model", "OPENAI_API_KEY"]],
    ["a misspelt provider", { type: "llm_judge", model: "opnai:x", rubric: "r" }, ['did you mean "openai"?']],
    [
      "no key behind a rule",
      { type: "composite", verifiers: [{ type: "exact_match" }, { type: "gemini" }] },
      ["verifiers[1].model", "GEMINI_API_KEY"],
    ],
    ["no key of a preset", { type: "closed_qa", model: "openai:gpt-4o" }, ["verifier.model", "OPENAI_API_KEY"]],
    ["no recording", { type: "llm_judge", model: "replay:none.jsonl", rubric: "r" }, ["none.jsonl"]],
    ["a key in the file", { type: "openai", api_key: "key-4711" }, ["verifier.api_key", "environment"]],
  ])("%s", async (_, verifier, says) => {
    await using place = workplace();
    await place.write({ "p.json": JSON.stringify({ verifier }), "rows.jsonl": jsonl([{ prediction: "a" }]) });
    for (const argv of [
      ["--input", "rows.jsonl"],
      ["--prediction", "a", "--ground-truth", "a"],
    ]) {
      const { exitCode, out, err } = await place.run(["verify", "--config", "p.json", ...argv]);
      for (const part of says) expect(err).toContain(part);
      expect(err).not.toContain("key-4711");
      expect([exitCode, out]).toEqual([2, ""]);
    }
  });
});

describe("rows", () => {
  const rows = jsonl([
    { id: 7, question: "q", prediction: "so it is 1,234.50", ground_truth: "1234.5" },
    { response: "2", expected: 3 },
  ]);
  const text = `${rows}{"prediction": oops}\n\n${jsonl([{ ground_truth: "5" }, { prediction: null, ground_truth: "5" }])}`;
  const pipeline = "extractors: [{ type: number }]\nverifier: { type: numeric }\n";

  test("each row has its line in order, and a bad one is an error with its line number", async () => {
    await using place = workplace();
    await place.write({ "p.yaml": pipeline, "rows.jsonl": text });
    const { exitCode, out, err } = await place.run(["verify", "--config", "p.yaml", "--input", "rows.jsonl"]);
    expect(exitCode).toBe(0);
    const [first, second, bad, missing, silent] = lines(out);
    expect(first).toMatchObject({ id: 7, line: 1, score: 1, is_correct: true });
    expect(second).toMatchObject({
      line: 2,
      score: 0,
      is_correct: false,
      metadata: { confident: true, reason: "mismatch" },
    });
    expect(bad).toMatchObject({
      line: 3,
      is_correct: false,
      metadata: { error: { stage: "sample", code: "bad_row" } },
    });
    expect(JSON.stringify(bad)).toContain("line 3");
    expect(missing).toMatchObject({ line: 5, metadata: { error: { code: "missing_output" } } });
    expect(silent).toMatchObject({ line: 6, metadata: { reason: "no_answer", confident: false } });
    expect(err).toContain("5 rows: 1 right, 1 wrong, 1 without an answer, 2 errors");
  });

  test("stdin gives the same lines as a file", async () => {
    await using place = workplace();
    await place.write({ "p.yaml": pipeline, "rows.jsonl": text });
    const file = await place.run(["verify", "--config", "p.yaml", "--input", "rows.jsonl"]);
    const stdin = await place.run(["verify", "--config", "p.yaml", "--input", "-"], { input: text });
    expect(stdin.out).toBe(file.out);
  });

  test("--output takes the lines, and --json prints the counts", async () => {
    await using place = workplace();
    await place.write({ "p.yaml": pipeline, "rows.jsonl": text });
    const { out } = await place.run([
      "verify",
      "--config",
      "p.yaml",
      "--input",
      "rows.jsonl",
      "--output",
      "out.jsonl",
      "--json",
    ]);
    expect(JSON.parse(out)).toEqual({ rows: 5, right: 1, wrong: 1, no_answer: 1, error: 2 });
    expect(lines(await place.read("out.jsonl"))).toHaveLength(5);
  });

  test("--json without --output is still one document", async () => {
    await using place = workplace();
    await place.write({ "p.yaml": pipeline, "rows.jsonl": text });
    const { out } = await place.run(["verify", "--config", "p.yaml", "--input", "rows.jsonl", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ results: { length: 5 }, summary: { rows: 5, right: 1 } });
  });

  test("a plug-in file named in the pipeline is loaded from beside it", async () => {
    await using place = workplace();
    const index = new URL("../../../src/index.ts", import.meta.url).pathname;
    await place.write({
      "deep/own.ts": `import { defineVerifier } from "${index}";
        enum Limit { Words = 3 }
        export const few = defineVerifier({ type: "acme/few", summary: "Few words.", create: () => ({ output }) => output.split(" ").length <= Limit.Words });`,
      "deep/p.yaml": "plugins: [./own.ts]\nverifier: { type: acme/few }\n",
    });
    const { out, err } = await place.run(["verify", "--config", "deep/p.yaml", "--prediction", "a b c", "--json"]);
    expect(err).toBe("");
    expect(JSON.parse(out)).toMatchObject({ is_correct: true, metadata: { reason: "custom" } });
  });

  test("results that cannot be written are refused with the file's name", async () => {
    await using place = workplace();
    await place.write({ "p.yaml": pipeline, "rows.jsonl": text });
    const argv = ["verify", "--config", "p.yaml", "--input", "rows.jsonl", "--output", "no/such/folder/out.jsonl"];
    const { exitCode, err } = await place.run(argv);
    expect(exitCode).toBe(2);
    expect(err).toContain("no/such/folder/out.jsonl");
  });

  test("results never replace the rows that they come from, under whatever name", async () => {
    await using place = workplace();
    await place.write({ "p.yaml": pipeline, "rows.jsonl": text });
    await symlink("rows.jsonl", join(place.folder, "link.jsonl"));
    for (const output of ["rows.jsonl", "./rows.jsonl", "link.jsonl"]) {
      const argv = ["verify", "--config", "p.yaml", "--input", "rows.jsonl", "--output", output];
      const { exitCode, err } = await place.run(argv);
      expect(exitCode).toBe(2);
      expect(err).toContain("--output: the results would replace the rows");
    }
    expect(await place.read("rows.jsonl")).toBe(text);
  });

  test("--json is one document also where the rows end in damaged data", async () => {
    await using place = workplace();
    const packed = gzipSync(
      jsonl(Array.from({ length: 20_000 }, (_, id) => ({ id, prediction: `${id}`, target: "7" }))),
    );
    await place.write({ "p.yaml": pipeline });
    await writeFile(join(place.folder, "rows.jsonl.gz"), packed.subarray(0, packed.length / 2));
    const argv = ["verify", "--config", "p.yaml", "--input", "rows.jsonl.gz", "--json"];
    const { exitCode, out } = await place.run(argv);
    expect(exitCode).toBe(2);
    const document = JSON.parse(out) as { results: readonly unknown[]; error: { code: string } };
    expect(document.results.length).toBeGreaterThan(0);
    expect(document.error.code).toBe("damaged_file");
  });
});
