import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../../../src/core/types.ts";
import { type EvalRuns, runEvals } from "../../../src/eval.ts";
import { openStore } from "../../../src/store/open.ts";
import { jsonl, type Workplace, workplace } from "../../doors/cli/command-line.ts";
import { describeSandbox } from "../../sandbox/needs-sandbox.ts";

const ROWS = jsonl([
  { output: "Blue", label: "blue", topic: "sky" },
  { output: "a long answer", label: "blue", topic: "sea" },
  { output: "", label: "blue", topic: "none" },
]);

const BRIEF = `export function reward({ completions }) {
  console.log("noise");
  if (completions[0] === "") throw new Error("nothing was answered");
  return completions.map((text) => text.length / 20);
}
export const other = ({ label, topic }) => [label[0] === "blue" && topic[0] === "sky" ? 5 : null];
export const endless = () => { for (;;); };
export const never = () => new Promise(() => {});
export const nan = () => [Number.NaN];
export const exit = () => process.exit(0);
export const method = () => [() => 1];
export const symbol = () => [Symbol("1")];
export const text = () => ["1"];
export const coded = () => { throw Object.assign(new Error("two\\nlines"), { code: "E SOME\\nCODE" }); };
export const unnamed = () => { throw Object.assign(new Error("x"), { message: 5 }); };
export const heap = () => { const all = []; for (;;) all.push(new Array(100_000).fill(all.length)); };
`;

async function scores({ folder }: Workplace, scorers: readonly object[], more: object = {}): Promise<EvalRuns["runs"]> {
  const store = `${folder}/store.db`;
  const eval_ = { dataset: "rows.jsonl", scorers, ...more };
  return (await runEvals(eval_, { folder, store })).runs;
}

async function rowsOf({ folder }: Workplace, run: string, scorer: string): Promise<readonly Json[]> {
  const store = await openStore(`${folder}/store.db`);
  const found: Json[] = [];
  for await (const { scores } of store.samples(run)) found.push(scores?.[scorer] ?? null);
  await store.close();
  return found;
}

describe("a reward function in TypeScript", () => {
  test("scores rows, keeps its own scale, leaves rows out, and its exceptions are errors of the row", async () => {
    await using place = workplace();
    await place.write({ "rows.jsonl": ROWS, "rewards.ts": BRIEF });
    const [run] = await scores(place, [
      { type: "reward_function", name: "brief", reward: "rewards.ts" },
      { type: "reward_function", name: "scaled", reward: "./rewards.ts#other", range: [0, 10] },
      { type: "reward_function", name: "unscaled", reward: "./rewards.ts#other" },
    ]);
    const id = run?.runId ?? "";
    expect(await rowsOf(place, id, "brief")).toMatchObject([
      { value: 0.2, pass: null, reason: "returned" },
      { value: 0.65 },
      { value: null, error: { stage: "verifier", code: "exception", message: "nothing was answered" } },
    ]);
    expect(await rowsOf(place, id, "scaled")).toMatchObject([
      { value: 0.5, metadata: { returned: 5 } },
      { value: null, skipped: "the reward function does not apply to this row" },
      { value: null, skipped: expect.anything() },
    ]);
    expect(await rowsOf(place, id, "unscaled")).toMatchObject([{ error: { code: "out_of_range" } }, {}, {}]);
  });

  test.each([
    ["endless", "timeout"],
    ["never", "timeout"],
    ["nan", "out_of_range"],
    ["exit", "exited"],
    ["heap", "out_of_memory"],
    ["method", "not_a_score"],
    ["symbol", "not_a_score"],
    ["text", "not_a_score"],
    ["coded", "exception"],
    ["unnamed", "exception"],
  ])("that is %s costs the row and not the run", async (name, code) => {
    await using place = workplace();
    await place.write({ "rows.jsonl": ROWS, "rewards.ts": BRIEF });
    const time = code === "timeout" ? { time_limit: 0.3 } : {};
    const [run] = await scores(
      place,
      [
        { type: "reward_function", name: "bad", reward: `rewards.ts#${name}`, ...time },
        { type: "reward_function", name: "good", reward: "rewards.ts" },
      ],
      { dataset: { path: "rows.jsonl", limit: 1 } },
    );
    expect(await rowsOf(place, run?.runId ?? "", "bad")).toMatchObject([{ value: null, error: { code } }]);
    expect(await rowsOf(place, run?.runId ?? "", "good")).toMatchObject([{ value: 0.2 }]);
  });
});

describe("registered reward functions", () => {
  test("a run calls the version that it named, whatever was added since", async () => {
    await using place = workplace();
    await place.write({ "rows.jsonl": ROWS, "r.mjs": "export const reward = () => [0.25];" });
    const rewards = (...words: string[]) => place.run(["rewards", ...words, "--store", "store.db", "--json"]);
    expect(JSON.parse((await rewards("add", "quarter", "r.mjs")).out)).toMatchObject({ version: 1, kind: "module" });
    await place.write({ "r.mjs": "export const reward = () => [0.75];" });
    const scorers = [{ type: "reward_function", name: "q", function: "quarter" }];
    const [before] = await scores(place, scorers);
    expect(JSON.parse((await rewards("add", "quarter", "r.mjs")).out)).toMatchObject({ version: 2 });
    const [after] = await scores(place, scorers);
    const [former] = await scores(place, [{ ...scorers[0], function: "quarter@1" }]);
    expect([before, after, former].map((run) => run?.scorers.get("q")?.mean)).toEqual([0.25, 0.75, 0.25]);

    const store = await openStore(`${place.folder}/store.db`);
    const { config, fingerprint } = await store.findRun(before?.runId ?? "");
    await store.close();
    expect(JSON.stringify(config)).toMatch(/"function":"quarter@1:[0-9a-f]{16}"/);
    expect(JSON.stringify(fingerprint)).toMatch(/"path":"reward:quarter@1","sha256":"[0-9a-f]{64}"/);

    // All its rows are wanted once more, by the pinned version.
    const resumed = await place.run(["runs", "resume", before?.runId ?? "", "--store", "store.db", "--json"]);
    expect(resumed.exitCode, resumed.err).toBe(0);
    await rewards("remove", "quarter@1");
    expect((await place.run(["runs", "resume", before?.runId ?? "", "--store", "store.db"])).err).toContain(
      "there is no reward function quarter@1",
    );
    const rescored = await place.run(["runs", "rescore", "latest", "--store", "store.db", "--scorers", "s.json"]);
    expect(rescored.exitCode).toBe(2);
  });

  test("stored outputs get new scores by a registered function", async () => {
    await using place = workplace();
    await place.write({
      "rows.jsonl": ROWS,
      "r.mjs": "export const reward = () => [0.25];",
      "s.json": JSON.stringify([{ type: "reward_function", name: "q", reward: "quarter" }]),
    });
    await place.run(["rewards", "add", "quarter", "r.mjs", "--store", "store.db"]);
    await scores(place, [{ type: "exact_match", name: "exact" }]);
    const { out, err } = await place.run([
      "runs",
      "rescore",
      "latest",
      "--store",
      "store.db",
      "--scorers",
      "s.json",
      "--json",
    ]);
    expect(JSON.parse(out).scorers.q.mean, err).toBe(0.25);
  });

  test.each([
    ["a name that nobody added", ["--reward", "brief"], "unknown_reward"],
    ["a file that is not there", ["--reward", "none.py"], "missing_file"],
    ["what is neither", ["--reward", "a b"], "not_a_reward"],
    ["a function that is not there", ["--reward", "r.mjs#rewards"], "not_loaded"],
    ["a module that does not load", ["--reward", "bad.ts"], "not_loaded"],
    ["a module with neighbours, which no store keeps", ["--reward", "near.ts"], "not_loaded"],
  ])("%s is refused before the first row", async (_why, [, reward], code) => {
    await using place = workplace();
    await place.write({
      "rows.jsonl": ROWS,
      "r.mjs": "export const reward = () => [0.25];",
      "bad.ts": "throw new Error('no');",
      "near.ts": "import { x } from './r.mjs';\nexport const reward = () => [x];",
    });
    await expect(scores(place, [{ type: "reward_function", reward }])).rejects.toMatchObject({ code });
    const added = await place.run(["rewards", "add", "mine", reward ?? "", "--store", "store.db", "--json"]);
    expect(added.exitCode).toBe(2);
  });

  test("names that no file could be told from are refused", async () => {
    await using place = workplace();
    await place.write({ "r.mjs": "export const reward = () => [0.25];" });
    for (const name of ["Mine", "a/b", "a.b", "", "mine@1", "-x", "ü"]) {
      const added = await place.run(["rewards", "add", "--store", "store.db", "--json", "--", name, "r.mjs"]);
      expect([name, added.exitCode]).toEqual([name, 2]);
    }
  });

  test("a try shows a reward for each completion, and ends with 3 when all of them broke", async () => {
    await using place = workplace();
    await place.write({ "rewards.ts": BRIEF });
    const tried = (...words: string[]) => place.run(["rewards", "test", "rewards.ts", "--json", ...words]);
    const { out, exitCode } = await tried("--completion", "Blue", "--completion", "");
    expect([exitCode, JSON.parse(out)]).toMatchObject([
      0,
      { version: null, results: [{ value: 0.2 }, { error: { code: "exception" } }] },
    ]);
    expect((await tried("--completion", "")).exitCode).toBe(3);
    const other = await place.run([
      "rewards",
      "test",
      "rewards.ts#other",
      "--completion",
      "x",
      "--column",
      "label=blue",
      "--column",
      "topic=sky",
    ]);
    expect(other.out).toContain("5");
  });
});

test("a pipeline file in another folder names its functions from there", async () => {
  await using place = workplace();
  await place.write({
    "deep/p.json": JSON.stringify({ verifier: { type: "reward_function", reward: "r.mjs" } }),
    "deep/r.mjs": "export const reward = () => [0.25];",
  });
  const { out, err } = await place.run(["verify", "--config", "deep/p.json", "--prediction", "x", "--json"]);
  expect(JSON.parse(out), err).toMatchObject({ score: 0.25, is_correct: false });
});

test.each([
  ["[5]", { value: 5 }],
  ["[{ score: 5 }]", { value: { score: 5 } }],
  ["[{ score: 1, values: { part: 2 } }]", { error: { code: "out_of_range" } }],
  ["[{ scor: 1 }]", { error: { code: "not_a_score" } }],
  ["[null]", { value: null }],
])("a try of a reward %s leaves the scale open, and nothing else", async (rewards, expected) => {
  await using place = workplace();
  await place.write({ "r.mjs": `export const reward = () => ${rewards};` });
  const { out } = await place.run(["rewards", "test", "r.mjs", "--completion", "x", "--json"]);
  expect(JSON.parse(out).results).toMatchObject([expected]);
});

describe("a reward function behind an address", () => {
  let server: Server;
  let url: string;
  const heard: { readonly body: Json; readonly authorization: string | undefined }[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = "";
      request.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      request.on("end", () => {
        const body = JSON.parse(text);
        heard.push({ body, authorization: request.headers.authorization });
        const reply: Readonly<Record<string, string>> = {
          "/list": "[0.5]",
          "/rewards": '{"rewards": [0.5]}',
          "/two": "[0.5, 0.5]",
          "/text": '["0.5"]',
          "/none": "{}",
          "/cut": "[0.5",
          "/infinite": "[1e999]",
          "/deep": `[${"[".repeat(20_000)}${"]".repeat(20_000)}]`,
          "/both": '{"rewards": [0.5], "scores": [0]}',
          "/same": '{"rewards": [0.5], "scores": [0.5]}',
          "/no-error": '{"error": null, "rewards": [0.5]}',
          "/error": '{"error": {"message": "busy"}, "rewards": [0.5]}',
          "/echo": JSON.stringify([{ score: 0.5, explanation: request.headers.authorization ?? "" }]),
        };
        response.writeHead(reply[request.url ?? ""] === undefined ? 500 : 200, { "content-type": "application/json" });
        response.end(reply[request.url ?? ""] ?? '{"error": "the key sk-abcdefgh is wrong"}');
      });
    });
    await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((closed) => void server.close(closed)));

  test.each([
    ["/list", { value: 0.5 }],
    ["/rewards", { value: 0.5 }],
    ["/two", { error: { code: "not_a_score" } }],
    ["/text", { error: { code: "not_a_score" } }],
    ["/none", { error: { code: "not_a_score" } }],
    ["/cut", { error: { code: "bad_reply" } }],
    ["/fails", { error: { code: "transport" } }],
    ["/infinite", { error: { code: "out_of_range" } }],
    ["/deep", { error: { code: "not_a_score" } }],
    ["/both", { error: { code: "not_a_score", message: "`rewards` and `scores` of its reply differ" } }],
    ["/same", { value: 0.5 }],
    ["/no-error", { value: 0.5 }],
    ["/error", { error: { code: "exception", message: 'it answered with an error: {"message":"busy"}' } }],
  ])("%s", async (path, expected) => {
    await using place = workplace();
    await place.write({ "rows.jsonl": ROWS });
    const [run] = await scores(place, [{ type: "reward_function", name: "r", reward: `${url}${path}` }]);
    const rows = await rowsOf(place, run?.runId ?? "", "r");
    expect(rows).toMatchObject([expected, expected, expected]);
  });

  test("gets the columns as lists, and a key that stands nowhere", async () => {
    await using place = workplace();
    heard.length = 0;
    const variables = { MY_KEY: "sk-abcdefgh" };
    await place.run(["rewards", "add", "far", `${url}/fails`, "--key-env", "MY_KEY"], { variables });
    const words = ["rewards", "test", "far", "--prompt", "why?", "--completion", "Blue", "--column", 'n={"a":1}'];
    const { out } = await place.run([...words, "--json"], { variables });
    expect(heard).toEqual([
      { authorization: "Bearer sk-abcdefgh", body: { prompts: ["why?"], completions: ["Blue"], n: [{ a: 1 }] } },
    ]);
    expect(out).not.toContain("sk-abcdefgh");
    expect(out).toContain("[key]");
    expect((await place.run(words)).exitCode).toBe(2);
    expect((await place.run(["rewards", "list", "--json"])).out).not.toContain("sk-");
  });

  test("that repeats its key in an explanation gives it to nobody", async () => {
    await using place = workplace();
    const variables = { MY_KEY: "sk-a-key-of-usual-length" };
    await place.run(["rewards", "add", "echo", `${url}/echo`, "--key-env", "MY_KEY"], { variables });
    const { out } = await place.run(["rewards", "test", "echo", "--completion", "x", "--json"], { variables });
    expect(JSON.parse(out).results).toEqual([{ completion: "x", value: { score: 0.5, explanation: "Bearer [key]" } }]);
  });

  test("whose key is a part of common words leaves messages whole", async () => {
    await using place = workplace();
    const variables = { MY_KEY: "the" };
    await place.run(["rewards", "add", "short", `${url}/fails`, "--key-env", "MY_KEY"], { variables });
    const { out } = await place.run(["rewards", "test", "short", "--completion", "x", "--json"], { variables });
    expect(JSON.parse(out).results).toMatchObject([{ error: { message: expect.stringContaining("the provider") } }]);
  });

  test.each(["/text", "/infinite", "/deep", "/both"])(
    "a try of %s tells the error that an eval would",
    async (path) => {
      await using place = workplace();
      const words = ["rewards", "test", `${url}${path}`, "--completion", "x", "--json"];
      const { out, exitCode } = await place.run(words);
      expect([exitCode, JSON.parse(out).results]).toMatchObject([3, [{ error: { stage: "verifier" } }]]);
    },
  );
});

describeSandbox("a reward function in Python", () => {
  test("has the signature of trainers, and runs in the sandbox", async () => {
    await using place = workplace();
    await place.write({
      "rows.jsonl": ROWS,
      "r.py": [
        "import os",
        "def reward(prompts, completions, topic, ground_truth, **kwargs):",
        "    print(prompts)",
        "    if topic[0] == 'none': raise ValueError(os.environ.get('HOME'))",
        "    return [float(c.lower() == t) for c, t in zip(completions, ground_truth)]",
      ].join("\n"),
    });
    const [run] = await scores(place, [{ type: "reward_function", name: "r", reward: "r.py" }]);
    expect(await rowsOf(place, run?.runId ?? "", "r")).toMatchObject([
      { value: 1 },
      { value: 0 },
      { value: null, error: { code: "exception", message: expect.stringContaining("r.py:4: ValueError: None") } },
    ]);
  });
});
