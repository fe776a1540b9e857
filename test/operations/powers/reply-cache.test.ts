import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Engine from "libsql";
import { expect, test } from "vitest";
import { openStore } from "../../../src/store/open.ts";
import { startModelServer } from "../../../src/testing/model-server.ts";
import { jsonl, type Workplace, workplace } from "../../doors/cli/command-line.ts";

interface Usage {
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_usd: number | null;
  readonly cached_replies?: number;
}

interface Summary {
  readonly run_id: string;
  readonly status: string;
  readonly usage: { readonly candidate: Usage; readonly judge: Usage };
  readonly scorers: Readonly<Record<string, { readonly mean: number | null; readonly errors: object }>>;
}

interface Reply {
  readonly cached: boolean;
  readonly latency_ms: number;
  readonly usage: Usage;
}

const rows = jsonl([
  { id: "a", question: "one" },
  { id: "b", question: "two" },
  { id: "c", question: "three" },
]);

function evalFile(url: string, more: object = {}): string {
  return JSON.stringify({
    dataset: "rows.jsonl",
    deployments: { served: { base_url: `${url}/v1`, model: "m", api_key_env: "SERVED_KEY" } },
    prices: { "deployment:served": { input: 1, output: 1 } },
    model: "deployment:served",
    prompt: "{{question}}",
    scorers: [{ type: "length", name: "said", min: 1 }],
    cache: true,
    ...more,
  });
}

async function ran(place: Workplace, ...argv: string[]): Promise<Summary> {
  const { out, err } = await place.run([...argv, "--json"]);
  if (out === "") throw new Error(err);
  return JSON.parse(out) as Summary;
}

/** What a run kept, in the order of rows and epochs. */
async function keptOf(place: Workplace, run: string): Promise<readonly { output: string | null; reply: Reply }[]> {
  const store = await openStore(join(place.folder, ".veridic/veridic.db"));
  const kept: { output: string | null; reply: Reply }[] = [];
  for await (const { output, reply } of store.samples(run)) kept.push({ output, reply: reply as unknown as Reply });
  await store.close();
  return kept;
}

const key = "served-key-4711";

test("three rows of five epochs are asked once; a second run asks nothing and is the same; one character asks five", async () => {
  await using place = workplace();
  let count = 0;
  const server = await startModelServer({ answer: () => `answer ${count++}`, latencyMs: 30 });
  try {
    const config = evalFile(server.url, { epochs: 5 });
    await place.write({ ".env": `SERVED_KEY=${key}\n`, "rows.jsonl": rows, "eval.json": config });

    const first = await ran(place, "eval", "eval.json");
    expect(server.requests).toHaveLength(15);
    expect(first.usage.candidate).toMatchObject({ calls: 15 });
    expect(first.usage.candidate.cached_replies).toBeUndefined();
    expect(first.usage.candidate.cost_usd).toBeGreaterThan(0);
    const asked = await keptOf(place, first.run_id);
    expect(new Set(asked.map(({ output }) => output)).size).toBe(15);

    const second = await ran(place, "eval", "eval.json", "--max-calls", "1", "--max-cost", "0");
    expect(server.requests).toHaveLength(15);
    expect(second.status).toBe("complete");
    expect(second.usage.candidate).toEqual({
      calls: 0,
      input_tokens: 0,
      cached_tokens: 0,
      output_tokens: 0,
      reasoning_tokens: 0,
      cost_usd: null,
      cached_replies: 15,
    });
    const again = await keptOf(place, second.run_id);
    expect(again.map(({ output }) => output)).toEqual(asked.map(({ output }) => output));
    expect(again.map(({ reply }) => reply.cached)).toEqual(again.map(() => true));
    expect(again.map(({ reply }) => reply.latency_ms)).toEqual(asked.map(({ reply }) => reply.latency_ms));
    expect(asked.every(({ reply }) => reply.latency_ms >= 25)).toBe(true);
    expect(again.map(({ reply }) => reply.usage)).toEqual(asked.map(({ reply }) => reply.usage));

    await place.write({ "rows.jsonl": rows.replace("three", "three!") });
    const third = await ran(place, "eval", "eval.json");
    expect(server.requests).toHaveLength(20);
    expect(third.usage.candidate).toMatchObject({ calls: 5, cached_replies: 10 });

    for (const name of readdirSync(join(place.folder, ".veridic"))) {
      expect(readFileSync(join(place.folder, ".veridic", name)).includes(key), name).toBe(false);
    }
  } finally {
    await server.close();
  }
});

test("nothing is kept, and nothing found, without being asked for", async () => {
  await using place = workplace();
  const server = await startModelServer({ answer: () => "yes" });
  try {
    const { url } = server;
    await place.write({
      ".env": `SERVED_KEY=${key}\n`,
      "rows.jsonl": rows,
      "eval.json": evalFile(url, { cache: false }),
    });
    await ran(place, "eval", "eval.json");
    await place.write({ "eval.json": evalFile(url) });
    await ran(place, "eval", "eval.json");
    expect(server.requests).toHaveLength(6);
    await place.write({ "eval.json": evalFile(url, { cache: false }) });
    await ran(place, "eval", "eval.json");
    expect(server.requests).toHaveLength(9);
  } finally {
    await server.close();
  }
});

test("whatever shapes the answer asks anew: a setting, the model, the address, a header; a new key does not", async () => {
  await using place = workplace();
  const server = await startModelServer({ answer: () => "yes" });
  try {
    const { url } = server;
    const served = { base_url: `${url}/v1`, model: "m", api_key_env: "SERVED_KEY" };
    const changes: readonly (readonly [object, number])[] = [
      [{}, 3],
      [{}, 3],
      [{ temperature: 0 }, 6],
      [{ temperature: 0, max_tokens: 5 }, 9],
      [{ seed: 1 }, 12],
      [{ stop: ["x"] }, 15],
      [{ system: "Be short." }, 18],
      [{ deployments: { served: { ...served, model: "n" } } }, 21],
      [{ deployments: { served: { ...served, base_url: `${url}/other/v1` } } }, 24],
      [{ deployments: { served: { ...served, headers: { "x-version": "2" } } } }, 27],
      [{ deployments: { served: { ...served, api_key_env: "OTHER_KEY" } } }, 27],
      [{ name: "other", scorers: [{ type: "length", name: "more", min: 2 }] }, 27],
    ];
    await place.write({ ".env": `SERVED_KEY=${key}\nOTHER_KEY=k2\n`, "rows.jsonl": rows });
    for (const [change, requests] of changes) {
      await place.write({ "eval.json": evalFile(url, change) });
      await ran(place, "eval", "eval.json");
      expect(server.requests.length, JSON.stringify(change)).toBe(requests);
    }
  } finally {
    await server.close();
  }
});

test("a judge's replies are kept too, and rescoring with another judge asks for its own alone", async () => {
  await using place = workplace();
  const server = await startModelServer({ answer: (prompt) => (prompt.length < 10 ? "blue" : '{"score": 1}') });
  try {
    const judge = (rubric: string) => ({ type: "llm_judge", name: "judge", model: "deployment:served", rubric });
    const config = evalFile(server.url, { scorers: [judge("Is it blue?")] });
    await place.write({ ".env": `SERVED_KEY=${key}\n`, "rows.jsonl": rows, "eval.json": config });
    const first = await ran(place, "eval", "eval.json");
    expect(first.usage).toMatchObject({ candidate: { calls: 3 }, judge: { calls: 3 } });
    const second = await ran(place, "eval", "eval.json");
    expect(second.usage).toMatchObject({
      candidate: { calls: 0, cached_replies: 3 },
      judge: { calls: 0, cached_replies: 3 },
    });
    expect(second.usage.judge).toMatchObject({ input_tokens: 0, output_tokens: 0 });
    expect(second.scorers["judge"]?.mean).toBe(1);
    expect(server.requests).toHaveLength(6);
    await place.write({ "scorers.json": JSON.stringify([judge("Is it green?")]) });
    await ran(place, "runs", "rescore", "latest", "--scorers", "scorers.json");
    await ran(place, "runs", "rescore", "latest", "--scorers", "scorers.json");
    expect(server.requests).toHaveLength(9);
  } finally {
    await server.close();
  }
});

test("a retry asks again for what broke, and what comes replaces what was kept", async () => {
  await using place = workplace();
  let readable = false;
  const server = await startModelServer({
    answer: (prompt) => (prompt.length < 10 ? "blue" : readable ? '{"score": 1}' : "well, who knows"),
  });
  try {
    const scorers = [{ type: "llm_judge", name: "judge", model: "deployment:served", rubric: "Is it blue?" }];
    const config = evalFile(server.url, { scorers });
    await place.write({ ".env": `SERVED_KEY=${key}\n`, "rows.jsonl": rows, "eval.json": config });
    expect((await ran(place, "eval", "eval.json")).scorers["judge"]?.errors).toEqual({ "judge:unparsable": 3 });
    readable = true;
    const sent = server.requests.length;
    expect((await ran(place, "runs", "retry", "latest")).scorers["judge"]).toMatchObject({ mean: 1, errors: {} });
    expect(server.requests).toHaveLength(sent + 3);
    expect((await ran(place, "eval", "eval.json")).scorers["judge"]).toMatchObject({ mean: 1, errors: {} });
    expect(server.requests).toHaveLength(sent + 3);
  } finally {
    await server.close();
  }
});

test("rows of the cache that are damaged or of another form are asked for again", async () => {
  await using place = workplace();
  const server = await startModelServer({ answer: () => "yes" });
  try {
    await place.write({ ".env": `SERVED_KEY=${key}\n`, "rows.jsonl": rows, "eval.json": evalFile(server.url) });
    await ran(place, "eval", "eval.json");
    const engine = new Engine(join(place.folder, ".veridic/veridic.db"));
    engine.exec(`UPDATE replies SET reply = '{"text": "ye' WHERE rowid = 1;
      UPDATE replies SET reply = '{"text": 5, "version": 9}' WHERE rowid = 2`);
    engine.close();
    const summary = await ran(place, "eval", "eval.json");
    expect(summary).toMatchObject({ status: "complete", usage: { candidate: { calls: 2, cached_replies: 1 } } });
    expect(server.requests).toHaveLength(5);
    await ran(place, "eval", "eval.json");
    expect(server.requests).toHaveLength(5);
  } finally {
    await server.close();
  }
});

test("failures are not kept", async () => {
  await using place = workplace();
  let broken = true;
  const server = await startModelServer({
    answer: () => "yes",
    misbehave: () => (broken ? { kind: "status", status: 400 } : null),
  });
  try {
    await place.write({ ".env": `SERVED_KEY=${key}\n`, "rows.jsonl": rows, "eval.json": evalFile(server.url) });
    expect((await ran(place, "eval", "eval.json")).usage.candidate.calls).toBe(0);
    broken = false;
    expect((await ran(place, "eval", "eval.json")).usage.candidate.calls).toBe(3);
  } finally {
    await server.close();
  }
});
