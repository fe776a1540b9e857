import { expect, test } from "vitest";
import { type ModelServerOptions, startModelServer } from "../../../src/testing/model-server.ts";
import { jsonl, type Workplace, workplace } from "../../doors/cli/command-line.ts";

interface Summary {
  readonly run_id: string;
  readonly status: string;
  readonly samples: number;
  readonly stopped?: { readonly by: string; readonly reason: string };
  readonly usage: Readonly<Record<"candidate" | "judge", { readonly calls: number }>>;
  readonly scorers: Readonly<Record<string, { readonly count: number; readonly error_count: number; errors: object }>>;
}

interface Refused {
  readonly place: Workplace;
  readonly server: Awaited<ReturnType<typeof startModelServer>>;
  run(...argv: string[]): Promise<{ readonly exitCode: number; readonly err: string; readonly summary: Summary }>;
}

const CONCURRENCY = 8;
const ROWS = 100;

/** Rows with an output of their own too, so that they can be scored without a model. */
async function refused(options: ModelServerOptions, work: (one: Refused) => Promise<void>): Promise<void> {
  await using place = workplace();
  const server = await startModelServer(options);
  const rows = Array.from({ length: ROWS }, (_, row) => ({ id: `r${row}`, question: `row ${row}`, label: "x" }));
  await place.write({ "rows.jsonl": jsonl(rows) });
  try {
    await work({
      place,
      server,
      run: async (...argv) => {
        const { exitCode, out, err } = await place.run([...argv, "--concurrency", `${CONCURRENCY}`, "--json"]);
        return { exitCode, err, summary: JSON.parse(out) as Summary };
      },
    });
  } finally {
    await server.close();
  }
}

const asking = (url: string, more: object = {}) =>
  JSON.stringify({
    dataset: "rows.jsonl",
    deployments: { served: { base_url: `${url}/v1`, model: "m" } },
    model: "deployment:served",
    prompt: "{{question}}",
    scorers: [{ type: "length", name: "said", min: 1 }],
    ...more,
  });

const judging = (url: string, more: object = {}) =>
  JSON.stringify({
    dataset: "rows.jsonl",
    deployments: { judge: { base_url: `${url}/v1`, model: "m" } },
    output_field: "question",
    scorers: [{ type: "openai", name: "judged", model: "deployment:judge" }],
    ...more,
  });

test.each([
  ["a model that is not there", 404, "there is no such model"],
  ["an account without credit", 402, "quota or credit is used up"],
])("%s ends the run partial after few calls, and no row is an error by it", async (_, status, says) => {
  await refused({ misbehave: () => ({ kind: "status", status }) }, async ({ place, server, run }) => {
    await place.write({ "eval.json": asking(server.url) });
    const { exitCode, err, summary } = await run("eval", "eval.json");
    expect(exitCode).toBe(3);
    expect(summary).toMatchObject({ status: "partial", samples: 0, stopped: { by: "refusal" } });
    expect(summary.scorers["said"]).toMatchObject({ count: 0, error_count: 0, errors: {} });
    expect(server.requests.length).toBeLessThanOrEqual(CONCURRENCY + 2);
    const lines = err.split("\n").filter((line) => line.includes(says));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`veridic runs resume ${summary.run_id}`);
  });
});

test("once the key is mended, resume asks for all rows", async () => {
  let mended = false;
  const misbehave = () => (mended ? null : ({ kind: "status", status: 401 } as const));
  await refused({ misbehave }, async ({ place, server, run }) => {
    await place.write({ "eval.json": asking(server.url) });
    await run("eval", "eval.json");
    const again = await run("runs", "resume", "latest");
    expect(again).toMatchObject({ exitCode: 3, summary: { status: "partial", samples: 0 } });
    expect(server.requests.length).toBeLessThanOrEqual(2 * (CONCURRENCY + 2));
    mended = true;
    const before = server.requests.length;
    const whole = await run("runs", "resume", "latest");
    expect(whole).toMatchObject({ exitCode: 0, summary: { status: "complete", samples: ROWS } });
    expect(whole.summary.stopped).toBeUndefined();
    expect(server.requests.length - before).toBe(ROWS);
  });
});

test("credit that is used up in the middle ends the run, and what was answered is kept", async () => {
  let credit = 30;
  const misbehave = () => (credit-- > 0 ? null : ({ kind: "status", status: 402 } as const));
  await refused({ misbehave }, async ({ place, server, run }) => {
    await place.write({ "eval.json": asking(server.url) });
    const { exitCode, summary } = await run("eval", "eval.json");
    expect(exitCode).toBe(3);
    expect(summary).toMatchObject({ status: "partial", samples: 30, scorers: { said: { count: 30, error_count: 0 } } });
    expect(server.requests.length).toBeLessThanOrEqual(30 + 4 * CONCURRENCY + 10);
    credit = ROWS;
    const whole = await run("runs", "resume", "latest");
    expect(whole.summary).toMatchObject({ status: "complete", samples: ROWS, usage: { candidate: { calls: ROWS } } });
  });
});

test("a few refused rows among answered ones are errors of their rows", async () => {
  const misbehave = ({ index }: { readonly index: number }) =>
    index % 10 === 0 ? ({ kind: "status", status: 403 } as const) : null;
  await refused({ misbehave }, async ({ place, server, run }) => {
    await place.write({ "eval.json": asking(server.url) });
    const { exitCode, summary } = await run("eval", "eval.json");
    expect(exitCode).toBe(0);
    expect(summary).toMatchObject({ status: "complete", samples: ROWS });
    expect(summary.scorers["said"]).toMatchObject({ count: 90, errors: { "inference:auth": 10 } });
    expect(server.requests).toHaveLength(ROWS);
    // They are stored as what they are: a retry finds them.
    const retried = await run("runs", "retry", "latest");
    expect(retried.summary.scorers["said"]).toMatchObject({ count: 99, errors: { "inference:auth": 1 } });
  });
});

test("so few rows that nothing can be told from them are errors", () =>
  refused({ key: "another" }, async ({ place, server, run }) => {
    await place.write({ "eval.json": asking(server.url) });
    const { exitCode, summary } = await run("eval", "eval.json", "--limit", "2");
    expect(exitCode).toBe(3);
    expect(summary).toMatchObject({ status: "complete", scorers: { said: { errors: { "inference:auth": 2 } } } });
  }));

test("a run that fits into one volley is not complete where all of it was refused", () =>
  refused({ key: "another" }, async ({ place, server, run }) => {
    await place.write({ "eval.json": asking(server.url) });
    const { exitCode, summary } = await run("eval", "eval.json", "--limit", "5");
    expect(exitCode).toBe(3);
    expect(summary).toMatchObject({ status: "partial", samples: 0 });
    expect(summary.stopped?.reason).toContain("all 5 calls of deployment:served were refused");
    expect(server.requests).toHaveLength(5);
  }));

test("a judge that is refused ends the run, and the answers that it was to judge are kept", async () => {
  let mended = false;
  const misbehave = ({ model }: { readonly model: string }) =>
    model === "m" || mended ? null : ({ kind: "status", status: 401 } as const);
  await refused({ answer: () => "CORRECT", misbehave }, async ({ place, server, run }) => {
    const endpoint = (model: string) => ({ base_url: `${server.url}/v1`, model });
    const deployments = { served: endpoint("m"), judge: endpoint("j") };
    const scorers = [{ type: "openai", name: "judged", model: "deployment:judge" }];
    await place.write({ "eval.json": asking(server.url, { deployments, scorers }) });
    const { exitCode, summary } = await run("eval", "eval.json");
    expect(exitCode).toBe(3);
    expect(summary).toMatchObject({ status: "partial", samples: 0, stopped: { by: "refusal" } });
    const judged = server.requests.filter(({ model }) => model === "j");
    expect(judged.length).toBeLessThanOrEqual(CONCURRENCY + 2);
    expect(server.requests.length).toBeLessThanOrEqual(4 * CONCURRENCY);
    mended = true;
    const whole = await run("runs", "resume", "latest");
    expect(whole.summary).toMatchObject({ status: "complete", scorers: { judged: { count: ROWS, error_count: 0 } } });
    expect(whole.summary.usage).toMatchObject({ candidate: { calls: ROWS }, judge: { calls: ROWS } });
    expect(server.requests.filter(({ model }) => model === "m")).toHaveLength(ROWS);
  });
});

test("a refused judge within a chain is not passed over for the next one", () =>
  refused({ key: "another" }, async ({ place, server, run }) => {
    const verifiers = [
      { type: "exact_match" },
      { type: "openai", model: "deployment:judge" },
      { type: "openai", model: "mock:CORRECT" },
    ];
    const scorers = [{ type: "composite", name: "judged", verifiers }];
    await place.write({ "eval.json": judging(server.url, { scorers }) });
    const { exitCode, summary } = await run("eval", "eval.json");
    expect(exitCode).toBe(3);
    expect(summary).toMatchObject({ status: "partial", samples: 0 });
    expect(server.requests.length).toBeLessThanOrEqual(CONCURRENCY + 2);
  }));

test("a rescore by a judge that is refused ends partial, and can be resumed", async () => {
  let mended = false;
  const misbehave = () => (mended ? null : ({ kind: "status", status: 404 } as const));
  await refused({ answer: () => "CORRECT", misbehave }, async ({ place, server, run }) => {
    await place.write({
      "eval.json": judging(server.url, { scorers: [{ type: "length", name: "said", min: 1 }] }),
      "s.json": JSON.stringify([{ type: "openai", name: "judged", model: "deployment:judge" }]),
    });
    await run("eval", "eval.json");
    const { exitCode, err, summary } = await run("runs", "rescore", "latest", "--scorers", "s.json");
    expect(exitCode).toBe(3);
    expect(err).toContain("there is no such model");
    expect(summary).toMatchObject({ status: "partial", samples: 0, stopped: { by: "refusal" } });
    expect(server.requests.length).toBeLessThanOrEqual(CONCURRENCY + 2);
    mended = true;
    const whole = await run("runs", "resume", "latest");
    expect(whole).toMatchObject({ exitCode: 0, summary: { status: "complete", samples: ROWS } });
    expect(whole.summary.scorers["judged"]).toMatchObject({ count: ROWS, error_count: 0 });
  });
});

test("a retry of rows that are refused again leaves them as they were", async () => {
  let status = 400;
  await refused({ misbehave: () => ({ kind: "status", status }) }, async ({ place, server, run }) => {
    await place.write({ "eval.json": asking(server.url) });
    const first = await run("eval", "eval.json");
    expect(first.summary.scorers["said"]).toMatchObject({ errors: { "inference:bad_request": ROWS } });
    status = 401;
    const { exitCode, err, summary } = await run("runs", "retry", "latest");
    expect(exitCode).toBe(3);
    expect(err).toContain("veridic runs retry");
    expect(summary.scorers["said"]).toMatchObject({ errors: { "inference:bad_request": ROWS } });
  });
});

test("a second prompt does not ask a model again that refused the first", () =>
  refused({ key: "another" }, async ({ place, server }) => {
    await place.write({ "eval.json": asking(server.url, { prompt: ["{{question}}", "Say: {{question}}"] }) });
    const { exitCode } = await place.run(["eval", "eval.json", "--concurrency", `${CONCURRENCY}`, "--json"]);
    expect(exitCode).toBe(3);
    expect(server.requests.length).toBeLessThanOrEqual(CONCURRENCY + 2);
  }));
