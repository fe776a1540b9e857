import { expect, test } from "vitest";
import { humaneval } from "../../src/benchmarks/humaneval.ts";
import { pool } from "../../src/core/pool.ts";
import { openSandbox } from "../../src/sandbox/open.ts";
import { workplace } from "../doors/cli/command-line.ts";
import { HUMANEVAL, humanEvalRows } from "../sandbox/humaneval-rows.ts";
import { describeSandbox } from "../sandbox/needs-sandbox.ts";
import { describeShared, sharedPath } from "../shared.ts";
import { tools } from "./attempt.ts";
import { bench } from "./bench-line.ts";
import { MORE_SHAPES, SHAPES } from "./reply-shapes.ts";

describeSandbox("replies", () => {
  describeShared("of right solutions", HUMANEVAL, () => {
    const rows = humanEvalRows();
    const scoring = humaneval.scoring(tools("instruct"));

    test.each(Object.entries({ ...SHAPES, ...MORE_SHAPES }))("%s: all 164 pass", async (_, shape) => {
      const sandbox = await openSandbox();
      const context = { signal: new AbortController().signal, sandbox: async () => sandbox };
      const failed: string[] = [];
      const judged = pool(rows, 4, async (published) => {
        const row = humaneval.row({ ...published }, 0);
        if (row === null || typeof row === "string") throw new TypeError(`${published.task_id} was not read`);
        const { id, input, metadata = {} } = row;
        const output = shape(published);
        const score = await scoring({ input, output, answer: output, targets: [], metadata }, context);
        return { id, score };
      });
      for await (const { id, score } of judged) if (score.value !== 1) failed.push(`${id}: ${score.raw}`);
      expect(failed).toEqual([]);
      expect(rows).toHaveLength(164);
    });
  });
});

describeSandbox("the command", () => {
  describeShared("on the examples of human-eval", "data/humaneval/example_samples.jsonl", () => {
    test("gives pass@1 0.5", async () => {
      await using place = workplace();
      const { exitCode, out } = await bench(place, [
        ...["run", "humaneval", "--data", sharedPath("data/humaneval/example_problem.jsonl"), "--json"],
        ...["--outputs", sharedPath("data/humaneval/example_samples.jsonl")],
      ]);
      expect(exitCode).toBe(0);
      const { scorers } = JSON.parse(out) as {
        readonly scorers: {
          readonly humaneval: { readonly metrics: { readonly pass_at_1: { readonly value: number } } };
        };
      };
      expect(scorers.humaneval.metrics.pass_at_1.value).toBeCloseTo(0.5);
    });
  });
});
