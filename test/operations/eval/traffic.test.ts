import { expect, test } from "vitest";
import { type ModelServerOptions, startModelServer } from "../../../src/testing/model-server.ts";
import { jsonl, type Workplace, workplace } from "../../doors/cli/command-line.ts";

interface Summary {
  readonly status: string;
  readonly samples: number;
  readonly warnings: readonly string[];
  readonly usage: Readonly<Record<"candidate" | "judge", { readonly calls: number; readonly cost_usd: number | null }>>;
  readonly scorers: Readonly<
    Record<string, { readonly mean: number | null; readonly count: number; readonly errors: object }>
  >;
}

interface Trial {
  readonly place: Workplace;
  readonly server: Awaited<ReturnType<typeof startModelServer>>;
  /** An eval of so many rows that asks the server, with more keys. */
  evaluate(rows: number, config: object, ...flags: string[]): Promise<Evaluated>;
}

interface Evaluated {
  readonly exitCode: number;
  readonly err: string;
  readonly summary: Summary;
}

async function trial(options: ModelServerOptions, work: (trial: Trial) => Promise<void>): Promise<void> {
  await using place = workplace();
  const server = await startModelServer(options);
  const evaluate: Trial["evaluate"] = async (rows, config, ...flags) => {
    const file = {
      dataset: "rows.jsonl",
      deployments: { served: { base_url: `${server.url}/v1`, model: "m" } },
      model: "deployment:served",
      prompt: "{{question}}",
      scorers: [{ type: "length", name: "said", min: 1 }],
      ...config,
    };
    const lines = Array.from({ length: rows }, (_, row) => ({ id: `r${row}`, question: `row ${row}`, output: "said" }));
    await place.write({ "rows.jsonl": jsonl(lines), "eval.json": JSON.stringify(file) });
    const { exitCode, out, err } = await place.run(["eval", "eval.json", ...flags, "--json"]);
    return { exitCode, err, summary: JSON.parse(out) as Summary };
  };
  try {
    await work({ place, server, evaluate });
  } finally {
    await server.close();
  }
}

/** The server counts four characters as a token. */
const HUNDRED_TOKENS = "yes ".repeat(100);

/** Milliseconds between requests, as they came. */
function gaps({ server }: Trial): readonly number[] {
  const times = server.requests.map(({ at }) => at).sort((a, b) => a - b);
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

test("a provider is asked no more at once than its limit says, whatever the run's concurrency", () =>
  trial({ latencyMs: 30 }, async (one) => {
    await one.evaluate(5, { limits: { "deployment:served": { concurrency: 1 } } }, "--concurrency", "5");
    expect(Math.min(...gaps(one))).toBeGreaterThanOrEqual(25);
  }));

test("a limit of requests a minute holds for judges with retries of their own too", () =>
  trial({ answer: () => '{"score": 1}' }, async (one) => {
    const judge = (retries: number) => ({
      type: "llm_judge",
      name: `judge_${retries}`,
      model: "deployment:served",
      rubric: "good",
      max_retries: retries,
    });
    await one.evaluate(1, {
      scorers: [judge(1), judge(2), judge(3)],
      limits: { "deployment:served": { requests_per_minute: 120 } },
    });
    // Two at once, then one each half second.
    expect(one.server.requests).toHaveLength(4);
    expect(gaps(one).reduce((sum, gap) => sum + gap, 0)).toBeGreaterThanOrEqual(900);
  }));

test("a limit of tokens a minute holds calls back by what they may use", () =>
  trial({ latencyMs: 300 }, async (one) => {
    const limits = { "deployment:served": { tokens_per_minute: 60_000 } };
    await one.evaluate(2, { limits, max_tokens: 600 });
    expect(Math.min(...gaps(one))).toBeGreaterThanOrEqual(150);
  }));

test("a call that does not answer in time is sent again as often as the eval says, and is an error then", () =>
  trial({ misbehave: () => ({ kind: "hang" }) }, async ({ evaluate, server }) => {
    const { summary } = await evaluate(2, { timeout: 0.05, max_retries: 1, retry_delay: 0.001 });
    expect(summary.scorers["said"]).toMatchObject({ count: 0, errors: { "inference:timeout": 2 } });
    expect(server.requests).toHaveLength(4);
  }));

test("no retries means one request each", () =>
  trial({ misbehave: () => ({ kind: "status", status: 500 }) }, async ({ evaluate, server }) => {
    const { summary } = await evaluate(3, { max_retries: 0 });
    expect(summary.scorers["said"]).toMatchObject({ count: 0, errors: { "inference:transport": 3 } });
    expect(server.requests).toHaveLength(3);
  }));

test("the deadline ends a call that would be tried for long", () =>
  trial({ misbehave: () => ({ kind: "hang" }) }, async ({ evaluate }) => {
    const { summary } = await evaluate(1, { timeout: 0.1, max_retries: 1_000, retry_delay: 0.001, deadline: 0.5 });
    expect(summary.scorers["said"]).toMatchObject({ count: 0, errors: { "inference:timeout": 1 } });
  }));

test("a budget of cost is not passed by calls that are under way together", () =>
  trial({ latencyMs: 20, answer: () => HUNDRED_TOKENS }, async ({ evaluate, place, server }) => {
    const config = { max_tokens: 100, prices: { "deployment:served": { input: 0, output: 100 } } };
    const { exitCode, summary, err } = await evaluate(20, config, "--max-cost", "0.055", "--concurrency", "16");
    expect(exitCode).toBe(0);
    expect(summary).toMatchObject({ status: "partial", samples: 5, usage: { candidate: { calls: 5 } } });
    expect(summary.usage.candidate.cost_usd).toBeCloseTo(0.05, 10);
    expect(server.requests).toHaveLength(5);
    expect(err).toMatch(/ends early: \$0\.05 of the budget of \$0\.055 are spent/);
    const resumed = JSON.parse((await place.run(["runs", "resume", "latest", "--json"])).out) as Summary;
    expect(resumed).toMatchObject({ status: "complete", samples: 20 });
    expect(server.requests).toHaveLength(20);
  }));

test("a retry mends the errors of a run that a budget ended, and does not call it complete", () =>
  trial(
    { misbehave: ({ index }) => (index === 0 ? { kind: "status", status: 400 } : null) },
    async ({ evaluate, place, server }) => {
      const ended = await evaluate(5, {}, "--max-calls", "2", "--concurrency", "1");
      expect(ended.summary).toMatchObject({ status: "partial", samples: 2 });
      const retried = await place.run(["runs", "retry", "latest", "--json"]);
      const mended = JSON.parse(retried.out) as Summary;
      expect(mended).toMatchObject({ status: "partial", samples: 2, scorers: { said: { count: 2, errors: {} } } });
      expect(retried.err).toContain("veridic runs resume");
      const resumed = JSON.parse((await place.run(["runs", "resume", "latest", "--json"])).out) as Summary;
      expect(resumed).toMatchObject({ status: "complete", samples: 5 });
      expect(server.requests).toHaveLength(6);
    },
  ));

test("what was paid for is told, of answers too that the run did not get to score", () =>
  trial({ answer: () => "CORRECT" }, async ({ evaluate }) => {
    const judge = { type: "openai", name: "judge", model: "deployment:served" };
    const config = { fields: { target: "question" }, scorers: [judge], max_retries: 0 };
    const { exitCode, summary } = await evaluate(1, config, "--max-calls", "1");
    expect(exitCode).toBe(0);
    expect(summary).toMatchObject({ status: "partial", samples: 0, usage: { candidate: { calls: 1 } } });
  }));

test("a person is told what was asked and what it cost, of the model and of judges apart", () =>
  trial({ answer: () => "CORRECT" }, async ({ evaluate, place }) => {
    const prices = { "deployment:served": { input: 0, output: 100 } };
    const judge = { type: "openai", name: "judge", model: "mock:CORRECT" };
    await evaluate(2, { fields: { target: "question" }, scorers: [judge], prices });
    const { out } = await place.run(["runs", "show", "latest"]);
    expect(out).toMatch(/deployment:served: 2 calls, \d+ tokens in, 4 out, \$0\.00040\n/);
    expect(out).toMatch(/judges: 2 calls, [\d,]+ tokens in, 4 out, \$0\.0000\n/);
  }));

test("cut answers are counted among all epochs", () =>
  trial(
    { answer: (_, { index }) => ({ text: "said", finishReason: index % 2 === 0 ? "length" : "stop" }) },
    async ({ evaluate }) => {
      const { summary } = await evaluate(2, { epochs: 4 }, "--concurrency", "1");
      expect(summary.usage.candidate.calls).toBe(8);
      expect(summary.warnings).toEqual([expect.stringContaining("4 of 8 answers were cut")]);
    },
  ));

test("a budget that a judge spends ends the run: what could not be judged is no error, and no verdict of the rules", () =>
  trial({ answer: () => '{"score": 1}' }, async ({ evaluate, place, server }) => {
    const judge = { type: "llm_judge", model: "deployment:served", rubric: "good" };
    const chain = { type: "composite", name: "chain", verifiers: [{ type: "exact_match" }, judge] };
    const config = {
      model: undefined,
      prompt: undefined,
      fields: { target: "question" },
      scorers: [chain],
    };
    const { exitCode, summary } = await evaluate(9, config, "--max-calls", "4", "--concurrency", "3");
    expect(exitCode).toBe(0);
    expect(summary).toMatchObject({ status: "partial", samples: 4, usage: { judge: { calls: 4 } } });
    expect(summary.scorers["chain"]).toMatchObject({ count: 4, mean: 1, errors: {} });
    const resumed = JSON.parse((await place.run(["runs", "resume", "latest", "--json"])).out) as Summary;
    expect(resumed).toMatchObject({ status: "complete", samples: 9 });
    expect(resumed.scorers["chain"]).toMatchObject({ count: 9, mean: 1 });
    expect(server.requests).toHaveLength(9);
  }));

test("replies that should tell their cost and do not are told of, as no limit can count them", () =>
  trial({}, async ({ evaluate, server, place }) => {
    await place.write({ ".env": "K=key-4711\n" });
    const served = { provider: "openrouter", base_url: server.url, model: "m", api_key_env: "K" };
    const { exitCode, err, summary } = await evaluate(2, { deployments: { served } }, "--max-cost", "1");
    expect(exitCode).toBe(0);
    expect(summary.usage.candidate).toMatchObject({ calls: 2, cost_usd: null });
    expect(err.match(/replies of deployment:served told no cost/g)).toHaveLength(1);
  }));

test("prices of a file beside the eval file count, wherever the command runs", () =>
  trial({ answer: () => HUNDRED_TOKENS }, async ({ place, server }) => {
    await place.write({
      "evals/prices.json": JSON.stringify({ "deployment:served": { input: 0, output: 100 } }),
      "evals/eval.json": JSON.stringify({
        data: [{ question: "?" }],
        deployments: { served: { base_url: server.url, model: "m" } },
        model: "deployment:served",
        prompt: "{{question}}",
        prices: "prices.json",
        scorers: [{ type: "length", name: "said", min: 1 }],
      }),
    });
    const { out } = await place.run(["eval", "evals/eval.json", "--json"]);
    expect((JSON.parse(out) as Summary).usage.candidate.cost_usd).toBeCloseTo(0.01, 10);
  }));

test.each([
  [
    "a limit of cost for a model of unknown price",
    {},
    ["--max-cost", "1"],
    ["model", "price", "prices:", "--max-calls"],
  ],
  [
    "a limit of cost for a judge of unknown price",
    { model: "mock:x", scorers: [{ type: "llm_judge", model: "deployment:served", rubric: "good" }] },
    ["--max-cost", "1"],
    ["scorers[0].model", "price"],
  ],
  ["a file of prices that is not there", { prices: "none.json" }, [], ["none.json"]],
  ["a price of an unknown provider", { prices: { "opnai:x": {} } }, [], ['did you mean "openai"']],
  ["an unknown limit", { limits: { openai: { rpm: 5 } } }, [], ["limits.openai", "rpm", "requests_per_minute"]],
  ["a limit of an unknown deployment", { limits: { "deployment:serve": {} } }, [], ['did you mean "served"']],
  ["a timeout of nothing", { timeout: 0 }, [], ["timeout"]],
  ["half a retry", { max_retries: 0.5 }, [], ["max_retries"]],
  ["a misspelt key", { max_retrys: 1 }, [], ['did you mean "max_retries"']],
  ["a cache that is no yes or no", { cache: "yes" }, [], ["cache", "true or false"]],
] as const)("%s is refused before anything is sent", (_, config, flags, says) =>
  trial({}, async ({ evaluate, server }) => {
    const { exitCode, err } = await evaluate(1, config, ...flags);
    for (const part of says) expect(err).toContain(part);
    expect(exitCode).toBe(2);
    expect(server.requests).toHaveLength(0);
  }),
);
