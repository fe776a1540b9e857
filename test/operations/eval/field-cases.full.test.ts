import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { type ModelServer, type ModelServerOptions, startModelServer } from "../../../src/testing/model-server.ts";
import { jsonl, type Workplace, workplace } from "../../doors/cli/command-line.ts";

interface Figures {
  readonly mean: number | null;
  readonly count: number;
  readonly error_count: number;
  readonly pass_rate: number | null;
  readonly errors: Readonly<Record<string, number>>;
  readonly bounds_with_errors: { readonly low: number; readonly high: number } | null;
}
interface Summary {
  readonly status: string;
  readonly samples: number;
  readonly truncated: number;
  readonly empty: number;
  readonly refused: number;
  readonly warnings: readonly string[];
  readonly duration_s: number;
  readonly usage: { readonly candidate: { readonly calls: number; readonly output_tokens: number } };
  readonly scorers: Readonly<Record<string, Figures>>;
}

const endpoint = (url: string) => ({ provider: "openai-compatible", base_url: url, model: "m" });
const questions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, input: `row ${index}`, label: `row ${index}` }));

interface Setting {
  readonly rows: readonly object[];
  readonly more?: object;
  readonly argv?: readonly string[];
}

/** An eval whose model is a server that says what it is asked, or misbehaves. */
async function evaluated(
  server: ModelServerOptions,
  { rows, more = {}, argv = [] }: Setting,
): Promise<{ readonly exitCode: number; readonly summary: Summary; readonly requests: ModelServer["requests"] }> {
  await using place = workplace();
  const started = await startModelServer(server);
  try {
    return { ...(await runIn(place, started.url, { rows, more, argv })), requests: started.requests };
  } finally {
    await started.close();
  }
}

async function runIn(place: Workplace, url: string, { rows, more = {}, argv = [] }: Setting) {
  const config = {
    dataset: "rows.jsonl",
    model: "deployment:m",
    deployments: { m: endpoint(url), j: endpoint(url) },
    retry_delay: 0,
    scorers: [{ type: "exact_match", name: "answer" }],
    ...more,
  };
  await place.write({ "rows.jsonl": jsonl(rows), "eval.json": JSON.stringify(config) });
  const { exitCode, out } = await place.run(["eval", "eval.json", "--json", ...argv]);
  return { exitCode, summary: JSON.parse(out) as Summary };
}

describe("a provider that asks to slow down", () => {
  test.concurrent.each(["seconds", "date", "milliseconds"] as const)(
    "in the form of %s is waited for, and no row is lost or failed by it",
    async (form) => {
      const waitMs = form === "milliseconds" ? 250 : 1_000;
      const refusedAt = new Map<string, number>();
      let early = 0;
      const { exitCode, summary, requests } = await evaluated(
        {
          misbehave: ({ index, prompt, at }) => {
            const before = refusedAt.get(prompt);
            // A date has whole seconds and may name one that is nearly over.
            if (before !== undefined && form !== "date" && at - before < waitMs) early++;
            if (index % 5 !== 4) return null;
            refusedAt.set(prompt, at);
            return { kind: "rate_limit", waitMs, form };
          },
        },
        { rows: questions(40), argv: ["--concurrency", "10"] },
      );
      expect([exitCode, summary.scorers["answer"]]).toMatchObject([0, { mean: 1, count: 40, error_count: 0 }]);
      expect(requests).toHaveLength(40 + Math.floor(requests.length / 5));
      expect(early).toBe(0);
    },
  );
});

describe("answers that are none", () => {
  test("a budget of tokens that was all spent on thinking is an empty answer, cut, and asked for once", async () => {
    const reply = {
      id: "1",
      object: "chat.completion",
      model: "m",
      choices: [
        { index: 0, finish_reason: "length", message: { role: "assistant", content: null, reasoning_content: "Hm…" } },
      ],
      usage: { prompt_tokens: 5, completion_tokens: 100, total_tokens: 105 },
    };
    let asked = 0;
    const server = createServer((incoming, response) => {
      if (incoming.method === "POST") asked++;
      incoming.resume();
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
    });
    await new Promise<void>((go) => server.listen(0, "127.0.0.1", go));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      await using place = workplace();
      const scored = await runIn(place, url, { rows: questions(2) });
      expect(scored.summary).toMatchObject({ truncated: 2, empty: 2, scorers: { answer: { mean: 0, count: 2 } } });
      expect(scored.summary.warnings).toContain("2 of 2 answers were cut by the token limit; raise max_tokens");
      expect(asked).toBe(2);
      const { out } = await place.run(["runs", "export", "latest", "--format", "jsonl"]);
      expect(JSON.parse(out.split("\n")[0] ?? "")).toMatchObject({ output: "", error: null });
      const broken = await runIn(place, url, { rows: questions(2), more: { truncated: "error" } });
      expect(broken.summary.scorers["answer"]).toMatchObject({ count: 0, errors: { "inference:truncated": 2 } });
      expect(broken.exitCode).toBe(3);
    } finally {
      server.close().closeAllConnections();
    }
  });

  test.each([
    ["cut", { text: "row", finishReason: "length" as const }, "truncated", "answers were cut by the token limit"],
    ["empty", { text: "" }, "empty", "outputs are empty"],
    ["refused", { text: "I cannot help.", finishReason: "refusal" as const }, "refused", "answers are refusals"],
  ] as const)("%s answers are counted, and beyond one in twenty it is said", async (_, odd, count, says) => {
    for (const [odds, warned] of [
      [1, false],
      [2, true],
    ] as const) {
      const { summary } = await evaluated(
        { answer: (prompt) => (Number(prompt.slice(4)) < odds ? odd : { text: prompt }) },
        { rows: questions(20) },
      );
      expect(summary[count]).toBe(odds);
      expect(summary.warnings.some((text) => text.includes(says))).toBe(warned);
      // They are answers, and wrong ones.
      expect(summary.scorers["answer"]).toMatchObject({ count: 20, error_count: 0, mean: (20 - odds) / 20 });
    }
  });
});

describe("errors beside failures", () => {
  test("two of eight that could not be asked are in no mean, and the range tells what they might be", async () => {
    const { exitCode, summary, requests } = await evaluated(
      {
        answer: (prompt) => (Number(prompt.slice(4)) < 2 ? prompt : "something else"),
        misbehave: ({ prompt }) => (Number(prompt.slice(4)) >= 6 ? { kind: "reset" } : null),
      },
      { rows: questions(8), more: { max_retries: 1 } },
    );
    expect(exitCode).toBe(0);
    expect(summary.samples).toBe(8);
    const answer = summary.scorers["answer"];
    expect(answer).toMatchObject({ count: 6, error_count: 2, errors: { "inference:transport": 2 } });
    expect(answer?.mean).toBeCloseTo(1 / 3);
    expect(answer?.bounds_with_errors).toEqual({ low: 0.25, high: 0.5 });
    expect(requests).toHaveLength(6 + 2 * 2);
  });

  test("a judge that is down fails nobody", async () => {
    const judged = {
      model: undefined,
      output_field: "output",
      max_retries: 1,
      scorers: [
        { type: "llm_judge", name: "q", model: "deployment:j", rubric: "It is a number.", pass_threshold: 0.5 },
      ],
    };
    const rows = [1, 2, 3, 4].map((number) => ({ id: `r${number}`, input: "A number?", output: `number ${number}` }));
    for (const fault of [{ kind: "status", status: 500 }, { kind: "empty" }, { kind: "truncated" }] as const) {
      const { exitCode, summary } = await evaluated(
        {
          answer: () => '{"score": 1, "explanation": "It is one."}',
          misbehave: ({ prompt }) => (/number [24]/.test(prompt) ? fault : null),
        },
        { rows, more: judged },
      );
      expect(summary.scorers["q"]).toMatchObject({ mean: 1, pass_rate: 1, count: 2, error_count: 2 });
      expect(Object.keys(summary.scorers["q"]?.errors ?? {}).every((key) => key.startsWith("judge:"))).toBe(true);
      expect(exitCode).toBe(0);
    }
  });
});

describe("what a judge says", () => {
  const judged = (reply: string, scorer: object) =>
    evaluated(
      { answer: () => reply },
      {
        rows: [{ id: "a", input: "A number?", output: "42" }],
        more: {
          model: undefined,
          output_field: "output",
          scorers: [{ type: "llm_judge", name: "q", model: "deployment:j", rubric: "It is a number.", ...scorer }],
        },
      },
    );

  test.each([
    ["nothing at all", "{}", {}, { mean: null, error_count: 1 }],
    ["a reason alone", '{"reason":"looks fine"}', {}, { mean: null, error_count: 1 }],
    [
      "a low score under a threshold",
      '{"score":0.1,"reason":"bad"}',
      { pass_threshold: 0.5 },
      { mean: 0.1, pass_rate: 0 },
    ],
    ["a low score without one", '{"score":0.1,"reason":"bad"}', {}, { mean: 0.1, pass_rate: null }],
    ["a score on its scale", '{"score":4}', { min_score: 1, max_score: 5 }, { mean: 0.75, error_count: 0 }],
    [
      "a score off its scale",
      '```json\n{"score":9}\n```',
      { min_score: 1, max_score: 5 },
      { mean: null, error_count: 1 },
    ],
    [
      "two things at once",
      '{"pass":false,"score":0.75}',
      { pass_threshold: 0.5 },
      { mean: null, errors: { "judge:contradiction": 1 } },
    ],
    ["a pass at the bottom", '{"pass":true,"score":0}', {}, { mean: null, errors: { "judge:contradiction": 1 } }],
  ])("%s", async (_, reply, scorer, figures) => {
    const { summary } = await judged(reply, scorer);
    expect(summary.scorers["q"]).toMatchObject(figures);
  });
});
