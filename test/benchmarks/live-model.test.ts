import { expect, test } from "vitest";
import { startModelServer } from "../../src/testing/model-server.ts";
import { jsonl, workplace } from "../doors/cli/command-line.ts";
import { describeSandbox } from "../sandbox/needs-sandbox.ts";
import { bench } from "./bench-line.ts";

interface Printed {
  readonly samples: number;
  readonly epochs: number;
  readonly truncated: number;
  readonly usage: { readonly candidate: { readonly calls: number } };
  readonly scorers: Readonly<
    Record<
      string,
      {
        readonly mean: number;
        readonly error_count: number;
        readonly metrics: Readonly<Record<string, { readonly value: number | null }>>;
      }
    >
  >;
}

const deployed = (url: string, scorer: object, more: object) =>
  JSON.stringify({
    model: "deployment:here",
    deployments: { here: { provider: "openai-compatible", base_url: `${url}/v1`, model: "tiny" } },
    scorers: [{ type: "benchmark", ...scorer }],
    ...more,
  });

test("gsm8k asks a model over a socket: shots as turns, five epochs, pass@k, and replies that were cut are counted", async () => {
  const seen = new Map<string, number>();
  const server = await startModelServer({
    answer: (prompt) => {
      const asked = (seen.get(prompt) ?? 0) + 1;
      seen.set(prompt, asked);
      // Of five answers the third is right, and the fifth is cut before its answer.
      if (asked === 5) return { text: "Let me think about", finishReason: "length" };
      return asked === 3 ? "1 + 1 = 2. The answer is 2." : "The answer is 3.";
    },
  });
  try {
    await using place = workplace();
    await place.write({
      "rows.jsonl": jsonl([{ question: "What is 1 + 1?", answer: "#### 2" }]),
      "eval.json": deployed(
        server.url,
        { name: "sums", task: "gsm8k", variant: "8-shot", few_shot: 3, data: "rows.jsonl" },
        { epochs: 5, temperature: 0.7, seed: 11, reducers: ["mean", "pass_at_1", "pass_at_2", "pass_at_5"] },
      ),
    });
    const { out, err, exitCode } = await bench(place, ["eval", "eval.json", "--concurrency", "1", "--json"], "eval");
    expect(err).not.toContain("error:");
    expect(exitCode).toBe(0);
    const printed = JSON.parse(out) as Printed;
    expect(printed).toMatchObject({ samples: 1, epochs: 5, truncated: 1, usage: { candidate: { calls: 5 } } });
    const sums = printed.scorers["sums"];
    expect(sums?.mean).toBeCloseTo(0.2);
    expect(sums?.metrics["pass_at_1"]?.value).toBeCloseTo(0.2);
    expect(sums?.metrics["pass_at_2"]?.value).toBeCloseTo(0.4);
    expect(sums?.metrics["pass_at_5"]?.value).toBe(1);
    const [first, , , , last] = server.requests.map(({ body }) => body as Readonly<Record<string, unknown>>);
    const turns = ["user", "assistant", "user", "assistant", "user", "assistant", "user"];
    expect(first).toMatchObject({
      temperature: 0.7,
      seed: 11,
      stop: ["Q:"],
      messages: turns.map((role) => ({ role })),
    });
    expect(last).toMatchObject({ seed: 15 });
  } finally {
    await server.close();
  }
});

describeSandbox("humaneval", () => {
  test("asks a model over a socket, and judges what it wrote", async () => {
    const server = await startModelServer({
      answer: (prompt) =>
        prompt.includes("add") ? "```python\ndef add(a, b):\n    return a + b\n```" : "    return a * b",
    });
    const task = (id: string, name: string) => ({
      task_id: id,
      prompt: `def ${name}(a, b):\n    """The result."""\n`,
      entry_point: name,
      test: "def check(candidate):\n    assert candidate(2, 3) == 5\n",
    });
    try {
      await using place = workplace();
      await place.write({
        "rows.jsonl": jsonl([task("t/0", "add"), task("t/1", "sum_of")]),
        "eval.json": deployed(
          server.url,
          { name: "code", task: "humaneval", data: "rows.jsonl" },
          { epochs: 5, reducers: ["mean", "pass_at_1", "pass_at_2", "pass_at_5"] },
        ),
      });
      const { out, exitCode } = await bench(place, ["eval", "eval.json", "--json"], "eval");
      expect(exitCode).toBe(0);
      const printed = JSON.parse(out) as Printed;
      expect(printed).toMatchObject({ samples: 2, epochs: 5, usage: { candidate: { calls: 10 } } });
      expect(printed.scorers["code"]).toMatchObject({ mean: 0.5, error_count: 0 });
      for (const k of [1, 2, 5]) expect(printed.scorers["code"]?.metrics[`pass_at_${k}`]?.value).toBeCloseTo(0.5);
    } finally {
      await server.close();
    }
  });
});
