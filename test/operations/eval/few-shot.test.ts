import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../../src/testing/model-server.ts";
import { jsonl, type Workplace, workplace } from "../../doors/cli/command-line.ts";

const rows = Array.from({ length: 6 }, (_, index) => ({
  id: `r${index}`,
  question: `${index} + 1?`,
  label: String(index + 1),
  output: "what a model once said",
}));
const train = Array.from({ length: 30 }, (_, index) => ({ question: `${index} * 2?`, label: String(index * 2) }));

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer({ answer: (prompt) => prompt });
});
afterEach(() => server.close());

const evalWith = (more: object) =>
  JSON.stringify({
    dataset: "rows.jsonl",
    model: "deployment:m",
    prompt: "{{question}}",
    deployments: { m: { provider: "openai-compatible", base_url: server.url, model: "m" } },
    scorers: [{ type: "exact_match", name: "answer" }],
    ...more,
  });

async function run(place: Workplace, argv: readonly string[]) {
  const ran = await place.run([...argv, "--json"]);
  return {
    ...ran,
    summary: JSON.parse(ran.out) as { readonly status: string; readonly error?: { readonly message: string } },
  };
}

/** What was asked, by the row's question: the examples, as question and answer in turn. */
function examplesByQuestion(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    server.requests.map(({ body }) => {
      const contents = (body["messages"] as readonly { readonly content: string }[]).map(({ content }) => content);
      return [contents.at(-1) ?? "", contents.slice(0, -1)];
    }),
  );
}

describe("few_shot of an eval", () => {
  test("takes the first rows of the eval itself, and another one for the rows that are examples", async () => {
    await using place = workplace();
    await place.write({ "rows.jsonl": jsonl(rows), "eval.yaml": evalWith({ few_shot: 2 }) });
    const { exitCode, err } = await run(place, ["eval", "eval.yaml"]);
    expect(exitCode, err).toBe(0);
    expect(Object.fromEntries(examplesByQuestion())).toEqual({
      "0 + 1?": ["1 + 1?", "2", "2 + 1?", "3"],
      "1 + 1?": ["0 + 1?", "1", "2 + 1?", "3"],
      "2 + 1?": ["0 + 1?", "1", "1 + 1?", "2"],
      "3 + 1?": ["0 + 1?", "1", "1 + 1?", "2"],
      "4 + 1?": ["0 + 1?", "1", "1 + 1?", "2"],
      "5 + 1?": ["0 + 1?", "1", "1 + 1?", "2"],
    });
  });

  test("draws from a file by a seed, the same ones for every row and in every run", async () => {
    await using place = workplace();
    const fewShot = { file: "train.jsonl", rows: 3, seed: 11 };
    await place.write({
      "rows.jsonl": jsonl(rows),
      "train.jsonl": jsonl(train),
      "eval.yaml": evalWith({ few_shot: fewShot }),
    });
    await run(place, ["eval", "eval.yaml"]);
    const first = examplesByQuestion();
    const kinds = new Set([...first.values()].map((examples) => JSON.stringify(examples)));
    expect([first.size, kinds.size]).toEqual([6, 1]);
    await run(place, ["eval", "eval.yaml"]);
    expect(examplesByQuestion()).toEqual(first);
    await place.write({ "eval.yaml": evalWith({ few_shot: { ...fewShot, seed: 12 } }) });
    await run(place, ["eval", "eval.yaml"]);
    expect(examplesByQuestion()).not.toEqual(first);
  });

  test("shows the same examples when the run goes on, although their file is gone", async () => {
    await using place = workplace();
    await place.write({
      "rows.jsonl": jsonl(rows),
      "train.jsonl": jsonl(train),
      "eval.yaml": evalWith({ few_shot: { file: "train.jsonl", rows: 2, seed: 5 } }),
    });
    await run(place, ["eval", "eval.yaml", "--max-calls", "2", "--concurrency", "1"]);
    await rm(join(place.folder, "train.jsonl"));
    const { summary, err } = await run(place, ["runs", "resume", "latest"]);
    expect(summary.status, err).toBe("complete");
    expect(server.requests).toHaveLength(6);
    const kinds = new Set([...examplesByQuestion().values()].map((examples) => JSON.stringify(examples)));
    expect(kinds.size).toBe(1);
  });

  test("a file of a few examples is shown whole", async () => {
    await using place = workplace();
    await place.write({
      "rows.jsonl": jsonl(rows.slice(0, 1)),
      "shots.jsonl": jsonl([{ input: "a", output: "b" }]),
      "eval.yaml": evalWith({ few_shot: "shots.jsonl" }),
    });
    await run(place, ["eval", "eval.yaml"]);
    expect(Object.fromEntries(examplesByQuestion())).toEqual({ "0 + 1?": ["a", "b"] });
  });

  test("a copy of the row under test in the file is left out", async () => {
    await using place = workplace();
    await place.write({
      "rows.jsonl": jsonl(rows.slice(0, 2)),
      "train.jsonl": jsonl([...rows.slice(0, 1), ...train.slice(0, 3)]),
      "eval.yaml": evalWith({ few_shot: { file: "train.jsonl", rows: 2 } }),
    });
    await run(place, ["eval", "eval.yaml"]);
    expect(Object.fromEntries(examplesByQuestion())).toEqual({
      "0 + 1?": ["0 * 2?", "0", "1 * 2?", "2"],
      "1 + 1?": ["0 + 1?", "1", "0 * 2?", "0"],
    });
  });

  test("a dry run counts the examples", async () => {
    await using place = workplace();
    const tokens = async (more: object) => {
      await place.write({ "rows.jsonl": jsonl(rows), "eval.yaml": evalWith(more) });
      const { out } = await place.run(["eval", "eval.yaml", "--dry-run", "--json"]);
      return (JSON.parse(out) as { readonly total: { readonly input_tokens: number } }).total.input_tokens;
    };
    expect(await tokens({ few_shot: 5 })).toBeGreaterThan(2 * (await tokens({})));
    expect(server.requests).toHaveLength(0);
  });
});

describe("mistakes about examples end before the first call", () => {
  test.each([
    ["more than the eval has", { few_shot: 6 }, {}, "at most 5"],
    ["a file that is not there", { few_shot: "trian.jsonl" }, {}, 'did you mean "train.jsonl"'],
    ["all of a large file", { few_shot: "train.jsonl" }, {}, "30 rows, which is too many"],
    ["more than the file has", { few_shot: { file: "train.jsonl", rows: 31 } }, {}, "at most 30"],
    ["rows that say nothing of what is right", { few_shot: 2 }, { label: undefined }, "no target and no label"],
    ["no model to show them to", { few_shot: 2, model: undefined, prompt: undefined }, {}, "model"],
  ])("%s", async (_, more, row, says) => {
    await using place = workplace();
    await place.write({
      "rows.jsonl": jsonl(rows.map((one) => ({ ...one, ...row }))),
      "train.jsonl": jsonl(train),
      "eval.yaml": evalWith(more),
    });
    const { exitCode, err } = await place.run(["eval", "eval.yaml"]);
    expect([exitCode, err]).toEqual([2, expect.stringContaining(says)]);
    expect(server.requests).toHaveLength(0);
  });
});
