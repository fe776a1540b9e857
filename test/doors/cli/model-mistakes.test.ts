import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { startModelServer } from "../../../src/testing.ts";
import { jsonl, workplace } from "./command-line.ts";

const rows = jsonl([
  { id: "1", question: "What colour is the sky?", label: "blue", picture: "notes.txt" },
  { id: "2", question: "What colour is grass?", label: "green", portrait: "nobody.png" },
]);

interface Mistake {
  readonly why: string;
  readonly eval: Readonly<Record<string, unknown>>;
  readonly argv?: readonly string[];
  /** What the sentence must hold: the place, what is wrong, the next step. */
  readonly says: readonly string[];
}

const judge = { type: "llm_judge", name: "quality", model: "deployment:judge", rubric: "Right and short." };

const mistakes: readonly Mistake[] = [
  {
    why: "a key that is missing",
    eval: { model: "openai:gpt-5.5" },
    says: ["model", "openai:gpt-5.5", "OPENAI_API_KEY", ".env"],
  },
  {
    why: "the missing key of a deployment",
    eval: { deployments: { candidate: { base_url: "http://127.0.0.1:9/v1", model: "m", api_key_env: "MY_KEY" } } },
    says: ["MY_KEY"],
  },
  {
    why: "the missing key of a judge",
    eval: { scorers: [{ type: "gemini", name: "g" }] },
    says: ["scorers[0].model", "GEMINI_API_KEY"],
  },
  {
    why: "a slip in the name of a provider",
    eval: { model: "opnai:gpt-5.5" },
    says: ["model", "opnai", 'did you mean "openai"?'],
  },
  {
    why: "a slip in the name of a model without a provider",
    eval: { model: "gemini2.5flsh" },
    says: ["model", "gemini2.5flsh", 'did you mean "gemini-2.5-flash"?'],
  },
  {
    why: "a model that is all provider",
    eval: { model: "openai:" },
    says: ["model", "names no model", "openai:MODEL"],
  },
  {
    why: "a slip in the name of a deployment",
    eval: { model: "deployment:candidat" },
    says: ["model", "candidat", 'did you mean "candidate"?'],
  },
  {
    why: "a slip in the name of a judge's deployment, deep in a chain",
    eval: {
      scorers: [
        {
          type: "composite",
          verifiers: [{ type: "exact_match" }, { ...judge, name: undefined, model: "deployment:juge" }],
        },
      ],
    },
    says: ["scorers[0].verifiers[1].model", "juge", 'did you mean "judge"?'],
  },
  {
    why: "the same slip with --model",
    eval: {},
    argv: ["--model", "deployment:candidat"],
    says: ["candidat", 'did you mean "candidate"?'],
  },
  {
    why: "a judge without a model",
    eval: { scorers: [{ type: "llm_judge", name: "quality", rubric: "x" }] },
    says: ["scorers[0].model", "missing", "never silently"],
  },
  {
    why: "a preset judge without a model",
    eval: { scorers: [{ type: "model_graded_qa", name: "quality" }] },
    says: ["scorers[0].model", "missing"],
  },
  {
    why: "a field of the prompt that no row has",
    eval: { prompt: "{{qestion}}" },
    says: ["prompt", "qestion", 'did you mean "question"?'],
  },
  {
    why: "a field in the second message of a prompt",
    eval: {
      prompt: [
        { role: "system", content: "Be short." },
        { role: "user", content: "{{question}} {{hint}}" },
      ],
    },
    says: ["prompt", "hint"],
  },
  {
    why: "a place of a judge's prompt that there is none of",
    eval: { scorers: [{ ...judge, custom_prompt: "Judge {{outptu}} by {{rubric}}." }] },
    says: ["scorers[0].custom_prompt", "outptu", 'did you mean "output"?'],
  },
  {
    why: "a base URL that is none",
    eval: { deployments: { candidate: { base_url: "localhost:8000/v1", model: "m" } } },
    says: ["deployments.candidate.base_url", "http://"],
  },
  {
    why: "a base URL with a password in it, which is not repeated",
    eval: { deployments: { candidate: { base_url: "http://me:secret@127.0.0.1/v1", model: "m" } } },
    says: ["deployments.candidate.base_url", "api_key_env"],
  },
  {
    why: "a slip in an option of a deployment",
    eval: { deployments: { candidate: { base_ulr: "http://127.0.0.1/v1", model: "m" } } },
    says: ["deployments.candidate", "base_ulr", 'did you mean "base_url"?'],
  },
  {
    why: "a recording that is not there",
    eval: { model: "replay:nowhere.jsonl" },
    says: ["nowhere.jsonl", "there is no such recording"],
  },
  {
    why: "an image that is no image",
    eval: { fields: { images: "picture" } },
    says: ["row 1", "notes.txt", "not an image"],
  },
  {
    why: "an image that is not there",
    eval: { fields: { images: "portrait" } },
    says: ["row 2", "nobody.png", "cannot be read"],
  },
];

describe("a mistake about models costs one sentence and no call", () => {
  test.each(mistakes.map((mistake) => [mistake.why, mistake] as const))("%s", async (_, mistake) => {
    await using place = workplace();
    const server = await startModelServer();
    const deployment = { base_url: `${server.url}/v1`, model: "m" };
    const config = {
      dataset: "rows.jsonl",
      model: "deployment:candidate",
      prompt: "{{question}}",
      scorers: [{ type: "exact_match", name: "answer" }],
      ...mistake.eval,
      deployments: { candidate: deployment, judge: deployment, ...Object(mistake.eval["deployments"]) },
    };
    await place.write({ "rows.jsonl": rows, "eval.json": JSON.stringify(config), "notes.txt": "These are notes." });
    const { exitCode, out, err } = await place.run(["eval", "eval.json", ...(mistake.argv ?? [])]);
    await server.close();
    expect(err).not.toMatch(/\n\s+at |secret/);
    for (const part of mistake.says) expect(err).toContain(part);
    expect([exitCode, out]).toEqual([2, ""]);
    expect(server.requests).toEqual([]);
  });
});

/** An address at which nothing answers: somebody had the port, and has given it back. */
async function freeAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/v1`;
}

describe("an address that nothing answers at", () => {
  const config = {
    dataset: "rows.jsonl",
    model: "deployment:candidate",
    prompt: "{{question}}",
    scorers: [{ type: "exact_match", name: "answer" }, judge],
  };

  test.each([
    ["candidate", "model: deployment:candidate cannot be reached"],
    ["judge", "scorers[1].model: deployment:judge cannot be reached"],
  ])("of the %s is refused before the first call and before a run is made", async (name, says) => {
    await using place = workplace();
    const server = await startModelServer();
    const deployment = { base_url: `${server.url}/v1`, model: "m" };
    const deployments = {
      candidate: deployment,
      judge: deployment,
      [name]: { base_url: await freeAddress(), model: "m" },
    };
    await place.write({ "rows.jsonl": rows, "eval.json": JSON.stringify({ ...config, deployments }) });
    const { exitCode, err } = await place.run(["eval", "eval.json"]);
    await server.close();
    expect(err).toContain(says);
    expect(err).toContain("ECONNREFUSED");
    expect(exitCode).toBe(2);
    expect(server.requests).toEqual([]);
    expect(JSON.parse((await place.run(["runs", "list", "--json"])).out)).toEqual([]);
  });

  test("is refused by resume and rescore too, and the run stays as it was", async () => {
    await using place = workplace();
    const server = await startModelServer({ answer: () => '{"score": 1}' });
    const deployment = { base_url: `${server.url}/v1`, model: "m" };
    const deployments = { candidate: deployment, judge: deployment };
    await place.write({
      "rows.jsonl": rows,
      "eval.json": JSON.stringify({ ...config, deployments }),
      "judge.json": JSON.stringify([judge]),
    });
    const started = await place.run(["eval", "eval.json", "--max-calls", "2", "--concurrency", "1", "--json"]);
    expect(JSON.parse(started.out).status).toBe("partial");
    await server.close();
    const before = await place.run(["runs", "list", "--json"]);
    for (const argv of [
      ["runs", "resume", "latest"],
      ["runs", "rescore", "latest", "--scorers", "judge.json"],
    ]) {
      const { exitCode, err } = await place.run(argv);
      expect([exitCode, err]).toEqual([2, expect.stringContaining("cannot be reached")]);
    }
    expect(await place.run(["runs", "list", "--json"])).toEqual(before);
  });

  test("costs nothing to be told of by a dry run", async () => {
    await using place = workplace();
    const nowhere = { base_url: await freeAddress(), model: "m" };
    const deployments = { candidate: nowhere, judge: nowhere };
    await place.write({ "rows.jsonl": rows, "eval.json": JSON.stringify({ ...config, deployments }) });
    expect((await place.run(["eval", "eval.json", "--dry-run"])).exitCode).toBe(0);
  });
});

test("an address that hangs up at a question without a model is asked all the same", async () => {
  await using place = workplace();
  const gate = createServer((client) => {
    client.once("data", (bytes) => {
      if (bytes.toString("latin1").startsWith("HEAD")) client.resetAndDestroy();
      else
        client.end(
          'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"choices":[{"message":{"content":"blue"}}]}',
        );
    });
  });
  await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
  const address = gate.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/v1`;
  const config = {
    dataset: "rows.jsonl",
    model: "deployment:candidate",
    prompt: "{{question}}",
    scorers: [{ type: "exact_match", name: "answer" }],
    deployments: { candidate: { base_url: url, model: "m" } },
  };
  await place.write({ "rows.jsonl": rows, "eval.json": JSON.stringify(config) });
  const { exitCode, out } = await place.run(["eval", "eval.json", "--json"]);
  gate.close();
  expect(exitCode).toBe(0);
  expect(JSON.parse(out).scorers.answer).toMatchObject({ count: 2, mean: 0.5 });
});
