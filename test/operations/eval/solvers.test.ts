import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import type { SolverRequest } from "../../../src/core/solver.ts";
import { rescore, runEval, summarize } from "../../../src/operations/library.ts";
import { jsonl, type Workplace, workplace } from "../../doors/cli/command-line.ts";

interface Summary {
  readonly status: string;
  readonly model: string | null;
  readonly samples: number;
  readonly truncated: number;
  readonly usage: { readonly candidate: { readonly calls: number; readonly cost_usd: number | null } };
  readonly scorers: {
    readonly answer: { readonly mean: number | null; readonly count: number; readonly errors: object };
  };
}

const rows = [
  { id: "a", question: "say blue", label: "say blue", topic: "colours", answer_key: "say blue" },
  { id: "b", question: "say red", label: "say blue", topic: "colours", answer_key: "say blue" },
  { id: "c", question: "fail", label: "fail", topic: "faults", answer_key: "fail" },
];
const scorers = [{ type: "exact_match", name: "answer" }];
const config = (solver: unknown, more: object = {}) =>
  JSON.stringify({ dataset: "rows.jsonl", solver, scorers, ...more });

/** Notes each request in a file, so that what was asked can be counted across runs. */
const MODULE = `
import { appendFileSync } from "node:fs";
export function answer(request) {
  appendFileSync(new URL("./asked.jsonl", import.meta.url), JSON.stringify(request) + "\\n");
  if (request.input === "fail") throw new Error("out of luck");
  return { output: request.input, costUsd: 0.5, finishReason: request.input === "say red" ? "length" : "stop" };
}
export const limit = 5;
`;
const PROGRAM = `
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  appendFileSync("asked.jsonl", line + "\\n");
  const { input } = JSON.parse(line);
  if (input === "fail") { console.error("out of luck"); process.exit(3); }
  console.log(JSON.stringify(input));
}
`;
const command = { command: [process.execPath, "bot.mjs"], timeout: 20 };

async function placeWith(files: Readonly<Record<string, string>>): Promise<Workplace> {
  const place = workplace();
  await place.write({ "rows.jsonl": jsonl(rows), "bot.ts": MODULE, "bot.mjs": PROGRAM, "asked.jsonl": "", ...files });
  return place;
}

async function askedIn(place: Workplace): Promise<readonly SolverRequest[]> {
  return (await place.read("asked.jsonl")).split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

const json = (out: string) => JSON.parse(out) as Summary;

describe("an eval of a solver", () => {
  test.each([
    ["a function of a module", "./bot.ts#answer", "./bot.ts#answer", "inference:exception"],
    ["a program", command, `${process.execPath} bot.mjs`, "inference:exited"],
  ])("%s is asked once for each row, and its failure is an error of the row", async (_, solver, name, code) => {
    await using place = await placeWith({ "eval.yaml": config(solver) });
    const { exitCode, out, err } = await place.run(["eval", "eval.yaml", "--json"]);
    expect(exitCode, err).toBe(0);
    expect(json(out)).toMatchObject({
      status: "complete",
      model: name,
      samples: 3,
      usage: { candidate: { calls: 2 } },
      scorers: { answer: { mean: 0.5, count: 2, errors: { [code]: 1 } } },
    });
    expect(await askedIn(place)).toHaveLength(3);
    const exported = await place.run(["runs", "export", "latest", "--format", "jsonl"]);
    expect(exported.out).toContain("out of luck");
  });

  test("the figures of its answers are those of any model's", async () => {
    await using place = await placeWith({ "eval.yaml": config("./bot.ts#answer") });
    const { out } = await place.run(["eval", "eval.yaml", "--json"]);
    expect(json(out)).toMatchObject({ truncated: 1, usage: { candidate: { calls: 2, cost_usd: 1 } } });
  });

  test("nothing of the row is told but its input and what is named, so the target stays here", async () => {
    const solver = { function: "./bot.ts#answer", fields: ["topic", "nested"] };
    const data = [{ ...rows[0], nested: { x: [1] }, images: ["https://example.org/a.png"], choices: ["p", "q"] }];
    await using place = await placeWith({ "eval.yaml": config(solver), "rows.jsonl": jsonl(data) });
    await place.run(["eval", "eval.yaml"]);
    expect(await askedIn(place)).toEqual([
      {
        id: "a",
        epoch: 1,
        input: "say blue",
        choices: ["p", "q"],
        images: ["https://example.org/a.png"],
        metadata: { topic: "colours", nested: { x: [1] } },
      },
    ]);
  });

  test("a prompt, examples and a seed are told where the eval has them", async () => {
    const more = {
      prompt: "Do it: {{question}}",
      system: "Be brief.",
      few_shot: [{ question: "say hi", label: "hi" }],
      seed: 7,
      epochs: 2,
    };
    await using place = await placeWith({ "eval.yaml": config("./bot.ts#answer", more) });
    await place.run(["eval", "eval.yaml", "--limit", "1", "--concurrency", "1"]);
    expect(await askedIn(place)).toMatchObject([
      {
        epoch: 1,
        seed: 7,
        prompt: "Do it: say blue",
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Do it: say hi" },
          { role: "assistant", content: "hi" },
          { role: "user", content: "Do it: say blue" },
        ],
      },
      { epoch: 2, seed: 8 },
    ]);
  });

  test("an endpoint is asked as the eval says, and a row that lacks a field of its body is an error", async () => {
    const bodies: unknown[] = [];
    const server = createServer(async (incoming, response) => {
      let body = "";
      for await (const piece of incoming) body += String(piece);
      if (incoming.method === "POST") bodies.push(JSON.parse(body));
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ choices: [{ message: { content: "say blue" } }] }));
    });
    await new Promise<void>((go) => server.listen(0, "127.0.0.1", go));
    try {
      const solver = {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat`,
        body: { messages: "{{messages}}", about: "{{topic}}" },
        output: "choices.0.message.content",
      };
      const [first, second] = rows;
      const data = [first, { ...second, topic: undefined }];
      await using place = await placeWith({ "eval.yaml": config(solver), "rows.jsonl": jsonl(data) });
      const { out, exitCode, err } = await place.run(["eval", "eval.yaml", "--json"]);
      expect(exitCode, err).toBe(0);
      expect(json(out).scorers.answer).toMatchObject({ count: 1, mean: 1, errors: { "sample:missing_field": 1 } });
      expect(bodies).toEqual([{ messages: [{ role: "user", content: "say blue" }], about: "colours" }]);
    } finally {
      server.close().closeAllConnections();
    }
  });

  test("a run that was stopped goes on without asking again for what is there", async () => {
    await using place = await placeWith({ "eval.yaml": config(command) });
    const stopped = await place.run(["eval", "eval.yaml", "--max-calls", "1", "--concurrency", "1", "--json"]);
    expect(json(stopped.out)).toMatchObject({ status: "partial", samples: 1 });
    const resumed = await place.run(["runs", "resume", "latest", "--json"]);
    expect(json(resumed.out)).toMatchObject({ status: "complete", samples: 3, usage: { candidate: { calls: 2 } } });
    expect((await askedIn(place)).map(({ id }) => id).sort()).toEqual(["a", "b", "c"]);
    // A retry asks for the row that failed, and for no other.
    await place.run(["runs", "retry", "latest"]);
    expect((await askedIn(place)).map(({ id }) => id).sort()).toEqual(["a", "b", "c", "c"]);
  });

  test.each([
    ["a function", "./bot.ts#answer"],
    ["a program", command],
  ])("--max-calls counts each question to %s, also where many are under way and one fails", async (_, solver) => {
    const many = Array.from({ length: 12 }, (_, row) => ({ id: `r${row}`, question: `say ${row}`, label: "x" }));
    const judge = { type: "openai", name: "answer", model: "mock:CORRECT" };
    await using place = await placeWith({ "eval.yaml": config(solver), "rows.jsonl": jsonl([rows[2] ?? {}, ...many]) });
    const stopped = await place.run(["eval", "eval.yaml", "--max-calls", "5", "--concurrency", "4", "--json"]);
    expect(stopped.exitCode, stopped.err).toBe(0);
    expect(json(stopped.out)).toMatchObject({ status: "partial", samples: 5 });
    expect(await askedIn(place)).toHaveLength(5);
    // Judges share it: two questions and two judgments at the most.
    await place.write({ "judged.yaml": config(solver, { scorers: [judge] }), "asked.jsonl": "" });
    const judged = await place.run(["eval", "judged.yaml", "--max-calls", "4", "--concurrency", "1", "--json"]);
    expect(json(judged.out)).toMatchObject({ status: "partial", scorers: { answer: { count: 1 } } });
    expect((await askedIn(place)).length).toBeLessThanOrEqual(3);
  });

  test.each([
    ["a key that is not accepted is the solver's, and ends the run", 401, "partial", {}, 4],
    ["a thing that is not found is the row's", 404, "complete", { "inference:unknown_model": 12 }, 12],
  ])("of an address, %s", async (_, status, ended, errors, most) => {
    let asked = 0;
    const server = createServer((incoming, response) => {
      // Before the run a connection is tried, which asks nothing.
      if (incoming.method === "POST") asked++;
      response.writeHead(status, { "content-type": "application/json" }).end('{"error":"no"}');
    });
    await new Promise<void>((go) => server.listen(0, "127.0.0.1", go));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const many = Array.from({ length: 12 }, (_, row) => ({ id: `r${row}`, question: `say ${row}`, label: "x" }));
      await using place = await placeWith({ "eval.yaml": config({ url }), "rows.jsonl": jsonl(many) });
      const { exitCode, out } = await place.run(["eval", "eval.yaml", "--concurrency", "2", "--json"]);
      expect(exitCode).toBe(3);
      expect(json(out)).toMatchObject({ status: ended, scorers: { answer: { errors } } });
      expect(asked).toBeLessThanOrEqual(most);
    } finally {
      server.close().closeAllConnections();
    }
  });

  test("new scores need no solver, not even one that is still there", async () => {
    await using place = await placeWith({ "eval.yaml": config("./bot.ts#answer"), "s.json": JSON.stringify(scorers) });
    await place.run(["eval", "eval.yaml"]);
    await place.write({ "bot.ts": "export const answer = 1;" });
    const { exitCode, out, err } = await place.run(["runs", "rescore", "latest", "--scorers", "s.json", "--json"]);
    expect(exitCode, err).toBe(0);
    expect(json(out).scorers.answer).toMatchObject({ count: 2, mean: 0.5 });
    expect(await askedIn(place)).toHaveLength(3);
  });

  test("a module that has changed is not gone on with", async () => {
    await using place = await placeWith({ "eval.yaml": config("./bot.ts#answer") });
    await place.run(["eval", "eval.yaml", "--max-calls", "1", "--concurrency", "1"]);
    await place.write({ "bot.ts": `${MODULE}\n// now it is another one` });
    const { exitCode, err } = await place.run(["runs", "resume", "latest"]);
    expect([exitCode, err]).toEqual([2, expect.stringContaining("has changed")]);
  });

  test.each([
    ["a function", "./bot.ts#answer", 1],
    ["a function that is told another field", { function: "./bot.ts#answer", fields: ["topic"] }, 0],
  ])(
    "%s: a row without an input is an error only where nothing else tells what is asked",
    async (_, solver, errors) => {
      const [first] = rows;
      const data = [first, { id: "z", topic: "colours", label: "x" }];
      await using place = await placeWith({ "eval.yaml": config(solver), "rows.jsonl": jsonl(data) });
      const { out } = await place.run(["eval", "eval.yaml", "--json"]);
      expect(json(out).scorers.answer.errors).toEqual(
        errors === 0 ? { "inference:bad_reply": 1 } : { "sample:missing_field": 1 },
      );
    },
  );

  test("a dry run asks nothing", async () => {
    await using place = await placeWith({ "eval.yaml": config("./bot.ts#answer", { prompt: "Do: {{question}}" }) });
    const { exitCode, out, err } = await place.run(["eval", "eval.yaml", "--dry-run", "--json"]);
    expect(exitCode, err).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ runs: [{ candidate: { model: "./bot.ts#answer", calls: { calls: 3 } } }] });
    expect(await askedIn(place)).toEqual([]);
  });
});

describe("mistakes about a solver end before the first call", () => {
  test.each([
    ["a model and a solver", { model: "mock:x" }, "./bot.ts#answer", ["solver", "keep one of model and solver"]],
    ["recorded outputs and a solver", { output_field: "question" }, "./bot.ts#answer", ["output_field", "keep one"]],
    ["a setting of models", { temperature: 0 }, "./bot.ts#answer", ["temperature", "is for models"]],
    ["a module that is not there", {}, "./bto.ts#answer", ["solver", 'did you mean "bot.ts"']],
    ["a function that is not there", {}, "./bot.ts#anwser", ["anwser", "answer"]],
    ["an export that is no function", {}, "./bot.ts#limit", ["limit", "answer"]],
    ["a program that is not there", {}, { command: ["pyhton3"] }, ["solver.command", "pyhton3"]],
    [
      "rows in which it finds no input",
      { dataset: undefined, data: [{ text: "x", label: "x" }] },
      "./bot.ts#answer",
      ["solver", 'no field "input"'],
    ],
    ["a field that no row has", {}, { ...command, fields: ["topik"] }, ["solver", 'did you mean "topic"']],
    ["a variable that is not there", {}, { url: "http://127.0.0.1:9/", key_env: "MY_KEY" }, ["MY_KEY"]],
    ["an address that nothing answers at", {}, { url: "http://127.0.0.1:9/" }, ["solver.url", "cannot be reached"]],
  ])("%s", async (_, more, solver, says) => {
    await using place = await placeWith({ "eval.yaml": config(solver, more) });
    const { exitCode, err } = await place.run(["eval", "eval.yaml"]);
    for (const part of says) expect(err).toContain(part);
    expect(exitCode).toBe(2);
    expect(await askedIn(place)).toEqual([]);
  });
});

describe("a function that is given in code", () => {
  const data = [
    { input: "Paris", target: "paris" },
    { input: "Rome", target: "Milan" },
  ];

  test("is asked, and its run can be read and scored anew", async () => {
    await using place = workplace();
    const asked: SolverRequest[] = [];
    const options = { store: `${place.folder}/store.db`, folder: place.folder };
    const solver = async (request: SolverRequest) => {
      asked.push(request);
      return { output: String(request.input), usage: { inputTokens: 3 } };
    };
    const { runId, model, usage, scorers: scored } = await runEval({ data, solver, scorers }, options);
    expect([model, usage.candidate.inputTokens, scored.get("answer")?.mean]).toEqual(["function:solver", 6, 0.5]);
    expect((await summarize(runId, options)).usage.candidate.calls).toBe(2);
    const again = await rescore(runId, [{ type: "contains", name: "has" }], options);
    expect(again.scorers.get("has")?.count).toBe(2);
    expect(asked).toHaveLength(2);
    // What was kept has no function any more.
    const { exitCode, err } = await place.run(["runs", "resume", runId, "--store", options.store]);
    expect([exitCode, err]).toEqual([2, expect.stringContaining("given in code")]);
  });

  test("is ended in time, and whatever it answers or throws is its row's", async () => {
    const answers: Readonly<Record<string, unknown>> = {
      text: "x",
      nothing: undefined,
      cycle: (() => {
        const loop: Record<string, unknown> = {};
        loop["output"] = loop;
        return loop;
      })(),
      late: new Promise(() => {}),
    };
    const solver = {
      timeout: 0.05,
      function: ({ input }: SolverRequest) => {
        if (input === "thrown") throw { toString: null };
        return answers[String(input)];
      },
    };
    const names = [...Object.keys(answers), "thrown"];
    const summary = await runEval(
      { data: names.map((input) => ({ input, target: "x" })), solver, scorers },
      { store: ":memory:" },
    );
    const answer = summary.scorers.get("answer");
    expect([answer?.count, answer?.mean]).toEqual([1, 1]);
    expect(answer?.errors).toEqual({
      "inference:bad_reply": 2,
      "inference:timeout": 1,
      "inference:exception": 1,
    });
  });
});
