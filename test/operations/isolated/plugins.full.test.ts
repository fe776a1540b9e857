import { describe, expect, test } from "vitest";
import { jsonl, type Workplace, workplace } from "../../doors/cli/command-line.ts";

const ROWS = jsonl(
  ["fine", "loop", "heap", "throw", "exit", "never", "long text"].map((output) => ({ output, label: "x" })),
);

const ACME = `
import { defineVerifier } from "veridic";

const state = { calls: 0 };
export const words = defineVerifier({
  type: "acme/words",
  summary: "So many words.",
  options: {
    entries: { mostWords: null },
    "~standard": {
      version: 1,
      vendor: "acme",
      validate: (value) =>
        typeof value.mostWords === "number" ? { value } : { issues: [{ message: "is no number", path: ["mostWords"] }] },
    },
  },
  aliases: { most: { to: "mostWords" } },
  create: ({ mostWords }) => async ({ output, metadata }, context) => {
    console.log("noise");
    if (output === "loop") for (;;) state.calls++;
    if (output === "heap") for (const all = []; ; ) all.push(new Array(100_000).fill(all.length));
    if (output === "throw") throw Object.assign(new Error("no dictionary"), { code: "NO_WORDS" });
    if (output === "exit") process.exit(0);
    if (output === "never") await new Promise(() => {});
    const words = output.split(" ").length;
    return { value: words <= mostWords ? 1 : 0, pass: words <= mostWords, values: { share: 0.5 }, metadata: { words } };
  },
});
`;

const POSTS = `
import { parentPort } from "node:worker_threads";
import { defineVerifier } from "veridic";

export const posts = defineVerifier({
  type: "acme/posts",
  summary: "Says more than it is asked.",
  create: () => ({ output }) => {
    for (const said of [null, { value: "1" }, { value: '{"value":1,"pass":true}' }]) parentPort?.postMessage(said);
    return Number(output);
  },
});
`;

const EVAL = {
  dataset: "rows.jsonl",
  plugins: [{ file: "./acme.ts", isolate: true, time_limit: 0.5, heap_mb: 32 }],
  scorers: [{ type: "acme/words", name: "words", most: 1 }],
};

async function evaluated(place: Workplace, eval_: object) {
  await place.write({ "rows.jsonl": ROWS, "acme.ts": ACME, "eval.json": JSON.stringify(eval_) });
  return place.run(["eval", "eval.json", "--json", "--quiet"]);
}

describe("an isolated plug-in", () => {
  test("loses the rows that it loses itself on, and no other, and can be rescored and resumed", async () => {
    await using place = workplace();
    const ran = await evaluated(place, EVAL);
    expect(ran.exitCode, ran.err).toBe(0);
    const { count, mean, errors, error_count } = JSON.parse(ran.out).scorers.words;
    expect({ count, mean, errors, error_count }).toEqual({
      count: 2,
      mean: 0.5,
      error_count: 5,
      errors: {
        "verifier:timeout": 2,
        "verifier:out_of_memory": 1,
        "verifier:no_words": 1,
        "verifier:exited": 1,
      },
    });
    const rows = (await place.run(["runs", "export", "latest"])).out.trim().split("\n");
    expect(JSON.parse(rows[0] ?? "").scores.words).toMatchObject({
      value: 1,
      pass: true,
      dimensions: { share: 0.5 },
      metadata: { words: 1 },
    });
    await place.write({
      "deep/s.json": JSON.stringify({ ...EVAL, plugins: [{ ...EVAL.plugins[0], file: "../acme.ts" }] }),
    });
    const rescored = await place.run(["runs", "rescore", "latest", "--scorers", "deep/s.json", "--json"]);
    expect(JSON.parse(rescored.out).scorers.words, rescored.err).toMatchObject({ count: 2, error_count: 5 });
    const resumed = await place.run(["runs", "resume", "latest", "--json"]);
    expect(JSON.parse(resumed.out).scorers.words, resumed.err).toMatchObject({ count: 2, error_count: 5 });
  });

  test("that posts messages of its own shifts no score and takes no row down", async () => {
    await using place = workplace();
    await place.write({
      "rows.jsonl": jsonl(["0", "1", "0.5"].map((output) => ({ output }))),
      "acme.ts": POSTS,
      "eval.json": JSON.stringify({ ...EVAL, scorers: [{ type: "acme/posts", name: "posts" }] }),
    });
    const ran = await place.run(["eval", "eval.json", "--json", "--quiet"]);
    expect(ran.exitCode, ran.err).toBe(0);
    expect(JSON.parse(ran.out).scorers.posts).toMatchObject({ count: 3, error_count: 0, mean: 0.5 });
    const exported = (await place.run(["runs", "export", "latest"])).out.trim().split("\n");
    const scored = exported.map((line) => JSON.parse(line)).map(({ output, scores }) => [output, scores.posts.value]);
    expect(Object.fromEntries(scored)).toEqual({ "0": 0, "1": 1, "0.5": 0.5 });
  });

  test.each([
    ["an option that its schema does not know", { scorers: [{ type: "acme/words", mots: 1 }] }, "unknown_option"],
    ["an option of a wrong value", { scorers: [{ type: "acme/words", most: "many" }] }, "wrong_value"],
    ["a setting of its entry that is none", { plugins: [{ file: "acme.ts", isolated: true }] }, "unknown_option"],
    ["a file that is not there", { plugins: [{ file: "none.ts", isolate: true }] }, "missing_file"],
    ["a file that does not load", { plugins: [{ file: "bad.ts", isolate: true }] }, "module_failed"],
    ["a file without a plug-in", { plugins: [{ file: "plain.ts", isolate: true }] }, "not_a_plugin"],
    ["a file with an extractor", { plugins: [{ file: "extractor.ts", isolate: true }] }, "not_isolated"],
  ])("%s is refused before the first row", async (_why, more, code) => {
    await using place = workplace();
    await place.write({
      "bad.ts": "throw new Error('no');",
      "plain.ts": "export const x = 1;",
      "extractor.ts":
        'import { defineExtractor } from "veridic";\n' +
        'export const e = defineExtractor({ type: "acme/e", summary: "", create: () => (text) => text });',
    });
    const { exitCode, out } = await evaluated(place, { ...EVAL, ...more });
    expect([exitCode, JSON.parse(out).error.code]).toEqual([2, code]);
  });

  test("an entry without isolate is the file alone", async () => {
    await using place = workplace();
    const { exitCode, out } = await evaluated(place, {
      ...EVAL,
      dataset: { path: "rows.jsonl", limit: 1 },
      plugins: [{ file: "acme.ts" }],
    });
    expect([exitCode, JSON.parse(out).scorers.words.mean]).toEqual([0, 1]);
  });
});
